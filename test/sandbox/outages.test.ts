import { once } from 'node:events';
import { connect } from 'node:net';
import { startSandbox, type OutageKind, type Sandbox } from '../../sandbox';
import { event, send } from './client';

/** The result of a request: its status, or the code of the network's error. */
async function outcome(sandbox: Sandbox): Promise<unknown> {
	return await send(sandbox, 'POST', '/webhook/event/send', { body: event }).then(
		({ status }) => status,
		(error: NodeJS.ErrnoException) => error.code,
	);
}

const order = async (sandbox: Sandbox, body: unknown) =>
	await send(sandbox, 'POST', '/_sandbox/outage', { body, headers: {} });

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ rate: 1, burst: 2 });
});
afterEach(async () => await sandbox.close());

it.each([
	['refused', 'ECONNREFUSED', []],
	['503', 503, [{ body: event, status: 503 }]],
	['reset', 'ECONNRESET', [{ body: event, status: null }]],
] as const)(
	'"%s" gives %s, is over after its time, and costs nothing',
	async (kind, seen, kept) => {
		await sandbox.outage({ kind, seconds: 0.3 });
		expect(await outcome(sandbox)).toBe(seen);
		expect(await sandbox.requests()).toMatchObject(kept);
		while ((await outcome(sandbox)) === seen) await new Promise(setImmediate);
		expect((await sandbox.accepted()).events).toHaveLength(1);
		expect([await outcome(sandbox), await outcome(sandbox)]).toEqual([200, 429]);
	},
);

it('"silence" takes requests and never answers them, not afterwards either', async () => {
	await sandbox.outage({ kind: 'silence', seconds: 60 });
	let silent: unknown = 'no answer';
	const sent = outcome(sandbox).then((seen) => (silent = seen));
	while ((await sandbox.requests()).length === 0) await new Promise(setImmediate);
	await sandbox.outage({ seconds: 0 });
	expect(await outcome(sandbox)).toBe(200);
	expect(silent).toBe('no answer');
	expect((await sandbox.accepted()).events).toHaveLength(1);
	await sandbox.close();
	await sent;
	expect(silent).toBe('ECONNRESET');
});

it('"refused" answers what comes on connections that were open', async () => {
	const client = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
	await once(client, 'connect');
	// Until the sandbox, too, has the connection.
	await outcome(sandbox);
	await sandbox.outage({ kind: 'refused', seconds: 60 });
	client.write('GET /webhook/lists HTTP/1.1\r\nHost: localhost\r\n\r\n');
	let answer = '';
	client.on('data', (chunk) => (answer += chunk.toString()));
	await once(client, 'end');
	expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

it('is seen, begun, replaced and ended over HTTP, and ends with a reset', async () => {
	const state = async () => await (await fetch(`${sandbox.url}/_sandbox/outage`)).json();
	expect(await state()).toEqual({ kind: null, secondsLeft: 0 });
	await order(sandbox, { kind: 'reset', seconds: 0.05 });
	expect((await order(sandbox, { kind: '503', seconds: 60 })).status).toBe(200);
	await new Promise((over) => setTimeout(over, 100));
	expect(await state()).toMatchObject({ kind: '503', secondsLeft: expect.closeTo(60, -1) });
	expect((await order(sandbox, { seconds: 0 })).body).toEqual({ kind: null, secondsLeft: 0 });
	expect(await outcome(sandbox)).toBe(200);
	await sandbox.outage({ kind: 'refused', seconds: 60 });
	await sandbox.reset();
	expect(await outcome(sandbox)).toBe(200);
});

it.each([
	[{ kind: 'flood', seconds: 5 }, '"kind" must be one of refused, 503, reset, silence'],
	[{ kind: '503' }, '"seconds" must be a number from 0 to 86400, in a JSON body'],
])('is refused where it cannot be: %j', async (body, message) => {
	expect(await order(sandbox, body)).toMatchObject({ status: 400, body: { message } });
	const asked = body as { kind: OutageKind; seconds: number };
	await expect(sandbox.outage(asked)).rejects.toThrow(message);
});
