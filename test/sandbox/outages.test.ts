import { startSandbox, type Sandbox } from '../../tools/sandbox';
import { event, send } from './client';

/** The result of a request: its status, or the code of the network's error. */
async function outcome(): Promise<unknown> {
	return await send(sandbox, 'POST', '/webhook/event/send', { body: event }).then(
		({ status }) => status,
		(error: NodeJS.ErrnoException) => error.code,
	);
}

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ rate: 0.001, burst: 2 });
});
afterEach(async () => await sandbox.close());

it.each([
	['503', 503, [{ body: event, status: 503 }]],
	['reset', 'ECONNRESET', [{ body: event, status: null }]],
] as const)(
	'"%s" gives %s, is over after its time, and costs nothing',
	async (kind, seen, kept) => {
		await sandbox.outage({ kind, seconds: 0.3 });
		expect(await outcome()).toBe(seen);
		expect(await sandbox.requests()).toMatchObject(kept);
		while ((await outcome()) === seen) await new Promise(setImmediate);
		expect((await sandbox.accepted()).events).toHaveLength(1);
		expect([await outcome(), await outcome()]).toEqual([200, 429]);
	},
);

it('"silence" takes requests and never answers them, not afterwards either', async () => {
	await sandbox.outage({ kind: 'silence', seconds: 60 });
	const sent = outcome();
	while ((await sandbox.requests()).length === 0) await new Promise(setImmediate);
	await sandbox.outage({ seconds: 0 });
	expect(await outcome()).toBe(200);
	expect((await sandbox.accepted()).events).toHaveLength(1);
	await sandbox.close();
	expect(await sent).toBe('ECONNRESET');
});

it('is begun over HTTP, and refused where it cannot be', async () => {
	const order = async (body: object) => {
		const headers = { 'content-type': 'application/json' };
		const options = { method: 'POST', headers, body: JSON.stringify(body) };
		return (await fetch(`${sandbox.url}/_sandbox/outage`, options)).status;
	};
	expect(await order({ kind: '503', seconds: 60 })).toBe(204);
	expect(await outcome()).toBe(503);
	expect(await order({ kind: 'flood', seconds: 5 })).toBe(400);
	expect(await order({ kind: '503' })).toBe(400);
});
