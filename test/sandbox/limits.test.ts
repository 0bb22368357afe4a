import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { Limits } from '../../sandbox/limits';
import { resolveOptions } from '../../sandbox/options';
import { send, validHeaders } from './client';

describe('The limits of the sandbox', () => {
	let sandbox: Sandbox;
	let now: number;

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

	afterEach(async () => await sandbox.close());

	it('admit the burst, then the rate, and refuse the others with 429', async () => {
		await start({ rate: 10, burst: 2 });
		expect(await statuses(4, getLists)).toEqual([200, 200, 429, 429]);
		now += 100;
		expect(await statuses(2, getLists)).toEqual([200, 429]);
	});

	it('admit one request to begin with when the rate is below one', async () => {
		await start({ rate: 0.5 });
		expect(await statuses(2, getLists)).toEqual([200, 429]);
		now += 2000;
		expect(await statuses(1, getLists)).toEqual([200]);
	});

	it.each([
		['GET', '/webhook/lists', undefined],
		['POST', '/webhook/campaign', {}],
		['POST', '/webhook/email/verify', {}],
		['POST', '/webhook/event/send', {}],
	] as const)('refuse %s %s before they look at it', async (method, path, body) => {
		await start({ rate: 1, burst: 1 });
		await getLists();
		const answer = await send(sandbox, method, path, { body, headers: {} });
		expect(answer.status).toBe(429);
		expect(answer.body).toEqual({ message: 'Too many requests. Rate limit exceeded.' });
		expect(answer.headers).not.toHaveProperty('retry-after');
	});

	it('send Retry-After in seconds', async () => {
		await start({ rate: 1, burst: 1, retryAfter: 7 });
		expect((await getLists()).headers).not.toHaveProperty('retry-after');
		expect((await getLists()).headers['retry-after']).toBe('7');
	});

	it('send Retry-After as an HTTP date that does not come too early', async () => {
		await start({ rate: 1, burst: 1, retryAfter: 7, retryAfterDate: true });
		await getLists();
		const before = Date.now();
		const header = (await getLists()).headers['retry-after'];
		expect(header).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
		const wait = Date.parse(header ?? '') - before;
		expect(wait).toBeGreaterThanOrEqual(7000);
		expect(wait).toBeLessThan(9000);
	});

	it('block everything with 403 once there were too many bad requests', async () => {
		await start({ blockAfter: 3, blockSeconds: 10 });
		expect(await statuses(4, sendBadEvent)).toEqual([400, 400, 400, 403]);
		const answer = await getLists();
		expect(answer.status).toBe(403);
		expect(answer.body).toEqual({ message: 'Too many bad requests. Temporarily blocked.' });
	});

	it('do not begin a block for a missing key, a missing Accept or an unknown contact', async () => {
		await start({ blockAfter: 1, blockSeconds: 10 });
		const { authorization } = validHeaders(sandbox);
		const path = '/webhook/contact/find?email=nobody@example.com';
		expect((await send(sandbox, 'GET', path, { headers: {} })).status).toBe(401);
		expect((await send(sandbox, 'GET', path, { headers: { authorization } })).status).toBe(406);
		expect((await send(sandbox, 'GET', path)).status).toBe(404);
		expect((await getLists()).status).toBe(200);
	});

	it('look at the block before the rate, and a blocked request costs no token', async () => {
		await start({ rate: 1, burst: 2, blockAfter: 1, blockSeconds: 0.001 });
		await sendBadEvent();
		expect(await statuses(5, getLists)).toEqual([403, 403, 403, 403, 403]);
		now += 1;
		expect(await statuses(2, getLists)).toEqual([200, 429]);
	});

	it('are as new after a reset', async () => {
		await start({ rate: 1, burst: 2, blockAfter: 1, blockSeconds: 10 });
		await sendBadEvent();
		await sandbox.reset();
		expect(await statuses(3, getLists)).toEqual([200, 200, 429]);
	});

	it('delay each answer by the latency, refused ones too', async () => {
		await start({ latency: 80, rate: 1, burst: 1 });
		for (const status of [200, 429]) {
			const before = performance.now();
			expect((await getLists()).status).toBe(status);
			// Timers may fire a millisecond early.
			expect(performance.now() - before).toBeGreaterThanOrEqual(79);
		}
	});
});

it('A block is not prolonged by bad requests that were still on their way', () => {
	let now = 0;
	const limits = new Limits(resolveOptions({ blockAfter: 1, blockSeconds: 10 }), () => now);
	for (const blocked of [true, true, false]) {
		if (blocked) limits.countBadRequest();
		expect(limits.refusal()).toBe(blocked ? 403 : undefined);
		now += 5_000;
	}
});
