import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { runMessenger, shown } from '../../support/messengerRun';
import { skipPauses } from '../../support/pauses';
import { httpAnswer, startRawServer } from '../../support/rawServer';

const uncertain =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';

const runOne = async (operation: string, url: string) =>
	await runMessenger(operation, { node: { executeOnce: true }, credential: { baseUrl: url } });

/** Runs an operation for one item against a server that responds like this. */
async function runAgainst(operation: string, respond: (socket: Socket) => void) {
	const server = await startRawServer(respond);
	try {
		return { ...(await runOne(operation, server.url)), server };
	} finally {
		await server.close();
	}
}

let pauses: number[];
beforeEach(() => {
	pauses = skipPauses();
});
afterEach(() => jest.restoreAllMocks());

describe('an answer cut off in the middle', () => {
	const cut = (socket: Socket) =>
		void socket.end(httpAnswer('{"data": [{"uuid": "1', { length: 1000 }));
	const lost = (host: string) => ({
		name: 'NodeApiError',
		message: `The connection to ${host} was lost before the response was complete (ECONNRESET)`,
		httpCode: 'ECONNRESET',
		itemIndex: 0,
	});
	const advice = 'Check the network between n8n and the service.';

	it('makes a look-up try again with growing pauses, and then ask whether the service is back', async () => {
		const { error, server } = await runAgainst('contact: find', cut);
		expect(shown(error)).toMatchObject(lost(server.host));
		expect(error?.description?.startsWith(`${advice} The node tried 3 times.<br>`)).toBe(true);
		const paths = server.requests.map((request) => /\/webhook\/\w+/.exec(request)?.[0]);
		const probes = Array<string>(paths.length - 3).fill('/webhook/lists');
		expect(paths).toEqual([...Array<string>(3).fill('/webhook/contact'), ...probes]);
		// How many depends on the machine; that their pauses grow is tested with the outage.
		expect(probes.length).toBeGreaterThanOrEqual(1);
		expect(pauses).toEqual(expect.arrayContaining([375, 750, 1500]));
	});

	it('does not make an event go out twice', async () => {
		const { error, server } = await runAgainst('event: send', cut);
		const description = `${advice} ${uncertain}`;
		expect(shown(error)).toEqual({
			...lost(server.host),
			message: `May have been sent: ${lost(server.host).message} for "anna.schmidt@example.com"`,
			description,
		});
		expect(server.requests).toHaveLength(1);
	});
});

it.each([
	['nothing', () => {}],
	[
		'only the beginning of an answer',
		(socket: Socket) => void socket.write(httpAnswer('{"suc', { length: 1000 })),
	],
])('a service that sends %s is given up after the Timeout', async (_, respond) => {
	jest.restoreAllMocks();
	const server = await startRawServer(respond);
	const { error } = await runMessenger('event: send', {
		node: { executeOnce: true },
		parameters: { requestOptions: { timeout: 300 } },
		credential: { baseUrl: server.url },
	});
	await server.close();
	expect(shown(error).message).toContain(`${server.host} sent no response within 0.3 s`);
	expect(error?.description).toContain(uncertain);
	expect(server.requests).toHaveLength(1);
});

it('a secure connection to a service that has none is not tried again', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	const connected = jest.fn();
	server.on('connection', connected);
	await once(server, 'listening');
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { error } = await runOne('event: send', `https://${host}`);
	server.close();
	expect(shown(error)).toMatchObject({
		message: `Couldn't make a secure connection to ${host} (EPROTO)`,
		httpCode: 'EPROTO',
	});
	expect(error?.description).not.toContain(uncertain);
	expect(connected).toHaveBeenCalledTimes(1);
});

it('an answer in several bytes per character arrives as it was sent, one byte at a time', async () => {
	const bytes = Buffer.from(httpAnswer('{"success":true,"id":"žluťoučký 🐴"}'));
	const { output, server } = await runAgainst('event: send', (socket) => {
		socket.setNoDelay(true);
		const sendFrom = (index: number) => {
			if (index === bytes.length) return;
			socket.write(bytes.subarray(index, index + 1), () => setImmediate(sendFrom, index + 1));
		};
		sendFrom(0);
	});
	expect(output.map(({ json }) => json.id)).toEqual(['žluťoučký 🐴']);
	expect(server.requests).toHaveLength(1);
});
