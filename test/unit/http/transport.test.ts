import '../../../tools/playground/engine/environment';
import { getEventListeners } from 'node:events';
import { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket, type TlsOptions } from 'node:tls';
import { ExecuteContext } from 'n8n-core';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { systemClock } from '../../../nodes/runtime/http/clock';
import { openConnection } from '../../../nodes/runtime/http/connection';
import { requestOptions, runOptions } from '../../../nodes/runtime/http/options';
import { attempt, send } from '../../../nodes/runtime/http/transport';
import { makeCertificate } from '../../support/certificates';
import { answers, neverAnswers } from '../../support/conducts';
import { CredentialsHelper } from '../../../tools/playground/engine/CredentialsHelper';
import { givenParameters } from '../../support/givenParameters';
import { FaultyService, type Conduct } from '../../support/FaultyService';
import { noResponse, response } from '../../support/reader';
import { service as messenger } from '../../../nodes/Messenger/service';
import { endpoints } from '../../support/endpoints';

afterEach(() => jest.restoreAllMocks());

const never = async () => await new Promise<never>(() => {});

it('an attempt ends with what comes back, and leaves nothing behind', async () => {
	const cancel = new AbortController();
	const sleep = jest.spyOn(systemClock, 'sleep');
	const answer = response(200, {});
	const act = async () => await Promise.resolve(answer);
	expect(await attempt(300_000, cancel.signal, act)).toBe(answer);
	expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
	await expect(sleep.mock.results[0]?.value).rejects.toBeDefined();
});

it('an attempt says how far it came, if the error that answers the abort tells', async () => {
	jest.spyOn(systemClock, 'sleep').mockResolvedValue();
	const unsent = noResponse('ECONNABORTED', false, 'no response within 1 s');
	const act = async (signal: AbortSignal) =>
		await new Promise<never>((_, reject) =>
			signal.addEventListener('abort', () => reject({ request: { socket: null } })),
		);
	expect(await attempt(1000, undefined, act)).toEqual({ ...unsent, isAtProxy: true });
});

it.each(['before', 'meanwhile'])(
	'an attempt is given up where it is cancelled %s (R2)',
	async (when) => {
		const cancel = new AbortController();
		if (when === 'before') cancel.abort();
		const ending = attempt(5000, cancel.signal, never);
		cancel.abort();
		expect(await ending).toEqual(noResponse('ERR_CANCELED', true, 'the execution was cancelled'));
	},
);

describe("a request by n8n's own client", () => {
	let service: FaultyService;
	afterEach(async () => await service.close());

	/** Sends an event once to a service that behaves like this. */
	async function sendTo(conduct: Conduct, scheme: string, options = {}) {
		service = await FaultyService.start(conduct);
		const baseUrl = `${service.url.replace('http', scheme)}/api`;
		const data = { baseUrl, apiKey: 'sk-12345678', allowHttp: true };
		const credentialsHelper = new CredentialsHelper(new MessengerApi(), data);
		const parts = [{ settings: {} }, {}, { credentialsHelper }, 'trigger', {}, 0, [], {}, {}, []];
		const context = Reflect.construct(ExecuteContext, parts) as ExecuteContext;
		context.getCredentials = async () => await Promise.resolve(data as never);
		const given = givenParameters([requestOptions], { requestOptions: options }).checked().values;
		const connection = openConnection(context, messenger, data, runOptions(given));
		return await send(context, connection, endpoints.sendEvent, { body: {} });
	}

	let selfSigned: TlsOptions;
	beforeAll(async () => (selfSigned = await makeCertificate({ name: 'localhost' })));

	/** Reads a request in encryption, and then does with the bare line what is given. */
	const encrypted = (act: (line: Socket) => void): Conduct => ({
		onConnection: (line) => {
			const socket = new TLSSocket(line, { isServer: true, ...selfSigned });
			socket.on('error', () => {});
			socket.on('data', (data) => data.toString().endsWith('}') && act(line));
		},
	});

	/** Does with the line what is given when anything has come. */
	const unencrypted = (act: (line: Socket) => void): Conduct => ({
		onConnection: (line) => void line.once('data', () => act(line)).resume(),
	});

	const end = (hex: string) => (line: Socket) => void line.end(Buffer.from(hex, 'hex'));
	it.each<[what: string, code: string, requestLeft: boolean, conduct: Conduct]>([
		['no agreement', 'ECONNRESET', false, unencrypted(end(''))],
		['the alert handshake_failure', 'EPROTO', false, unencrypted(end('15030300020228'))],
		['an end behind it', 'ECONNRESET', true, encrypted((line) => line.destroy())],
		['an answer without it', 'ERR_SSL_', true, encrypted(end('485454502f'))],
	])('has left or not, where encryption ends in %s (E1)', async (_, code, requestLeft, conduct) => {
		const result = await sendTo(conduct, 'https', { allowUnauthorizedCerts: true });
		// OpenSSL's name for it differs between versions of Node.
		expect(result).toMatchObject({ code: expect.stringContaining(code) as string, requestLeft });
	});

	it('has no other limit than its Timeout: n8n would end it after five minutes', async () => {
		const limit = jest.spyOn(ClientRequest.prototype, 'setTimeout');
		await sendTo(answers(200, '{}'), 'http', { timeout: 600_000 });
		expect(limit.mock.calls.filter(([milliseconds]) => milliseconds > 0)).toEqual([]);
	});

	it('ends when its time is over', async () => {
		const late = noResponse('ECONNABORTED', true, 'no response within 0.02 s');
		expect(await sendTo(neverAnswers, 'http', { timeout: 20 })).toEqual(late);
		while (service.open > 0) await new Promise(setImmediate);
	});
});
