import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { systemClock } from '../../nodes/Messenger/http/clock';
import { apiKey } from '../support/messengerRun';
import { skipPauses } from '../support/pauses';
import { testCredential } from '../support/testCredential';

let server: Server | undefined;
const requests: Array<{ path?: string; accept?: string; authorization?: string }> = [];

/** Starts a service with one answer to everything, and gives its address. */
async function service(respond: RequestListener): Promise<string> {
	server = createServer((request, response) => {
		const { accept, authorization } = request.headers;
		requests.push({ path: request.url, accept, authorization });
		respond(request, response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering =
	(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	};

async function test(data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const result = await testCredential({ apiKey, ...data });
	expect(JSON.stringify(result)).not.toContain(apiKey);
	return result;
}

afterEach(async () => {
	jest.restoreAllMocks();
	requests.length = 0;
	server?.closeAllConnections();
	await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
	server = undefined;
});

it('is done by the node, which the credential leaves it to', () => {
	expect(new MessengerApi()).not.toHaveProperty('test');
	expect(new Messenger().description.credentials).toEqual([
		expect.objectContaining({ name: 'messengerApi', testedBy: 'messengerApiTest' }),
	]);
});

it('asks for the lists once, as JSON and with the key, and is content with an answer in their form', async () => {
	const baseUrl = await service(answering(200, { data: [] }));
	// As it may be copied.
	const copied = { baseUrl: `${baseUrl}/api/webhook/`, apiKey: ` ${apiKey}\n` };
	expect(await test(copied)).toEqual({
		status: 'OK',
		message: 'Connection successful',
	});
	expect(requests).toEqual([
		{
			path: '/api/webhook/lists',
			accept: 'application/json',
			authorization: `Bearer ${apiKey}`,
		},
	]);
});

it.each([
	['JSON without lists', answering(200, { success: true }), /unexpected form.*'Base URL'/],
	[
		'a page',
		answering(200, '<html>', { 'Content-Type': 'text/html' }),
		/text\/html instead of JSON/,
	],
	[
		'401',
		answering(401, { detail: 'Who are you?' }),
		/^The service didn't accept the API key: Who are you\? Check 'API Key' and 'Base URL' in the Messenger API credential\. The request was not processed\.$/,
	],
	[
		'401 with a full stop',
		answering(401, { detail: 'Not given.' }),
		/: Not given\. Check 'API Key'/,
	],
	['403', answering(403, {}), /temporarily blocked .* wait/i],
	[
		'404',
		answering(404, {}),
		/^Not found: the service has nothing at \/webhook\/lists\. Check 'Base URL' in the Messenger API credential\.$/,
	],
	['406', answering(406, {}), /Accept header/],
	['429', answering(429, {}), /^Rate limit exceeded/],
	['500', answering(500, { message: 'Down' }), /^Down\. /],
	[
		'a redirect',
		answering(302, '', { Location: 'http://localhost:1/' }),
		/redirect to http:\/\/localhost:1/,
	],
	['success: false', answering(200, { success: false, message: 'No' }), /^No\. /],
	['a reset', ((request) => request.socket.destroy()) as RequestListener, /was lost before/],
])('says as a run would what is wrong with %s', async (_what, respond, message) => {
	const baseUrl = await service(respond);
	expect(await test({ baseUrl })).toEqual({
		status: 'Error',
		message: expect.stringMatching(message),
	});
	expect(requests).toHaveLength(1);
});

it('stops reading an answer that unpacks to more than 4 MB', async () => {
	const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
	const baseUrl = await service((_request, response) => {
		const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
		response.writeHead(200, headers).end(packed);
	});
	expect((await test({ baseUrl })).message).toMatch(/ is too large: more than 4 MB/);
});

it.each([200, 500])('says what is too large in an answer of status %i', async (status) => {
	const answer = async (body: string) => {
		const baseUrl = await service(answering(status, body));
		return (await test({ baseUrl })).message;
	};
	const said = {
		200: / is too large: nested deeper than 64 levels/,
		500: /failed with status 500/,
	};
	expect(await answer('['.repeat(65))).toMatch(said[status as 200 | 500]);
	server?.close();
	expect(await answer(`{"message":"${'x'.repeat(5_000_000)}"}`)).not.toMatch(/xxx/);
});

it('says no word of the key, wherever the Base URL holds it', async () => {
	const baseUrl = await service(answering(404, {}));
	for (const address of [`${baseUrl}/${apiKey}`, `http://${apiKey}.example`, `${apiKey}://a`]) {
		const { message } = await test({ baseUrl: address });
		expect(message).toMatch(/\[API key\]/);
	}
});

it.each([
	[
		'of its body',
		(response: ServerResponse) =>
			response.writeHead(200, { 'Content-Length': 1000 }).flushHeaders(),
		' ',
	],
	[
		'of its headers',
		(response: ServerResponse) => response.socket?.write('HTTP/1.1 200 OK\r\n'),
		'A',
	],
])('does not wait for an answer that comes byte by byte, %s', async (_part, begin, byte) => {
	skipPauses();
	const baseUrl = await service((_request, response) => {
		begin(response);
		const timer = setInterval(() => response.socket?.write(byte), 100);
		response.socket?.once('close', () => clearInterval(timer));
	});
	const started = Date.now();
	expect((await test({ baseUrl })).message).toMatch(/ sent no response within 15 s/);
	// n8n's own timeout, which nothing makes pass faster, would have come after 15.
	expect(Date.now() - started).toBeLessThan(10_000);
});

it('closes the connection of an answer whose body does not end in time', async () => {
	skipPauses();
	let closed: Promise<unknown> | undefined;
	const baseUrl = await service((_request, response) => {
		closed = once(response, 'close');
		response.writeHead(200, { 'Content-Length': 1000 }).write('{');
	});
	await test({ baseUrl });
	await closed;
});

it('looks at the clock no more when it has ended', async () => {
	skipPauses();
	const baseUrl = await service(answering(200, { data: [] }));
	await test({ baseUrl });
	const { calls } = jest.mocked(systemClock.sleep).mock;
	// What had begun to wait for the deadline may do so for a second, which is 50 ms here.
	const atMost = calls.length;
	await wait(300);
	expect(calls).toHaveLength(atMost);
});

it('does not take the key along to where a redirect leads', async () => {
	const other = createServer((_request, response) => response.end('{"data":[]}'));
	const arrived: unknown[] = [];
	other.on('request', (request) => arrived.push(request));
	other.listen(0, '127.0.0.1');
	await once(other, 'listening');
	const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
	const baseUrl = await service(answering(301, '', { Location: target }));
	expect((await test({ baseUrl })).status).toBe('Error');
	expect(arrived).toEqual([]);
	await new Promise((resolve) => other.close(resolve));
});

it('names a host that refuses the connection', async () => {
	const baseUrl = await service(answering(200, {}));
	await new Promise((resolve) => server?.close(resolve));
	server = undefined;
	expect(await test({ baseUrl })).toEqual({
		status: 'Error',
		message: expect.stringMatching(/127\.0\.0\.1:\d+ refused the connection \(ECONNREFUSED\)/),
	});
});

it.each([
	[
		'api.example.com',
		/doesn't begin with https:\/\/\. Enter an address such as .* http:\/\/localhost/,
	],
	['ftp://api.example.com', /begins with ftp:/],
	['h\tttp://127.0.0.1', /'Base URL' of the credential/],
	['http://example.com', /unencrypted/],
	['https://user:word@example.com', /user name or password/],
	['', /is empty/],
])('refuses %j before anything is sent', async (baseUrl, message) => {
	expect(await test({ baseUrl })).toEqual({
		status: 'Error',
		message: expect.stringMatching(message),
	});
});

it.each(['', 'a key', 'a\nb'])('refuses the key %j before anything is sent', async (key) => {
	const baseUrl = await service(answering(200, { data: [] }));
	expect((await test({ baseUrl, apiKey: key })).status).toBe('Error');
	expect(requests).toEqual([]);
});

it("asks an unencrypted host with 'Allow HTTP' turned on", async () => {
	const result = await test({ baseUrl: 'http://service.invalid', allowHttp: true });
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(/service\.invalid/) });
	expect(result.message).not.toMatch(/unencrypted/);
});

it('says so where it cannot even read the credential', async () => {
	const unreadable = Object.defineProperty({}, 'baseUrl', {
		enumerable: false,
		get: () => {
			throw new Error('not decrypted');
		},
	});
	const { messengerApiTest } = new Messenger().methods.credentialTest;
	const credential = { id: '1', name: 'Messenger API', type: 'messengerApi', data: unreadable };
	expect(await messengerApiTest.call({} as ICredentialTestFunctions, credential)).toEqual({
		status: 'Error',
		message: "The credential couldn't be tested",
	});
});
