import type { OutgoingHttpHeaders } from 'node:http';
import { startSandbox, type Sandbox } from '../../tools/sandbox';
import { ServiceDocument } from '../../tools/sandbox/document';
import { cases } from '../node/cases';
import { event, send, validHeaders } from './client';

const document = new ServiceDocument();

/** The interface shows `message` for these and does not ask for Accept; for the others `detail`. */
const older = ['sendCampaign', 'verifyEmail'];

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(async () => await sandbox.reset());
afterAll(async () => await sandbox.close());

describe.each(document.operations)('$operationId', ({ operationId, method, path }) => {
	const { request } = cases.find(({ endpoint }) => endpoint === operationId)!;
	const url = `${path}${request.query ? `?${request.query}` : ''}`;
	const needsAccept = !older.includes(operationId);
	const sendWith = async (headers: OutgoingHttpHeaders) =>
		await send(sandbox, method, url, { body: request.body, headers });
	const authorization = 'Bearer sandbox-development-key';

	it('answers a good request with 200, as JSON that keeps to the document', async () => {
		const answer = await sendWith(validHeaders(sandbox));
		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
		expect(document.responseErrors(operationId, 200, answer.body)).toEqual([]);
	});

	it('answers a wrong key with 401, before anything else', async () => {
		const body = needsAccept
			? { detail: 'Authentication credentials were not provided.' }
			: { message: 'Unauthorized request' };
		for (const wrong of [{}, { authorization: 'Bearer wrong' }]) {
			expect(await sendWith(wrong)).toMatchObject({ status: 401, body });
		}
	});

	it.each([
		[undefined, false],
		['application/json, text/plain;q=0.5', true],
		['*/*', true],
		['application/json;q=0, text/html', false],
	])('takes Accept: %s for JSON: %s', async (accept, admitsJson) => {
		const { status } = await sendWith({ authorization, ...(accept && { accept }) });
		expect(status).toBe(admitsJson || !needsAccept ? 200 : 406);
	});
});

const wrongBodies: Array<[string, unknown]> = [
	['a field of the wrong type', { email: 7, contact: { email: 7 }, recipient: 7 }],
	['broken JSON', '{"email": "a@b"'],
	['nothing', {}],
];
const refusals = [
	['/webhook/campaign', { success: false, message: 'Bad request' }],
	['/webhook/email/verify', { message: 'Invalid email format' }],
	['/webhook/event/send', { message: expect.stringMatching(/Bad request|not valid/) }],
] as const;

describe.each(refusals)('POST %s', (path, refusal) => {
	it.each(wrongBodies)('refuses %s, and keeps nothing', async (_name, body) => {
		expect(await send(sandbox, 'POST', path, { body })).toMatchObject({
			status: 400,
			body: refusal,
		});
		expect(await sandbox.accepted()).toEqual({ campaigns: [], events: [] });
	});
});

it.each([
	['marcus.reid@example.com', 'undeliverable'],
	['Diego.Torres@Example.com', 'risky'],
	['stranger@example.com', 'safe'],
])('verifies %s as %s', async (email, status) => {
	const { body } = await send(sandbox, 'POST', '/webhook/email/verify', { body: { email } });
	expect(body).toMatchObject({ data: { email, status, checked_at: expect.any(String) } });
});

it('finds a contact, however its email is written', async () => {
	const path = '/webhook/contact/find?email=Kofi.Mensah%2Bnews@example.ORG';
	expect(await send(sandbox, 'GET', path)).toMatchObject({
		status: 200,
		body: { data: { email: 'kofi.mensah+news@example.org', first_name: 'Kofi' } },
	});
});

it.each(['', '?email=a@', '?email=a@b&email=c@d'])(
	'refuses to find a contact by "%s"',
	async (query) => {
		const answer = await send(sandbox, 'GET', `/webhook/contact/find${query}`);
		expect(answer).toMatchObject({
			status: 400,
			body: { message: 'Email provided is not valid.' },
		});
	},
);

it.each([
	['GET', '/webhook/contact/find?email=nobody@example.com', 'Contact not found'],
	['GET', '/webhook/nothing', 'Not found'],
	['GET', '/webhook/campaign', 'Not found'],
] as const)('answers %s %s with 404', async (method, path, message) => {
	expect(await send(sandbox, method, path)).toMatchObject({ status: 404, body: { message } });
});

it.each([
	['localhost', {}, 200],
	['[::1]', {}, 200],
	['rebound.example', {}, 403],
	['localhost', { origin: 'http://localhost' }, 403],
])('a client that names the host %s and %j gets %i', async (name, origin, status) => {
	const { port } = new URL(sandbox.url);
	const headers = { ...validHeaders(sandbox), host: `${name}:${port}`, ...origin };
	const { status: given } = await send(sandbox, 'POST', '/webhook/event/send', {
		body: event,
		headers,
	});
	expect(given).toBe(status);
	expect(await sandbox.requests()).toHaveLength(status === 200 ? 1 : 0);
});

it('ignores query parameters that the interface does not show, and refuses a body of a GET', async () => {
	const plain = await send(sandbox, 'GET', '/webhook/lists');
	expect((await send(sandbox, 'GET', '/webhook/lists?page=2')).body).toEqual(plain.body);
	expect((await send(sandbox, 'GET', '/webhook/lists', { body: {} })).status).toBe(400);
});
