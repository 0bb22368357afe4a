import { startSandbox, type Sandbox } from '../../tools/sandbox';
import { event, send, validHeaders } from './client';

const apiKey = 'k-live-"1';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ apiKey, rate: 0.001, burst: 3 });
});
afterEach(async () => await sandbox.close());

it('has everything in the order of arrival, refused requests with their bodies', async () => {
	const { authorization } = validHeaders(sandbox);
	await send(sandbox, 'GET', '/nowhere?a=1&b=2&b=3', { headers: {} });
	await send(sandbox, 'GET', '/webhook/lists', { headers: { authorization: 'Bearer wrong' } });
	await send(sandbox, 'GET', '/webhook/lists', { headers: { authorization } });
	await send(sandbox, 'POST', '/webhook/event/send', { body: '{broken' });
	await send(sandbox, 'POST', '/webhook/event/send', { body: event });
	const requests = await sandbox.requests();
	const rows = requests.map(({ number, path, headers, status, body }) => [
		...[number, path, headers.authorization, status, body],
	]);
	expect(rows).toEqual([
		[1, '/nowhere', undefined, 404, undefined],
		[2, '/webhook/lists', 'Bearer <invalid>', 401, undefined],
		[3, '/webhook/lists', 'Bearer <valid>', 406, undefined],
		[4, '/webhook/event/send', 'Bearer <valid>', 400, '{broken'],
		[5, '/webhook/event/send', 'Bearer <valid>', 429, event],
	]);
	expect(requests[0]!.query).toEqual({ a: '1', b: ['2', '3'] });
});

it('has no key, even one that JSON escapes, and no other secret', async () => {
	await send(sandbox, 'POST', `/webhook/event/send?${apiKey}=1`, {
		body: { ...event, contact: { email: `${apiKey}@example.com` } },
		headers: { ...validHeaders(sandbox), 'api-key': 'secret-1', cookie: 'a=secret-2' },
	});
	const requests = await sandbox.requests();
	expect(requests).toMatchObject([
		{ query: { '<API key>': '1' }, body: { contact: { email: '<API key>@example.com' } } },
	]);
	const everything = JSON.stringify([requests, await sandbox.accepted()]);
	expect(everything).not.toMatch(/k-live-|secret-/);
});

it('is the same over HTTP, without a key or a limit, and empty after a reset', async () => {
	await send(sandbox, 'POST', '/webhook/event/send', { body: event });
	for (let time = 0; time < 5; time += 1) {
		const answer = await send(sandbox, 'GET', '/_sandbox/requests', { headers: {} });
		expect(answer).toMatchObject({ status: 200, body: await sandbox.requests() });
	}
	const { body } = await send(sandbox, 'GET', '/_sandbox/accepted', { headers: {} });
	expect(body).toMatchObject({ events: [{ request: 1, content: event }] });
	const response = await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
	expect(response.status).toBe(204);
	expect(await sandbox.requests()).toEqual([]);
	expect(await sandbox.accepted()).toEqual({ campaigns: [], events: [] });
});
