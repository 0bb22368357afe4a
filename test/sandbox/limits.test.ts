import { startSandbox, type Sandbox, type SandboxOptions } from '../../tools/sandbox';
import { send, validHeaders } from './client';

let sandbox: Sandbox;
let now: number;
afterEach(async () => await sandbox.close());

const start = async (options: SandboxOptions) => {
	now = 0;
	sandbox = await startSandbox(options, () => now);
};
const getLists = async () => await send(sandbox, 'GET', '/webhook/lists');
const sendBadEvent = async () => await send(sandbox, 'POST', '/webhook/event/send', { body: {} });
const statuses = async (times: number, request: typeof getLists) => {
	const seen: Array<number | undefined> = [];
	for (let time = 0; time < times; time += 1) seen.push((await request()).status);
	return seen;
};

it('the rate limit admits the burst, then the rate', async () => {
	await start({ rate: 10, burst: 2 });
	expect(await statuses(4, getLists)).toEqual([200, 200, 429, 429]);
	now += 100;
	expect(await statuses(2, getLists)).toEqual([200, 429]);
});

it.each([
	[{ retryAfter: 7 }, '7'],
	[{}, undefined],
])('the rate limit comes before the key; with %j it says Retry-After: %s', async (more, said) => {
	await start({ rate: 1, burst: 1, ...more });
	await getLists();
	const refused = await send(sandbox, 'POST', '/webhook/campaign', { body: {}, headers: {} });
	const body = { message: 'Too many requests. Rate limit exceeded.' };
	expect(refused).toMatchObject({ status: 429, body });
	expect(refused.headers['retry-after']).toBe(said);
});

it('too many bad requests block everything, before the rate limit and at no cost', async () => {
	await start({ rate: 0.001, burst: 4, blockAfter: 2, blockSeconds: 10 });
	expect(await statuses(3, sendBadEvent)).toEqual([400, 400, 403]);
	const body = { message: 'Too many bad requests. Temporarily blocked.' };
	expect(await getLists()).toMatchObject({ status: 403, body });
	now += 9_999;
	expect(await statuses(3, getLists)).toEqual([403, 403, 403]);
	now += 1;
	expect(await statuses(3, getLists)).toEqual([200, 200, 429]);
});

it('a missing key or Accept and an unknown contact are no bad requests', async () => {
	await start({ blockAfter: 1, blockSeconds: 10 });
	const { authorization } = validHeaders(sandbox);
	const path = '/webhook/contact/find?email=nobody@example.com';
	expect((await send(sandbox, 'GET', path, { headers: {} })).status).toBe(401);
	expect((await send(sandbox, 'GET', path, { headers: { authorization } })).status).toBe(406);
	expect((await send(sandbox, 'GET', path)).status).toBe(404);
	expect((await getLists()).status).toBe(200);
});

it('a reset restarts the limits', async () => {
	await start({ rate: 1, burst: 2, blockAfter: 1, blockSeconds: 10 });
	await sendBadEvent();
	await sandbox.reset();
	expect(await statuses(3, getLists)).toEqual([200, 200, 429]);
});
