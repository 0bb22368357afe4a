import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { environment } from '../../tools/playground/n8n';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../tools/sandbox';
import { ServiceDocument } from '../../tools/sandbox/document';
import { cases } from '../node/cases';

const document = new ServiceDocument();
const event = { contact: { email: 'mei.chen@example.org' }, event: { code: 'signed_up' } };
const nothing = { campaigns: [], events: [] };

let sandbox: Sandbox;
let now = 0;
const start = async (options: SandboxOptions = {}) => {
	sandbox = await startSandbox(options, () => now);
};
afterEach(async () => await sandbox?.close());

/** Sends a request with the right headers, but for these. */
async function send(method: string, path: string, body?: unknown, headers = {}) {
	const response = await fetch(sandbox.url + path, {
		method,
		headers: {
			accept: 'application/json',
			authorization: `Bearer ${sandbox.apiKey}`,
			'content-type': 'application/json',
			...headers,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await response.text();
	return { status: response.status, body: text && (JSON.parse(text) as unknown) };
}
const sendEvent = async (body: unknown = event, headers = {}) =>
	await send('POST', '/webhook/event/send', body, headers);
const getLists = async () => (await send('GET', '/webhook/lists')).status;

it('its document has the endpoints that the node knows', () => {
	const documented = document.operations.map((one) => [one.operationId, one.method, one.path]);
	const known = cases.map((one) => [one.endpoint, one.method, one.path]);
	expect(new Set(documented.map(String))).toEqual(new Set(known.map(String)));
});

it.each(cases)(
	'$name gets an answer as documented; without the key 401, without Accept 406 where that is documented',
	async ({ endpoint, method, path, request: { query, body } }) => {
		await start();
		const url = path + (query ? `?${query}` : '');
		const good = await send(method, url, body);
		expect([good.status, document.responseErrors(endpoint, 200, good.body)]).toEqual([200, []]);
		expect((await send(method, url, body, { authorization: 'Bearer x' })).status).toBe(401);
		const { statuses } = document.operations.find((one) => one.operationId === endpoint)!;
		const html = await send(method, url, body, { accept: 'text/html' });
		expect(html.status).toBe(statuses.includes('406') ? 406 : 200);
	},
);

it.each(['campaign', 'email/verify', 'event/send'])(
	'/webhook/%s refuses wrong bodies, and keeps nothing',
	async (path) => {
		await start();
		const wrong = { email: 7, contact: { email: 7 }, recipient: 7 };
		for (const body of [wrong, {}, '{"email": "a@b"']) {
			expect((await send('POST', `/webhook/${path}`, body)).status).toBe(400);
		}
		expect(await sandbox.accepted()).toEqual(nothing);
	},
);

it('limits the rate, and blocks everything after too many bad requests, until a reset', async () => {
	await start({ rate: 10, burst: 3, blockAfter: 2, blockSeconds: 10 });
	expect([await getLists(), (await sendEvent({})).status]).toEqual([200, 400]);
	expect([await getLists(), await getLists()]).toEqual([200, 429]);
	now += 100;
	expect([(await sendEvent({})).status, await getLists()]).toEqual([400, 403]);
	now += 10_000;
	expect(await getLists()).toBe(200);
	await sandbox.reset();
	expect([await getLists(), await getLists(), await getLists()]).toEqual([200, 200, 200]);
	expect(await getLists()).toBe(429);
});

it('has outages, which begin and end over HTTP', async () => {
	await start();
	const order = async (body: object) => (await send('POST', '/_sandbox/outage', body)).status;
	expect(await order({ kind: '503', seconds: 60 })).toBe(204);
	expect((await sendEvent()).status).toBe(503);
	await order({ kind: 'reset', seconds: 60 });
	await expect(sendEvent()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
	await order({ kind: 'silence', seconds: 60 });
	const unanswered = sendEvent().catch(() => 'no answer');
	while ((await sandbox.requests()).length < 3) await new Promise(setImmediate);
	await order({ seconds: 0 });
	expect((await sendEvent()).status).toBe(200);
	expect((await sandbox.accepted()).events).toHaveLength(1);
	await sandbox.close();
	expect(await unanswered).toBe('no answer');
});

it('writes down every request, without the key and other secrets', async () => {
	await start({ apiKey: 'k-live-"1' });
	const { apiKey } = sandbox;
	await sendEvent('{broken', { 'api-key': 'secret-1', cookie: 'a=secret-2' });
	await sendEvent({ ...event, contact: { email: `${apiKey}@example.com` } });
	const { body: requests } = await send('GET', '/_sandbox/requests');
	expect(requests).toMatchObject([
		{ path: '/webhook/event/send', status: 400, body: '{broken' },
		{ headers: { authorization: 'Bearer <valid>' }, body: { contact: expect.anything() } },
	]);
	expect(JSON.stringify([requests, await sandbox.accepted()])).not.toMatch(/k-live-|secret-/);
	await send('POST', '/_sandbox/reset', {});
	expect([await sandbox.requests(), await sandbox.accepted()]).toEqual([[], nothing]);
});

it('it and the playground listen on this machine only, and it answers no web page', async () => {
	await start();
	expect(new URL(sandbox.url).hostname).toBe('127.0.0.1');
	const { N8N_LISTEN_ADDRESS } = environment({ userFolder: '', port: 1, brokerPort: 2 });
	expect(N8N_LISTEN_ADDRESS).toBe('127.0.0.1');
	expect((await sendEvent(event, { origin: 'http://localhost' })).status).toBe(403);
	// A name that was made to lead here (DNS rebinding), which fetch cannot give itself.
	const rebound = get(`${sandbox.url}/webhook/lists`, { headers: { host: 'rebound.example' } });
	const [response] = (await once(rebound, 'response')) as [IncomingMessage];
	expect(response.resume().statusCode).toBe(403);
	expect(await sandbox.requests()).toEqual([]);
});
