import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startSandbox, type Sandbox } from '../../sandbox';
import { continues, execute } from './execution';
import { event } from './operations';
import { people } from './service';

let sandbox: Sandbox | undefined;
afterEach(async () => await sandbox?.close());

/** How often the sandbox has accepted each person's event. */
async function accepted(): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const { body, status, method } of (await sandbox?.requests()) ?? []) {
		// A probe that is answered changes nothing.
		if (status !== 200 || method === 'GET') continue;
		const { email } = (body as { contact: { email: string } }).contact;
		counts.set(email, (counts.get(email) ?? 0) + 1);
	}
	return counts;
}

const run = async (count: number, { requestOptions = {}, node = {} } = {}) =>
	await execute(
		{ ...event, requestOptions },
		{ url: String(sandbox?.url), apiKey: sandbox?.apiKey, items: people(count), node },
	);

/**
 * A service that refuses connections for some seconds from a request on. What has arrived by then is
 * answered: a connection that the closing server had not accepted yet would be reset, not refused.
 */
async function refusesInTheMiddle(after: number, milliseconds: number) {
	const requests: string[] = [];
	const held: ServerResponse[] = [];
	let phase: 'before' | 'filling' | 'after' = 'before';
	const answer = (response: ServerResponse) =>
		void response.end(JSON.stringify({ success: true, data: [] }));
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += String(chunk)));
		request.on('end', () => {
			response.setHeader('Connection', 'close');
			if (request.method === 'POST') requests.push(text);
			if (phase === 'before' && requests.length === after) {
				phase = 'filling';
				setTimeout(() => void outage(), 500);
			}
			if (phase === 'filling') held.push(response);
			else answer(response);
		});
	});
	const listen = async (port: number) => await once(server.listen(port, '127.0.0.1'), 'listening');
	await listen(0);
	const { port } = server.address() as AddressInfo;
	const outage = async () => {
		server.close();
		phase = 'after';
		held.forEach(answer);
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
		await listen(port);
	};
	return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}

it('waits where the connection is refused for 5 s in the middle of 400 events', async () => {
	const service = await refusesInTheMiddle(200, 5_000);
	const { url } = service;
	const start = performance.now();
	const { error, output } = await execute(event, { url, items: people(400) });
	expect(error).toBeUndefined();
	expect(output).toHaveLength(400);
	expect(performance.now() - start).toBeGreaterThan(5_000);
	expect(service.requests).toHaveLength(400);
	expect(new Set(service.requests).size).toBe(400);
	service.close();
});

it.each([
	['without a limit', {}, 130],
	['at 100 a second', { rate: 100, burst: 50 }, 10],
])('leaves little in doubt by 3 s of 503 in 1,000 events, %s', async (_name, limit, most) => {
	sandbox = await startSandbox({
		outage: '503',
		outageSeconds: 3,
		outageAfter: 400,
		latency: 20,
		...limit,
	});
	const { failed } = await run(1000, { node: continues });
	expect(failed.every(({ details }) => details.state === 'uncertain')).toBe(true);
	expect(failed.length).toBeLessThanOrEqual(most);
	const counts = await accepted();
	expect(counts.size).toBe(1000 - failed.length);
	expect(Math.max(...counts.values())).toBe(1);
});

it.each(['refused', '503', 'reset', 'silence'] as const)(
	'ends in under 10 s where Max Retry Wait is 3 s and the outage lasts, %s',
	async (outage) => {
		sandbox = await startSandbox({ outage, outageSeconds: 600, outageAfter: 150, latency: 20 });
		const start = performance.now();
		// A silent service is noticed by the timeout alone.
		const requestOptions = { maxRetryWait: 3, timeout: 2_000 };
		const { failed } = await run(450, { requestOptions, node: continues });
		expect(performance.now() - start).toBeLessThan(10_000);
		const states = failed.map(({ details }) => details.state);
		const inDoubt = states.filter((state) => state === 'uncertain');
		expect((await accepted()).size).toBe(450 - states.length);
		expect(inDoubt.length).toBeLessThanOrEqual(30);
	},
);
