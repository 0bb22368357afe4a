import { startSandbox, type Sandbox } from '../../sandbox';
import { Journal } from '../../sandbox/journal';
import { event, send, validHeaders } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ rate: 1, burst: 3 });
});
afterEach(async () => await sandbox.close());

it('has a request whole', async () => {
	const headers = { ...validHeaders(sandbox), 'user-agent': 'test' };
	await send(sandbox, 'POST', '/webhook/event/send?a=1&b=2&b=3', { body: event, headers });
	expect(await sandbox.requests()).toEqual([
		{
			number: 1,
			receivedAt: expect.any(String),
			method: 'POST',
			path: '/webhook/event/send',
			query: { a: '1', b: ['2', '3'] },
			headers: expect.objectContaining({
				accept: 'application/json',
				authorization: 'Bearer <valid>',
				'user-agent': 'test',
			}),
			body: event,
			status: 200,
		},
	]);
});

it('has everything in the order of arrival, refused requests with their bodies', async () => {
	await send(sandbox, 'GET', '/nowhere', { headers: {} });
	await send(sandbox, 'GET', '/webhook/lists', { headers: { accept: 'application/json' } });
	const { authorization } = validHeaders(sandbox);
	await send(sandbox, 'GET', '/webhook/lists', { headers: { authorization } });
	await send(sandbox, 'POST', '/webhook/event/send', { body: '{broken' });
	await send(sandbox, 'POST', '/webhook/event/send', { body: event });
	const entries = await sandbox.requests();
	expect(entries.map(({ number, path, status, body }) => [number, path, status, body])).toEqual([
		[1, '/nowhere', 404, undefined],
		[2, '/webhook/lists', 401, undefined],
		[3, '/webhook/lists', 406, undefined],
		[4, '/webhook/event/send', 400, '{broken'],
		[5, '/webhook/event/send', 429, event],
	]);
});

it('tells a valid key from an invalid one', async () => {
	const values = [`Bearer ${sandbox.apiKey}`, 'Bearer wrong-1', 'wrong-2', undefined];
	for (const authorization of values) {
		await send(sandbox, 'GET', '/webhook/lists', {
			headers: authorization ? { authorization } : {},
		});
	}
	const entries = await sandbox.requests();
	expect(entries.map(({ headers }) => headers.authorization)).toEqual([
		'Bearer <valid>',
		'Bearer <invalid>',
		'<invalid>',
		undefined,
	]);
});

it('has no key wherever a request has it, nor do the accepted requests', async () => {
	const key = sandbox.apiKey;
	const secrets = { 'api-key': 'secret-1', cookie: 'a=secret-2', 'x-auth-token': 'secret-3' };
	await send(sandbox, 'POST', `/webhook/event/send?${key}=${key}`, {
		body: { ...event, event: { code: key, data: { [key]: [key] } } },
		headers: { ...validHeaders(sandbox), ...secrets, 'x-note': `is ${key}` },
	});
	await send(sandbox, 'POST', `/${key}`, { body: `not JSON: ${key}` });
	for (const name of ['requests', 'accepted']) {
		const text = await (await fetch(`${sandbox.url}/_sandbox/${name}`)).text();
		expect(text).toContain('<API key>');
		expect(text).not.toMatch(/sandbox-development-key|secret-/);
	}
});

it('has an event that is nested 200,000 levels deep', async () => {
	const body = JSON.stringify({ ...event, event: { code: 'deep', data: { deep: '?' } } });
	const sent = body.replace('"?"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
	expect((await send(sandbox, 'POST', '/webhook/event/send', { body: sent })).status).toBe(200);
	for (const name of ['requests', 'accepted']) {
		expect(await (await fetch(`${sandbox.url}/_sandbox/${name}`)).text()).toContain(sent);
	}
});

it('is the same over HTTP, without a key or a limit, and empty after a reset', async () => {
	await send(sandbox, 'POST', '/webhook/event/send', { body: event });
	for (let time = 0; time < 5; time += 1) {
		const answer = await send(sandbox, 'GET', '/_sandbox/requests', { headers: {} });
		expect(answer).toMatchObject({ status: 200, body: await sandbox.requests() });
	}
	const response = await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
	expect(response.status).toBe(204);
	expect(await sandbox.requests()).toEqual([]);
	expect(await sandbox.accepted()).toEqual({ campaigns: [], events: [] });
});

describe('where it becomes too long', () => {
	const request = { method: 'POST', path: '/webhook/event/send', query: {}, headers: {} };
	const numbersIn = (journal: Journal) =>
		(JSON.parse(journal.toJson()) as Array<{ number: number }>).map(({ number }) => number);

	it('loses its oldest requests, and what was accepted of them', () => {
		const journal = new Journal('key', 100_000);
		for (let number = 1; number <= 1000; number += 1) {
			const record = journal.add(request);
			journal.addBody(record, JSON.stringify('x'.repeat(500)));
			record.accepted = { kind: 'events', id: String(number) };
		}
		const kept = numbersIn(journal);
		expect(kept.length).toBeGreaterThan(80);
		expect(journal.toJson().length).toBeLessThan(100_000);
		expect(kept).toEqual(kept.map((_number, index) => 1001 - kept.length + index));
		const { events } = JSON.parse(journal.acceptedToJson()) as {
			events: Array<{ request: number }>;
		};
		expect(events.map(({ request }) => request)).toEqual(kept);
	});

	it('keeps the newest request, however large', () => {
		const journal = new Journal('key', 1000);
		journal.add(request);
		journal.addBody(journal.add(request), JSON.stringify('x'.repeat(5000)));
		expect(numbersIn(journal)).toEqual([2]);
	});
});
