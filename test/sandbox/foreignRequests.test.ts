import { startSandbox, type Sandbox } from '../../sandbox';
import { event, send, validHeaders } from './client';

let sandbox: Sandbox;
let port: string;
beforeAll(async () => {
	sandbox = await startSandbox();
	({ port } = new URL(sandbox.url));
});
afterAll(async () => await sandbox.close());

const page = { origin: 'https://site.example' };

it.each([
	['localhost', undefined, 200],
	['127.0.0.1', undefined, 200],
	['[::1]', undefined, 200],
	['rebound.example', undefined, 421],
	['a b', undefined, 421],
	['localhost', page.origin, 403],
	['localhost', 'null', 403],
	['localhost', 'http://localhost:1', 403],
])('what names the host %s and the origin %s gets %i', async (name, origin, status) => {
	const headers = { host: `${name}:${port}`, ...(origin && { origin }) };
	expect((await send(sandbox, 'GET', '/_sandbox/outage', { headers })).status).toBe(status);
});

it('what names the own origin is answered', async () => {
	const headers = { origin: sandbox.url };
	expect((await send(sandbox, 'GET', '/_sandbox/outage', { headers })).status).toBe(200);
});

it.each(['/_sandbox/reset', '/webhook/event/send'])('a page does nothing by %s', async (path) => {
	await send(sandbox, 'GET', '/webhook/lists');
	const before = await sandbox.requests();
	const headers = { ...validHeaders(sandbox), ...page };
	expect((await send(sandbox, 'POST', path, { body: event, headers })).status).toBe(403);
	expect(await sandbox.requests()).toEqual(before);
});
