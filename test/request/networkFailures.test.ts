import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { runMessenger, shown } from '../support/messengerRun';
import { skipPauses } from '../support/pauses';
import { httpAnswer, startRawServer } from '../support/rawServer';

const uncertain =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';
const away = 'This run waited [\\d.]+ s because the service was unavailable\\.';
const broken = (code: string) => (host: string) =>
	`The connection to ${host} was lost before the response was complete (${code})`;

/** Runs an operation for one item against a server that responds like this. */
async function runAgainst(
	operation: string,
	respond: (socket: Socket) => void,
	requestOptions = {},
) {
	const server = await startRawServer(respond);
	try {
		const { error } = await runOne(operation, server.url, requestOptions);
		return { error, server };
	} finally {
		await server.close();
	}
}

const runOne = async (operation: string, url: string, requestOptions = {}) =>
	await runMessenger(operation, {
		node: { executeOnce: true },
		credential: { baseUrl: url },
		parameters: { requestOptions },
	});

let pauses: number[];
beforeEach(() => {
	pauses = skipPauses();
});
afterEach(() => jest.restoreAllMocks());

describe.each<[string, (socket: Socket) => void, string, (host: string) => string, string]>([
	[
		'an answer cut off in the middle',
		(socket) => socket.end(httpAnswer('{"data": [{"uuid": "1', { length: 1000 })),
		'ECONNRESET',
		broken('ECONNRESET'),
		'Check the network between n8n and the service.',
	],
	[
		'a connection that is closed without an answer',
		(socket) => socket.end(),
		'ECONNRESET',
		broken('ECONNRESET'),
		'Check the network between n8n and the service.',
	],
	[
		'a connection that is reset',
		(socket) => socket.resetAndDestroy(),
		'ECONNRESET',
		broken('ECONNRESET'),
		'Check the network between n8n and the service.',
	],
	[
		'an answer that does not decompress',
		(socket) => socket.end(httpAnswer('no gzip', { headers: 'Content-Encoding: gzip\r\n' })),
		'Z_DATA_ERROR',
		(host) => `The response of ${host} couldn't be decompressed (Z_DATA_ERROR)`,
		'Something between n8n and the service, such as a proxy, changes its responses.',
	],
])('%s', (_, respond, httpCode, message, advice) => {
	it('makes a look-up try again with growing pauses, and then ask whether the service is back', async () => {
		const { error, server } = await runAgainst('contact: find', respond);
		expect(shown(error)).toEqual({
			name: 'NodeApiError',
			message: message(server.host),
			description: expect.stringMatching(
				new RegExp(`^${advice.replaceAll('.', '\\.')} The node tried 3 times\\.<br>${away}$`),
			),
			httpCode,
			itemIndex: 0,
		});
		const paths = server.requests.map((request) => /\/webhook\/\w+/.exec(request)?.[0]);
		const probes = Array<string>(paths.length - 3).fill('/webhook/lists');
		expect(paths).toEqual([...Array<string>(3).fill('/webhook/contact'), ...probes]);
		// How many depends on the machine; that their pauses grow is tested with the circuit breaker.
		expect(probes.length).toBeGreaterThanOrEqual(1);
		expect(pauses.slice(0, 3)).toEqual([375, 750, 1500]);
	});

	it('does not make an event go out twice', async () => {
		const { error, server } = await runAgainst('event: send', respond);
		expect(shown(error)).toEqual({
			name: 'NodeApiError',
			message: `${message(server.host)} for "anna.schmidt@example.com"`,
			description: `${advice} ${uncertain}`,
			httpCode,
			itemIndex: 0,
		});
		expect(server.requests).toHaveLength(1);
		expect(pauses).toEqual([]);
	});
});

describe('a service that is not there', () => {
	it.each(['contact: find', 'event: send', 'campaign: send'])(
		'is tried again by %s, whose request never left',
		async (operation) => {
			const server = await startRawServer(() => {});
			await server.close();
			const { error } = await runOne(operation, server.url);
			expect(shown(error)).toMatchObject({
				name: 'NodeApiError',
				message: `The host ${server.host} refused the connection (ECONNREFUSED)`,
				description: expect.stringMatching(
					/^Check that the service is running, and 'Base URL' in the Messenger API credential\. The node tried 3 times\./,
				),
				httpCode: 'ECONNREFUSED',
				itemIndex: 0,
			});
			expect(error?.description).not.toContain(uncertain);
			expect(pauses.slice(0, 3)).toEqual([375, 750, 1500]);
		},
	);
});

describe('a service that does not answer in time', () => {
	it.each<[string, (socket: Socket) => void]>([
		['is silent', () => {}],
		['falls silent within its answer', (socket) => socket.write(httpAnswer('{', { length: 9 }))],
	])('and %s is given up after the Timeout', async (_, respond) => {
		const { error, server } = await runAgainst('event: send', respond, { timeout: 150 });
		expect(shown(error)).toEqual({
			name: 'NodeApiError',
			message: `The service at ${server.host} sent no response within 0.15 s for "anna.schmidt@example.com"`,
			description: `Raise 'Timeout' in the request options if the service needs longer. ${uncertain}`,
			httpCode: 'ECONNABORTED',
			itemIndex: 0,
		});
	});
});

describe('what is no answer of the service', () => {
	const page = '<html><body>Sign in</body></html>';
	it('is shown by its content type and its beginning', async () => {
		const { error, server } = await runAgainst('list: getAll', (socket) =>
			socket.end(httpAnswer(page, { type: 'text/html; charset=utf-8' })),
		);
		expect(shown(error)).toEqual({
			name: 'NodeApiError',
			message: 'The service answered with text/html instead of JSON',
			description: `Check that 'Base URL' in the Messenger API credential leads to the service itself. The response begins: ‹html›‹body›Sign in‹/body›‹/html›`,
			httpCode: '200',
			itemIndex: 0,
		});
		expect(server.requests).toHaveLength(1);
	});

	it.each([
		['event: send', 1],
		['contact: find', 1],
		['list: getAll', 16],
	])('is bounded in its size: for %s to %i MB', async (operation, megabytes) => {
		const { error, server } = await runAgainst(operation, (socket) =>
			socket.end(httpAnswer(`"${'x'.repeat(megabytes * 1024 * 1024)}"`)),
		);
		expect(shown(error)).toMatchObject({
			message: `The response of ${server.host} is too large: more than ${megabytes} MB${operation === 'event: send' ? ' for "anna.schmidt@example.com"' : ''}`,
			httpCode: '200',
		});
		expect(server.requests).toHaveLength(1);
	});
});

it('a secure connection to a service that has none is not tried again', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { error } = await runOne('event: send', `https://${host}`);
	server.close();
	expect(shown(error)).toMatchObject({
		message: `Couldn't make a secure connection to ${host} (EPROTO)`,
		httpCode: 'EPROTO',
	});
	expect(error?.description).not.toContain(uncertain);
	expect(pauses).toEqual([]);
});

it('an answer in several bytes per character arrives as it was sent', async () => {
	const { server, ...run } = await runAgainstSplit('{"success":true,"id":"žluťoučký 🐴"}');
	expect(run.output.map(({ json }) => json.id)).toEqual(['žluťoučký 🐴']);
	expect(server.requests).toHaveLength(1);
});

/** Answers with one byte at a time. */
async function runAgainstSplit(body: string) {
	const bytes = Buffer.from(httpAnswer(body));
	const server = await startRawServer((socket) => {
		socket.setNoDelay(true);
		const sendFrom = (index: number) => {
			if (index === bytes.length) return;
			socket.write(bytes.subarray(index, index + 1), () => setImmediate(sendFrom, index + 1));
		};
		sendFrom(0);
	});
	const run = await runOne('event: send', server.url);
	await server.close();
	return { server, ...run };
}
