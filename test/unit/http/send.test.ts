import { setTimeout as wait } from 'node:timers/promises';

import { openConnection, type RequestContext } from '../../../nodes/Messenger/http/connection';
import { endpoints } from '../../../nodes/Messenger/http/endpoints';
import { send } from '../../../nodes/Messenger/http/transport';

const event = { endpoint: endpoints.sendEvent, body: '{}' };

/** Sends an event, and lets n8n's helper for requests do as told. */
async function sendBy(helper: () => Promise<unknown>, { timeout = 5000 } = {}) {
	const cancel = new AbortController();
	const context = {
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://api.example.com', apiKey: 'sk-12345678' }),
		getExecutionCancelSignal: () => cancel.signal,
		getNode: () => ({}),
		helpers: { httpRequestWithAuthentication: helper },
	} as unknown as RequestContext;
	const connection = await openConnection(context, { timeout });
	return { cancel, outcome: send(context, connection, event) };
}

/** An answer that has begun. */
function answering(body: () => AsyncIterable<Uint8Array>) {
	return async () => await Promise.resolve({ statusCode: 200, headers: {}, body: body() });
}

it('a request that fails before it is answered has left or not, as its error says', async () => {
	const refuse = async () => {
		await wait(1);
		throw Object.assign(new Error('Refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
	};
	const { outcome } = await sendBy(refuse);
	expect(await outcome).toEqual({
		kind: 'no response',
		code: 'ECONNREFUSED',
		reason: 'Refused',
		requestLeft: false,
	});
});

it.each([
	['a reset', 'ECONNRESET', 'read ECONNRESET'],
	// It would mean that nothing has left, were it not for the answer.
	['a certificate that is refused', 'CERT_HAS_EXPIRED', 'Expired'],
])('a request whose answer has begun has left, also where %s breaks that off', async (...given) => {
	const [, code, reason] = given;
	const { outcome } = await sendBy(
		// eslint-disable-next-line require-yield
		answering(async function* () {
			await wait(1);
			throw Object.assign(new Error(reason), { code, syscall: 'read' });
		}),
	);
	expect(await outcome).toEqual({ kind: 'no response', code, reason, requestLeft: true });
});

it('an answer that is too large is an answer all the same', async () => {
	const { outcome } = await sendBy(
		answering(async function* () {
			yield await Promise.resolve(new Uint8Array(2 * 1024 * 1024));
		}),
	);
	expect(await outcome).toEqual({
		kind: 'response',
		status: 200,
		headers: {},
		body: '',
		tooLarge: { excess: 'more than 1 MB' },
	});
});

it('a request that is on its way when the execution is cancelled may have arrived', async () => {
	const { cancel, outcome } = await sendBy(async () => {
		await wait(20);
		throw new Error('aborted');
	});
	cancel.abort();
	expect(await outcome).toEqual({
		kind: 'no response',
		code: 'ERR_CANCELED',
		reason: 'the execution was cancelled',
		requestLeft: true,
	});
});

it('a request whose time is over may have arrived', async () => {
	const late = async () => {
		await wait(60);
		throw new Error('aborted');
	};
	const { outcome } = await sendBy(late, { timeout: 10 });
	expect(await outcome).toEqual({
		kind: 'no response',
		code: 'ECONNABORTED',
		reason: 'no response within 0.01 s',
		requestLeft: true,
	});
});
