import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { TcpProxy } from './TcpProxy';
import { until } from './until';

let sandbox: Sandbox;
let proxy: TcpProxy;

beforeAll(async () => {
	sandbox = await startSandbox();
	proxy = await TcpProxy.start(sandbox.url);
});

afterAll(async () => {
	proxy.cut();
	await sandbox.close();
});

beforeEach(async () => {
	await proxy.become({});
	await sandbox.reset();
});

/** Asks on a connection of its own, as n8n does: the status, or the network's code. */
async function ask(): Promise<number | string | undefined> {
	const headers = { accept: 'application/json', authorization: `Bearer ${sandbox.apiKey}` };
	const request = get(`${proxy.url}/webhook/lists`, { headers, agent: false });
	try {
		const [response] = (await once(request, 'response')) as [IncomingMessage];
		response.resume();
		return response.statusCode;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code;
	}
}

const arrived = async () => (await sandbox.requests()).length;

const untilArrived = async () => await until(async () => (await arrived()) > 0);

test('passes on what is asked and answered', async () => {
	expect(await ask()).toBe(200);
});

test('refuses new connections, and answers what has arrived', async () => {
	await proxy.become({ delay: 200 });
	const answer = ask();
	await untilArrived();
	await proxy.refuse();
	expect(await ask()).toBe('ECONNREFUSED');
	expect(await answer).toBe(200);
	await proxy.become({});
	expect(await ask()).toBe(200);
});

test('cuts the connections that are open', async () => {
	await proxy.become({ delay: 1_000 });
	const answer = ask();
	await untilArrived();
	proxy.cut();
	expect(await answer).toBe('ECONNRESET');
	expect(await ask()).toBe('ECONNREFUSED');
});

test('delays and slows answers', async () => {
	await proxy.become({ delay: 100, bytesPerSecond: 2_000 });
	const startedAt = performance.now();
	expect(await ask()).toBe(200);
	expect(performance.now() - startedAt).toBeGreaterThan(200);
});

test('resets one of so many connections after the service has answered', async () => {
	await proxy.become({ resetsOneOf: 2 });
	const answers = [await ask(), await ask(), await ask(), await ask()];
	expect(answers.sort()).toEqual([200, 200, 'ECONNRESET', 'ECONNRESET']);
	expect(await arrived()).toBe(4);
});
