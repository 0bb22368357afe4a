import { startSandbox, type Sandbox } from '../../sandbox';
import { event, send, validHeaders } from './client';

describe('The sandbox and the web pages that a developer visits', () => {
	let sandbox: Sandbox;
	let port: string;

	beforeAll(async () => {
		sandbox = await startSandbox({ host: 'localhost' });
		({ port } = new URL(sandbox.url));
	});
	afterAll(async () => await sandbox.close());

	const statusWith = async (headers: Record<string, string>) =>
		(await send(sandbox, 'GET', '/_sandbox/outage', { headers })).status;

	it.each(['localhost', '127.0.0.1', '[::1]'])('answers at %s', async (host) =>
		expect(await statusWith({ host: `${host}:${port}` })).toBe(200),
	);

	it.each(['rebound.example', 'a b'])(
		'does not answer at the name "%s", which may have been made to point here',
		async (host) => expect(await statusWith({ host: `${host}:${port}` })).toBe(421),
	);

	it.each(['https://site.example', 'null', 'http://localhost:5678', 'http://127.0.0.1'])(
		'does not answer a page of %s',
		async (origin) => expect(await statusWith({ host: `localhost:${port}`, origin })).toBe(403),
	);

	it('answers what names it as its own origin', async () => {
		const host = `localhost:${port}`;
		expect(await statusWith({ host, origin: `http://${host}` })).toBe(200);
	});

	it.each([
		['POST', '/_sandbox/reset'],
		['POST', '/webhook/event/send'],
	] as const)('does nothing for a page that sends %s %s', async (method, path) => {
		await send(sandbox, 'GET', '/webhook/lists');
		const before = await sandbox.requests();
		const headers = { ...validHeaders(sandbox), origin: 'https://site.example' };
		expect((await send(sandbox, method, path, { body: event, headers })).status).toBe(403);
		expect(await sandbox.requests()).toEqual(before);
	});
});
