import { sandboxCredential } from '../../playground/content';
import { installN8n } from '../../playground/n8nInstall';
import { packPackage } from '../../playground/packageInstall';
import { Progress } from '../../playground/progress';
import { spawnSandbox, type Sandbox } from '../../sandbox';
import { Cluster, queueMode } from '../cluster/Cluster';
import { countByStatus, Executions } from '../cluster/executions';
import {
	arrivedData,
	callWebhook,
	eventName,
	eventWorkflow,
	everyEventOf,
} from '../cluster/workload';

const workload = { calls: 40, items: 50, firstCall: 0 };
const rate = 100;
const everyEvent = everyEventOf(workload);

let sandbox: Sandbox;
let cluster: Cluster;

beforeAll(async () => {
	const progress = new Progress(3, (line) => process.stdout.write(`${line}\n`));
	progress.next('n8n');
	await installN8n((text) => progress.detail(text));
	progress.next('Build and pack the package');
	const tarball = await packPackage((text) => progress.detail(text));
	progress.next('PostgreSQL, Redis, the sandbox, n8n and two workers');
	sandbox = await spawnSandbox({ rate, burst: 50, retryAfter: 1 });
	const credential = sandboxCredential(sandbox.url, sandbox.apiKey);
	const workflows = [eventWorkflow(credential, { path: 'events' })];
	cluster = await Cluster.prepare({ tarball, credentials: [credential], workflows });
	await cluster.run(queueMode);
	await cluster.publish('events');
}, 600_000);

afterAll(async () => {
	await cluster?.stop();
	await sandbox?.close();
}, 60_000);

test('two workers send 2,000 events exactly once under a limit of 100 requests a second', async () => {
	const arrived = async () => (await arrivedData(sandbox)).map(eventName);
	const startedAt = Date.now();
	await callWebhook(`${cluster.url}/webhook/events`, workload);
	const executions = new Executions(cluster.session, 'events');
	const statuses = await executions.settled(0, async () => (await arrived()).length, 60_000);
	const seconds = (Date.now() - startedAt) / 1000;
	const refused = (await sandbox.requests()).filter(({ status }) => status === 429).length;
	process.stdout.write(
		`${everyEvent.length} events in ${seconds.toFixed(1)} s ` +
			`(the limit of ${rate} a second allows ${everyEvent.length / rate} s); ` +
			`${refused} requests were answered with 429.\n`,
	);
	expect(countByStatus(statuses)).toEqual({ success: workload.calls });
	expect((await arrived()).sort()).toEqual([...everyEvent].sort());
});
