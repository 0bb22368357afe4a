import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { spawnSandbox, startSandbox, type OutageKind, type Sandbox } from '../../sandbox';
import { event, send } from './client';

/** How a request ends: its status, or the code of the network's error. */
async function outcome(sandbox: Sandbox, method: 'GET' | 'POST' = 'GET'): Promise<unknown> {
	const sent =
		method === 'GET'
			? send(sandbox, 'GET', '/webhook/lists')
			: send(sandbox, 'POST', '/webhook/event/send', { body: event });
	return await sent.then(
		({ status }) => status,
		(error: NodeJS.ErrnoException) => error.code,
	);
}

const state = async (sandbox: Sandbox) =>
	await (await fetch(`${sandbox.url}/_sandbox/outage`)).json();

const order = async (sandbox: Sandbox, body: unknown) =>
	await send(sandbox, 'POST', '/_sandbox/outage', { body, headers: {} });

describe('An outage of the sandbox', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ rate: 1, burst: 3 });
	});
	afterEach(async () => await sandbox.close());

	it.each([
		['refused', 'ECONNREFUSED'],
		['503', 503],
		['reset', 'ECONNRESET'],
	] as const)('as "%s" is seen by every request, and over after its time', async (kind, seen) => {
		const begun = performance.now();
		await sandbox.outage({ kind, seconds: 0.4 });
		expect(await outcome(sandbox, 'POST')).toBe(seen);
		expect(await outcome(sandbox)).toBe(seen);
		while ((await outcome(sandbox, 'POST')) === seen) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		// Timers may fire a millisecond early.
		expect(performance.now() - begun).toBeGreaterThan(390);
		// What met the outage was not processed, and cost no token.
		expect((await sandbox.accepted()).events).toHaveLength(1);
		expect(await outcome(sandbox)).toBe(200);
		expect(await outcome(sandbox)).toBe(200);
		expect(await outcome(sandbox)).toBe(429);
	});

	it('as "silence" takes requests and never answers them, not afterwards either', async () => {
		await sandbox.outage({ kind: 'silence', seconds: 60 });
		let silent: unknown = 'no answer';
		const sent = outcome(sandbox, 'POST').then((seen) => (silent = seen));
		while ((await sandbox.requests()).length === 0) await new Promise(setImmediate);
		await sandbox.outage({ seconds: 0 });
		expect(await outcome(sandbox)).toBe(200);
		expect(silent).toBe('no answer');
		expect((await sandbox.accepted()).events).toEqual([]);
		await sandbox.close();
		await sent;
		expect(silent).toBe('ECONNRESET');
	});

	it.each(['503', 'reset'] as const)('as "%s" has its requests in the journal', async (kind) => {
		await sandbox.outage({ kind, seconds: 60 });
		await outcome(sandbox, 'POST');
		await send(sandbox, 'POST', '/elsewhere', { body: event }).catch(() => undefined);
		const status = kind === '503' ? 503 : null;
		expect(await sandbox.requests()).toEqual([
			expect.objectContaining({ path: '/webhook/event/send', body: event, status }),
			expect.objectContaining({ path: '/elsewhere', body: event, status }),
		]);
	});

	it('refuses new connections and answers what comes on those that were open', async () => {
		const client: Socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
		await once(client, 'connect');
		// Until the sandbox, too, has the connection.
		await outcome(sandbox);
		await sandbox.outage({ kind: 'refused', seconds: 60 });
		expect(await outcome(sandbox)).toBe('ECONNREFUSED');
		client.write('GET /webhook/lists HTTP/1.1\r\nHost: localhost\r\n\r\n');
		let answer = '';
		client.on('data', (chunk) => (answer += chunk.toString()));
		await once(client, 'end');
		expect(answer).toMatch(/^HTTP\/1\.1 401 /);
		expect(answer).toMatch(/^connection: close\r$/im);
	});

	it('resets nobody who connects while it begins to refuse', async () => {
		await sandbox.close();
		sandbox = await startSandbox({ outage: 'refused', outageSeconds: 0.2, outageAfter: 60 });
		const seen = new Set<unknown>();
		let left = 120;
		const client = async (): Promise<void> => {
			while (left > 0) {
				left -= 1;
				const last = await outcome(sandbox, 'POST');
				seen.add(last);
				if (last !== 200) left += 1;
			}
		};
		await Promise.all(Array.from({ length: 10 }, client));
		expect(seen).toEqual(new Set([200, 'ECONNREFUSED']));
		expect((await sandbox.accepted()).events).toHaveLength(120);
	});

	it('waits for its port where another program has it meanwhile', async () => {
		const { url } = sandbox;
		await sandbox.outage({ kind: 'refused', seconds: 60 });
		const other = await startSandbox({ port: Number(new URL(url).port), apiKey: 'other' });
		const ended = sandbox.outage({ seconds: 0 });
		expect(await outcome(sandbox)).toBe(401);
		await other.close();
		await ended;
		expect(sandbox.url).toBe(url);
		expect(await outcome(sandbox)).toBe(200);
	});

	it('takes the place of another, and ends with a reset', async () => {
		await sandbox.outage({ kind: 'refused', seconds: 60 });
		await sandbox.outage({ kind: '503', seconds: 60 });
		expect(await outcome(sandbox)).toBe(503);
		await sandbox.outage({ kind: 'refused', seconds: 60 });
		await sandbox.reset();
		expect(await outcome(sandbox)).toBe(200);
	});

	it('is seen, begun and ended over HTTP, where it does not apply', async () => {
		expect(await state(sandbox)).toEqual({ kind: null, secondsLeft: 0 });
		const answer = await order(sandbox, { kind: 'reset', seconds: 60 });
		expect(answer).toMatchObject({ status: 200, body: { kind: 'reset' } });
		const { kind, secondsLeft } = (await state(sandbox)) as { kind: string; secondsLeft: number };
		expect(kind).toBe('reset');
		expect(secondsLeft).toBeLessThanOrEqual(60);
		expect(secondsLeft).toBeGreaterThan(50);
		expect((await order(sandbox, { seconds: 0 })).body).toEqual({ kind: null, secondsLeft: 0 });
		expect(await outcome(sandbox)).toBe(200);
	});

	it('lets the order for a refusal be answered', async () => {
		const answer = await order(sandbox, { kind: 'refused', seconds: 0.2 });
		expect(answer).toMatchObject({ status: 200, body: { kind: 'refused' } });
		expect(await outcome(sandbox)).toBe('ECONNREFUSED');
	});

	it.each([
		[{ kind: 'flood', seconds: 5 }, '"kind" must be one of refused, 503, reset, silence'],
		[{ kind: '503' }, '"seconds" must be a number from 0 to 86400, in a JSON body'],
		[{ kind: '503', seconds: -1 }, '"seconds" must be a number'],
		[{ kind: '503', seconds: 86_401 }, '"seconds" must be a number'],
		['kind=503&seconds=5', '"seconds" must be a number'],
		[undefined, '"seconds" must be a number'],
	])('is refused where it cannot be: %j', async (body, message) => {
		const answer = await order(sandbox, body);
		expect(answer).toMatchObject({
			status: 400,
			body: { message: expect.stringContaining(message) },
		});
		await expect(sandbox.outage(body as { kind: OutageKind; seconds: number })).rejects.toThrow(
			message,
		);
		expect(await outcome(sandbox)).toBe(200);
	});
});

describe('An outage that the options ask for', () => {
	it('begins after so many requests, and anew after a reset', async () => {
		const sandbox = await startSandbox({ outage: '503', outageSeconds: 60, outageAfter: 2 });
		const seen = async () => [
			await outcome(sandbox),
			await outcome(sandbox),
			await outcome(sandbox),
		];
		expect(await seen()).toEqual([200, 200, 503]);
		await sandbox.reset();
		expect(await seen()).toEqual([200, 200, 503]);
		await sandbox.close();
	});

	it('begins at once where no request is to come first', async () => {
		const sandbox = await startSandbox({ outage: 'refused', outageSeconds: 60 });
		expect(await outcome(sandbox)).toBe('ECONNREFUSED');
		await sandbox.close();
	});

	it('answers the request that it follows, where connections are refused', async () => {
		const options = { outage: 'refused', outageSeconds: 0.3, outageAfter: 1 } as const;
		const sandbox = await startSandbox({ ...options, latency: 50 });
		expect(await outcome(sandbox, 'POST')).toBe(200);
		expect(await outcome(sandbox, 'POST')).toBe('ECONNREFUSED');
		await sandbox.close();
	});

	it('can be looked into and ended from the process that started the sandbox', async () => {
		const options = { outage: 'refused', outageSeconds: 60, outageAfter: 1 } as const;
		const sandbox = await spawnSandbox(options);
		expect(await outcome(sandbox, 'POST')).toBe(200);
		expect(await outcome(sandbox, 'POST')).toBe('ECONNREFUSED');
		expect(await sandbox.requests()).toHaveLength(1);
		await sandbox.outage({ seconds: 0 });
		expect(await outcome(sandbox, 'POST')).toBe(200);
		await expect(sandbox.outage({ kind: '503', seconds: -1 })).rejects.toThrow('"seconds" must');
		await sandbox.close();
	});
});

describe('The clock of the sandbox', () => {
	it.each([3600, -3600])('may be %s s ahead, in Date and in Retry-After', async (clockSkew) => {
		const options = { rate: 1, burst: 1, retryAfter: 5, retryAfterDate: true };
		const sandbox = await startSandbox({ ...options, clockSkew });
		const dates = [(await send(sandbox, 'GET', '/webhook/lists')).headers.date];
		const { headers } = await send(sandbox, 'GET', '/webhook/lists');
		dates.push(headers.date);
		for (const date of dates) {
			expect(Math.abs(Date.parse(date ?? '') - Date.now() - clockSkew * 1000)).toBeLessThan(5000);
		}
		const wait = Date.parse(headers['retry-after'] ?? '') - Date.parse(headers.date ?? '');
		expect([5000, 6000, 7000]).toContain(wait);
		await sandbox.close();
	});
});
