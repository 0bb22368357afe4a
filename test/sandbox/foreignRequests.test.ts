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

	it.each(['localhost', 'LOCALHOST', '127.0.0.1', '[::1]', '192.168.1.20'])(
		'answers at %s',
		async (host) => expect(await statusWith({ host: `${host}:${port}` })).toBe(200),
	);

	it.each(['rebound.example', 'localhost.rebound.example', '127.0.0.1.nip.example', 'a b'])(
		'does not answer at the name "%s", which may have been made to point here',
		async (host) => expect(await statusWith({ host: `${host}:${port}` })).toBe(421),
	);

	it('answers at the name that it was told to listen on', async () => {
		const named = await startSandbox({ host: '127.1' });
		const answer = await send(named, 'GET', '/_sandbox/outage', { headers: { host: '127.1:80' } });
		expect(answer.status).toBe(200);
		await named.close();
	});

	it.each(['https://site.example', 'null', 'http://localhost:5678', 'http://127.0.0.1'])(
		'does not answer a page of %s',
		async (origin) => expect(await statusWith({ host: `localhost:${port}`, origin })).toBe(403),
	);

	it('answers what names it as its own origin', async () => {
		const host = `localhost:${port}`;
		expect(await statusWith({ host, origin: `http://${host}` })).toBe(200);
	});

	it.each([
		['GET', '/_sandbox/requests', undefined],
		['POST', '/_sandbox/reset', undefined],
		['POST', '/_sandbox/outage', { kind: '503', seconds: 60 }],
		['POST', '/webhook/event/send', event],
		['GET', '/nowhere', undefined],
	] as const)('does nothing for a page that sends %s %s', async (method, path, body) => {
		await sandbox.reset();
		await send(sandbox, 'GET', '/webhook/lists');
		const before = await sandbox.requests();
		const headers = { ...validHeaders(sandbox), origin: 'https://site.example' };
		const answer = await send(sandbox, method, path, { body, headers });
		expect(answer).toMatchObject({
			status: 403,
			body: { message: expect.stringContaining('web page') },
		});
		expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
		expect(await sandbox.requests()).toEqual(before);
		expect((await send(sandbox, 'GET', '/webhook/lists')).status).toBe(200);
	});
});
