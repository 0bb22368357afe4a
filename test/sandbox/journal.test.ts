import { startSandbox, type Sandbox } from '../../sandbox';
import { Journal } from '../../sandbox/journal';
import { event, send, validHeaders } from './client';

// JSON and URLs spell this key in several ways.
const apiKey = 'k/e+y "1"';
const spellings = [
	JSON.stringify(apiKey),
	'"k\\/e\\u002By \\u00221\\u0022"',
	`"${encodeURIComponent(apiKey)}"`,
	'"k%2fe+y%20%221%22"',
];

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ apiKey, rate: 1, burst: 3 });
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
	const { authorization } = validHeaders(sandbox);
	await send(sandbox, 'GET', '/nowhere', { headers: {} });
	await send(sandbox, 'GET', '/webhook/lists', { headers: { authorization: 'Bearer wrong' } });
	await send(sandbox, 'GET', '/webhook/lists', { headers: { authorization } });
	await send(sandbox, 'POST', '/webhook/event/send', { body: '{broken' });
	await send(sandbox, 'POST', '/webhook/event/send', { body: event });
	const rows = (await sandbox.requests()).map(({ number, path, headers, status, body }) => [
		...[number, path, headers.authorization, status, body],
	]);
	expect(rows).toEqual([
		[1, '/nowhere', undefined, 404, undefined],
		[2, '/webhook/lists', 'Bearer <invalid>', 401, undefined],
		[3, '/webhook/lists', 'Bearer <valid>', 406, undefined],
		[4, '/webhook/event/send', 'Bearer <valid>', 400, '{broken'],
		[5, '/webhook/event/send', 'Bearer <valid>', 429, event],
	]);
});

it('has no key, however a request spells it, and no other secret', async () => {
	const data = `{"a":[${spellings.join()},"100% \\\\ %zz"],${JSON.stringify(apiKey)}:1}`;
	await send(sandbox, 'POST', `/webhook/event/send?${encodeURIComponent(apiKey)}=1`, {
		body: `{"contact":{"email":"a@b"},"event":{"code":"x","data":${data}}}`,
		headers: {
			...validHeaders(sandbox),
			'api-key': 'secret-1',
			cookie: 'a=secret-2',
			'x-note': `is ${apiKey}`,
		},
	});
	await send(sandbox, 'POST', '/nowhere', { body: `not JSON: ${apiKey}` });
	const [requests, { events }] = [await sandbox.requests(), await sandbox.accepted()];
	const cleaned = { a: [...spellings.map(() => '<API key>'), '100% \\ %zz'], '<API key>': 1 };
	expect(events).toMatchObject([{ content: { event: { data: cleaned } } }]);
	expect(requests).toMatchObject([
		{ query: { '<API key>': '1' }, body: { event: { data: cleaned } } },
		{ body: 'not JSON: <API key>' },
	]);
	expect(JSON.stringify(requests)).not.toMatch(/k\/e\+|secret-/);
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

it('loses its oldest requests where it becomes too long, and what was accepted of them', () => {
	const journal = new Journal('key', 100_000);
	for (let number = 1; number <= 1000; number += 1) {
		const record = journal.add({ method: 'POST', path: '/', query: {}, headers: {} });
		journal.addBody(record, JSON.stringify('x'.repeat(500)));
		record.accepted = { kind: 'events', id: String(number) };
	}
	const requests = JSON.parse(journal.toJson()) as Array<{ number: number }>;
	const accepted = JSON.parse(journal.acceptedToJson()) as { events: Array<{ request: number }> };
	const kept = requests.map(({ number }) => number);
	expect(kept.length).toBeGreaterThan(80);
	expect(journal.toJson().length).toBeLessThan(100_000);
	expect(kept).toEqual(kept.map((_number, index) => 1001 - kept.length + index));
	expect(accepted.events.map(({ request }) => request)).toEqual(kept);
});
