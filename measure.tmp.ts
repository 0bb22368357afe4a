import { createServer } from 'node:http';
import { join } from 'node:path';
const [tree, engine, count = '100000'] = process.argv.slice(2);
(async () => {
	const { runWorkflow } = require(join(tree!, engine!, 'engine/runWorkflow'));
	const { messengerWorkflow } = require(join(tree!, engine!, 'engine/messengerWorkflow'));
	const { Messenger } = require(join(tree!, 'nodes/Messenger/Messenger.node.ts'));
	const { MessengerApi } = require(join(tree!, 'credentials/MessengerApi.credentials'));
	let requests = 0; let recipients = 0;
	const server = createServer((req, res) => {
		let body = '';
		req.on('data', (c) => (body += c));
		req.on('end', () => {
			requests++;
			recipients += (body.match(/messenger_number/g) ?? []).length;
			res.setHeader('Content-Type', 'application/json');
			res.end(JSON.stringify({ success: true, message: 'ok' }));
		});
	});
	await new Promise<void>((r) => server.listen(0, '127.0.0.1', r));
	const baseUrl = `http://127.0.0.1:${(server.address() as any).port}`;
	const items = Array.from({ length: Number(count) }, (_, i) => ({ phone: `+49151${10000000 + i}`, name: `Anna ${i}`, email: `p${i}@example.com` }));
	const parameters = {
		resource: 'campaign', operation: 'sendToItems', sendMode: 'send', fromNumber: '+14155550100', templateName: 'welcome', templateLanguage: 'en',
		messengerNumber: '={{ $json.phone }}', recipientFields: { firstName: '={{ $json.name }}', email: '={{ $json.email }}' }, additionalFields: {}, options: {}, requestOptions: {},
	};
	const node = new Messenger();
	const execute = node.execute;
	let wall = 0; let cpu = 0;
	node.execute = async function (this: any) {
		const t = performance.now(); const c = process.cpuUsage();
		const result = await execute.call(this);
		wall = performance.now() - t; const d = process.cpuUsage(c); cpu = (d.user + d.system) / 1e6;
		return result;
	};
	const { run, error } = await runWorkflow(messengerWorkflow(parameters, items), { node, credentialType: new MessengerApi(), credential: { baseUrl, apiKey: 'sk-live-1-9b1d7f-abc', allowHttp: true }, mode: 'trigger' });
	console.log(tree, `node ${(wall / 1000).toFixed(2)} s wall, ${cpu.toFixed(2)} s cpu`, requests, recipients, error?.message ?? '');
	server.close(); process.exit(0);
})();
