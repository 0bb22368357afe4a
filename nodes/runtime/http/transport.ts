import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { networkFailure, ownCodes } from '../response/networkFailure';
import type { NoResponse, SendResult, ServiceResponse } from '../response/ServiceResponse';
import type { Endpoint } from '../Service';
import { systemClock } from './clock';
import type { Connection } from './connection';

/** Of every request. A redirect would take the API key to another origin, and a POST would lose its body. */
export const requestDefaults = {
	headers: { Accept: 'application/json' },
	disableFollowRedirect: true,
} as const satisfies DeclarativeRestApiSettings.HttpRequestOptions;

/** What a request to an endpoint carries. */
export interface RequestParts {
	/** In order; a name may come more than once. */
	query?: Array<[name: string, value: string]>;
	/** Without the endpoint's constants. */
	body?: IDataObject;
}

/** Sends one request once, with the credential's key, and reads its answer. @param timeout milliseconds */
export async function send(
	context: IExecuteFunctions,
	connection: Connection,
	endpoint: Endpoint,
	parts: RequestParts = {},
	timeout = connection.options.timeout,
): Promise<SendResult> {
	const { credential } = connection;
	const options = httpOptions(connection, endpoint, parts);
	return await attempt(timeout, context.getExecutionCancelSignal(), async (signal) => {
		// The engine hands its own cancel signal to the HTTP client; here the timeout joins it.
		const bounded = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		}) as IExecuteFunctions;
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			bounded,
			credential.type,
			options,
			{ credentialsDecrypted: credential },
		)) as StreamedResponse;
		return await readResponse(response, endpoint);
	});
}

function httpOptions(
	{ baseUrl, options }: Connection,
	endpoint: Endpoint,
	{ query = [], body }: RequestParts,
): IHttpRequestOptions {
	const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
	const headers = { ...requestDefaults.headers, 'Content-Type': 'application/json' };
	return {
		...requestDefaults,
		proxy: options.proxy,
		skipSslCertificateValidation: options.allowUnauthorizedCerts,
		method: endpoint.method,
		url: baseUrl + endpoint.url + search,
		// As text: the HTTP client would copy an object key by key, and lose one such as __proto__.
		...(body && { body: JSON.stringify({ ...endpoint.body, ...body }), headers }),
		// The node itself judges a response of any status, and bounds its size.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		encoding: 'stream',
		// The run's own Timeout counts alone; n8n would end a request after five minutes.
		timeout: 0,
	};
}

/**
 * The result of one attempt to send. It ends after `timeout` milliseconds or when it is cancelled, even if `act`
 * ignores its signal, which is aborted then and in any case at the end.
 */
export async function attempt(
	timeout: number,
	cancelled: AbortSignal | undefined,
	act: (ending: AbortSignal) => Promise<SendResult>,
): Promise<SendResult> {
	const ending = new AbortController();
	let cancel = () => {};
	const over = new Promise<Pick<NoResponse, 'code' | 'reason'>>((resolve) => {
		cancel = () => resolve({ code: ownCodes.cancelled, reason: 'the execution was cancelled' });
		// Removed at the end: the listener's option `signal` would take longer.
		cancelled?.addEventListener('abort', cancel);
		if (cancelled?.aborted) cancel();
		const late = { code: ownCodes.timeout, reason: `no response within ${timeout / 1000} s` };
		systemClock.sleep(timeout, ending.signal).then(
			() => resolve(late),
			() => {},
		);
	});
	const acting = act(ending.signal).catch(networkFailure);
	try {
		const first = await Promise.race([over, acting]);
		if ('kind' in first) return first;
		ending.abort(null);
		// The error by which the client answers the abort tells how far the request came. It may not come at all.
		const last = await Promise.race([acting, systemClock.sleep(0)]);
		const { requestLeft = true, isAtProxy } = last?.kind === 'no response' ? last : {};
		return { kind: 'no response', ...first, requestLeft, isAtProxy };
	} finally {
		// The default reason would be an error with a stack, each time.
		ending.abort(null);
		cancelled?.removeEventListener('abort', cancel);
	}
}

/** A response of any status, as n8n's HTTP client returns it. */
export interface StreamedResponse {
	statusCode: number;
	headers: ServiceResponse['headers'];
	body: AsyncIterable<Uint8Array> & { destroy(): unknown };
}

/**
 * Reads a response to its end, if its size allows. That of a proxy which refuses to open its tunnel (CONNECT) can't be told
 * from the service's: n8n returns neither the request nor what leads to it.
 */
export async function readResponse(
	{ statusCode: status, headers, body: stream }: StreamedResponse,
	{ maxResponseSize }: Endpoint,
): Promise<SendResult> {
	const response = { kind: 'response' as const, status, headers, body: '' };
	const decoder = new TextDecoder();
	let body = '';
	let bytes = 0;
	try {
		for await (const chunk of stream) {
			bytes += chunk.length;
			if (bytes > maxResponseSize) {
				return { ...response, excess: `more than ${maxResponseSize / 1024 / 1024} MB` };
			}
			body += decoder.decode(chunk, { stream: true });
		}
	} catch (error) {
		// A status proves delivery, even if the body was cut off.
		return { ...networkFailure(error), requestLeft: true };
	}
	return { ...response, body: body + decoder.decode() };
}
