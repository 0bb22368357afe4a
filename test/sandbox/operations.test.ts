import type { OutgoingHttpHeaders } from 'node:http';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ServiceDocument, type OperationId } from '../../sandbox/document';
import { cases } from '../node/cases';
import { campaign, event, send, validHeaders, type Received } from './client';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const document = new ServiceDocument();

/** The interface shows `message` for these and does not ask for Accept; for the others `detail`. */
const older: OperationId[] = ['sendCampaign', 'verifyEmail'];

/** A good request for each operation, and what a missing key gives. */
const operations = document.operations.map(({ operationId, method, path }) => {
	const { request } = cases.find(({ endpoint }) => endpoint === operationId)!;
	const isOlder = older.includes(operationId);
	return {
		operationId,
		method,
		path: `${path}${request.query ? `?${request.query}` : ''}`,
		body: request.body,
		unauthorized: isOlder
			? { message: 'Unauthorized request' }
			: { detail: 'Authentication credentials were not provided.' },
		needsAccept: !isOlder,
	};
});

describe.each(operations)('$operationId', (operation) => {
	const { operationId, method, path, body, unauthorized, needsAccept } = operation;
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(async () => await sandbox.close());

	const sendWith = async (headers: OutgoingHttpHeaders) =>
		await send(sandbox, method, path, { body, headers });

	it('answers a good request with 200, as JSON that keeps to the document', async () => {
		const answer = await sendWith(validHeaders(sandbox));
		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
		expect(document.responseErrors(operationId, 200, answer.body)).toEqual([]);
	});

	it.each([
		['no key', undefined],
		['another key', 'Bearer wrong'],
		['an empty key', 'Bearer '],
		['the key with a letter too many', 'Bearer sandbox-development-keys'],
		['the key under another scheme', 'Basic sandbox-development-key'],
	])('answers %s with 401', async (_name, authorization) => {
		const headers = { accept: 'application/json', ...(authorization && { authorization }) };
		expect(await sendWith(headers)).toMatchObject({ status: 401, body: unauthorized });
	});

	const { authorization } = { authorization: 'Bearer sandbox-development-key' };

	it(`answers a request without Accept with ${needsAccept ? 406 : 200}`, async () => {
		expect((await sendWith({ authorization })).status).toBe(needsAccept ? 406 : 200);
	});

	it('says 401 before 406', async () => {
		expect((await sendWith({})).status).toBe(401);
	});

	it.each([
		['application/json, text/plain;q=0.5', true],
		['application/*', true],
		['*/*', true],
		['text/html', false],
		['application/json;q=0, text/html', false],
	])('takes Accept: %s for JSON: %s', async (accept, admitsJson) => {
		const { status } = await sendWith({ authorization, accept });
		expect(status).toBe(admitsJson || !needsAccept ? 200 : 406);
	});
});

describe('The sandbox', () => {
	let sandbox: Sandbox;

	const restart = async (...options: Parameters<typeof startSandbox>) => {
		await sandbox.close();
		sandbox = await startSandbox(...options);
	};
	const badRequests: Array<[string, unknown]> = [
		['a field of the wrong type', { email: 7, contact: { email: 7 }, recipient: 7 }],
		['broken JSON', '{"email": "a@b"'],
		['JSON that is no object', '"a@b"'],
	];
	const expectAnswer = (answer: Received, status: number, body: unknown) => {
		expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
	};

	beforeEach(async () => {
		sandbox = await startSandbox();
	});
	afterEach(async () => await sandbox.close());

	it('confirms a campaign and keeps it', async () => {
		const answer = await send(sandbox, 'POST', '/webhook/campaign', { body: campaign });
		expectAnswer(answer, 200, {
			success: true,
			message: 'Messenger campaign message(s) sent successfully.',
		});
		const { campaigns, events } = await sandbox.accepted();
		expect(campaigns).toEqual([{ id: expect.stringMatching(uuid), request: 1, content: campaign }]);
		expect(events).toEqual([]);
	});

	it.each(badRequests)('refuses a campaign with %s, and keeps nothing', async (_name, body) => {
		const answer = await send(sandbox, 'POST', '/webhook/campaign', { body });
		expectAnswer(answer, 400, { success: false, message: 'Bad request' });
		expect((await sandbox.accepted()).campaigns).toEqual([]);
	});

	it.each([200, 422])('refuses a campaign with the status %d if told so', async (status) => {
		await restart({ campaignFailureStatus: status });
		const answer = await send(sandbox, 'POST', '/webhook/campaign', { body: {} });
		expectAnswer(answer, status, { success: false, message: 'Bad request' });
	});

	it('takes a campaign with 20,000 recipients', async () => {
		const body = { ...campaign, recipient: Array(20_000).fill(campaign.recipient[0]) };
		expect((await send(sandbox, 'POST', '/webhook/campaign', { body })).status).toBe(200);
	});

	it.each([
		['marcus.reid@example.com', 'undeliverable'],
		['Diego.Torres@Example.com', 'risky'],
		['anna.schmidt@example.com', 'safe'],
		['stranger@example.com', 'safe'],
	])('verifies %s as %s', async (email, status) => {
		const answer = await send(sandbox, 'POST', '/webhook/email/verify', { body: { email } });
		expectAnswer(answer, 200, {
			message: 'Email successfully verified',
			data: {
				email,
				status,
				checked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
			},
		});
	});

	it.each([
		...badRequests,
		['a malformed email', { email: 'a@' }],
		['a blank email', { email: ' ' }],
		['no email', {}],
	])('refuses a verification with %s', async (_name, body) => {
		const answer = await send(sandbox, 'POST', '/webhook/email/verify', { body });
		expectAnswer(answer, 400, { message: 'Invalid email format' });
	});

	it('refuses a verification without a body, and one that is not called JSON', async () => {
		const invalid = { message: 'Invalid email format' };
		expectAnswer(await send(sandbox, 'POST', '/webhook/email/verify'), 400, invalid);
		const headers = { ...validHeaders(sandbox), 'content-type': 'text/plain' };
		const body = { email: 'a@b' };
		expectAnswer(
			await send(sandbox, 'POST', '/webhook/email/verify', { body, headers }),
			400,
			invalid,
		);
	});

	it('finds a contact, however its email is written', async () => {
		const answer = await send(
			sandbox,
			'GET',
			'/webhook/contact/find?email=Kofi.Mensah%2Bnews@example.ORG',
		);
		expectAnswer(answer, 200, {
			data: {
				email: 'kofi.mensah+news@example.org',
				first_name: 'Kofi',
				name: 'Mensah',
				messenger_number: '+44 7700 900555',
				language: 'en',
			},
		});
	});

	it.each([
		['404 by default', {}, 404],
		['200 if told so', { notFoundStatus: 200 }, 200],
		['400 if told so', { notFoundStatus: 400 }, 400],
		['410 if told so', { notFoundStatus: 410 }, 410],
	])('says that a contact is not there with %s', async (_name, options, status) => {
		await restart(options);
		const answer = await send(sandbox, 'GET', '/webhook/contact/find?email=nobody@example.com');
		expectAnswer(answer, status, { success: false, message: 'Contact not found' });
	});

	it.each([
		'',
		'?email=',
		'?email=a@',
		'?email=a+b@example.com',
		'?email=a@b&email=c@d',
		'?mail=a@b',
	])('refuses to find a contact by "%s"', async (query) => {
		const answer = await send(sandbox, 'GET', `/webhook/contact/find${query}`);
		expectAnswer(answer, 400, { message: 'Email provided is not valid.' });
	});

	it('finds a contact by another query parameter if told so', async () => {
		await restart({ emailParameter: 'address' });
		const found = await send(sandbox, 'GET', '/webhook/contact/find?address=mei.chen@example.org');
		expect(found).toMatchObject({ status: 200, body: { data: { first_name: 'Mei' } } });
		const wrong = await send(sandbox, 'GET', '/webhook/contact/find?email=mei.chen@example.org');
		expect(wrong.status).toBe(400);
	});

	it('takes a POST to one path outside the interface if told so, without key or limit', async () => {
		const post = async () =>
			await send(sandbox, 'POST', '/v3/contacts', { body: { email: 'a@b' }, headers: {} });
		expect((await post()).status).toBe(404);
		await restart({ alsoAccept: '/v3/contacts', rate: 1, burst: 1 });
		expectAnswer(await post(), 201, { id: 1 });
		expectAnswer(await post(), 201, { id: 1 });
		expect(await sandbox.requests()).toMatchObject([
			{ path: '/v3/contacts', body: { email: 'a@b' }, status: 201 },
			{ path: '/v3/contacts', status: 201 },
		]);
	});

	it('ignores query parameters that the interface does not show', async () => {
		const plain = await send(sandbox, 'GET', '/webhook/lists');
		expect((await send(sandbox, 'GET', '/webhook/lists?page=2&limit=1')).body).toEqual(plain.body);
	});

	it.each([
		['/webhook/lists', 'Bad request'],
		['/webhook/customfields', 'Bad request'],
		['/webhook/contact/find?email=a@b', 'Email provided is not valid.'],
	])('refuses GET %s with a body, as its payload is none', async (path, message) => {
		expectAnswer(await send(sandbox, 'GET', path, { body: {} }), 400, { message });
	});

	it('accepts an event with an id of its own and keeps it', async () => {
		const first = await send(sandbox, 'POST', '/webhook/event/send', { body: event });
		const second = await send(sandbox, 'POST', '/webhook/event/send', { body: event });
		expectAnswer(first, 200, { success: true, id: expect.stringMatching(uuid) });
		const ids = [first, second].map(({ body }) => (body as { id: string }).id);
		expect(new Set(ids).size).toBe(2);
		expect((await sandbox.accepted()).events).toEqual([
			{ id: ids[0], request: 1, content: event },
			{ id: ids[1], request: 2, content: event },
		]);
	});

	it.each([
		['a malformed email', { ...event, contact: { email: 'a@' } }, 'Email provided is not valid.'],
		['no code', { ...event, event: {} }, 'Bad request'],
		['a misspelt field', { ...event, contacts: [] }, 'Bad request'],
		['broken JSON', '{', 'Bad request'],
	])('refuses an event with %s, and keeps nothing', async (_name, body, message) => {
		const answer = await send(sandbox, 'POST', '/webhook/event/send', { body });
		expectAnswer(answer, 400, { message });
		expect((await sandbox.accepted()).events).toEqual([]);
	});

	it('keeps keys such as __proto__ as they came', async () => {
		const body = '{"contact":{"email":"a@b"},"event":{"code":"x","data":{"__proto__":{"a":1}}}}';
		expect((await send(sandbox, 'POST', '/webhook/event/send', { body })).status).toBe(200);
		const [entry] = await sandbox.requests();
		expect(JSON.stringify(entry?.body)).toBe(body);
	});

	it('answers other paths with 404', async () => {
		expectAnswer(await send(sandbox, 'GET', '/webhook/nothing'), 404, { message: 'Not found' });
		expectAnswer(await send(sandbox, 'GET', '/webhook/campaign'), 404, { message: 'Not found' });
	});
});
