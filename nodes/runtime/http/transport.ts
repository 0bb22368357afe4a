import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { networkFailure, ownCodes } from '../response/networkFailure';
import {
	tooLargeTogether,
	type ResponseBudget,
	type SendResult,
	type ServiceResponse,
} from '../response/ServiceResponse';
import { systemClock } from './clock';
import type { Connection, RequestContext } from './connection';
import { relativeAddress, requestDefaults, type ServiceRequest } from './request';

/** What the engine's HTTP client makes of an answer of any status. */
export interface StreamedResponse {
	statusCode: number;
	headers: ServiceResponse['headers'];
	body: AsyncIterable<Uint8Array> & { destroy(): void };
}

/** Sends one request once, with the credential's key, and reads the whole answer. See {@link attempt}. */
export async function send(
	context: RequestContext,
	connection: Connection,
	request: ServiceRequest,
	timeout = connection.options.timeout,
	cancelled = context.getExecutionCancelSignal(),
): Promise<SendResult> {
	const { credential, budget } = connection;
	return await attempt(timeout, cancelled, async (signal) => {
		// The engine hands its own cancel signal to the HTTP client; here the timeout joins it.
		const bounded = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		}) as IExecuteFunctions;
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			bounded,
			credential.type,
			httpOptions(connection, request),
			{ credentialsDecrypted: credential },
		)) as StreamedResponse;
		return await readResponse(response, request.endpoint.maxResponseSize, budget);
	});
}

/**
 * The result of one attempt to send. It ends after `timeout` milliseconds or when it is cancelled, even if `act`
 * ignores its signal, which is aborted then and in any case at the end.
 */
export async function attempt(
	timeout: number,
	cancelled: AbortSignal | undefined,
	act: (signal: AbortSignal) => Promise<SendResult>,
): Promise<SendResult> {
	const ending = new AbortController();
	let cancel = () => {};
	const ended = new Promise<SendResult>((resolve) => {
		const end = (code: string, reason: string) => {
			resolve({ kind: 'no response', code, reason, requestLeft: true });
			ending.abort();
		};
		cancel = () => end(ownCodes.cancelled, 'the execution was cancelled');
		systemClock.sleep(timeout, ending.signal).then(
			() => end(ownCodes.timeout, `no response within ${timeout / 1000} s`),
			() => {},
		);
	});
	cancelled?.addEventListener('abort', cancel);
	if (cancelled?.aborted) cancel();
	try {
		return await Promise.race([ended, act(ending.signal).catch(networkFailure)]);
	} finally {
		cancelled?.removeEventListener('abort', cancel);
		// The default reason would be an error with a stack, each time.
		ending.abort(null);
	}
}

function httpOptions(connection: Connection, request: ServiceRequest): IHttpRequestOptions {
	const { body, endpoint } = request;
	const { headers } = requestDefaults;
	return {
		...requestDefaults,
		...connection.options.connection,
		method: endpoint.method,
		url: connection.baseUrl + relativeAddress(request),
		...(body && { body, headers: { ...headers, 'Content-Type': 'application/json' } }),
		returnFullResponse: true,
		// The run's own Timeout counts alone; n8n would end a request after five minutes.
		timeout: 0,
		allowedDomains: connection.hostname,
	};
}

/** Reads an answer's body as text: as far as it has `maxSize` bytes, and the run's budget allows. */
export async function readResponse(
	{ statusCode: status, headers, body: stream }: StreamedResponse,
	maxSize: number,
	budget: ResponseBudget,
): Promise<SendResult> {
	const response = { kind: 'response' as const, status, headers, body: '', bytes: 0 };
	const decoder = new TextDecoder();
	let body = '';
	try {
		for await (const chunk of stream) {
			response.bytes += chunk.length;
			budget.bytesLeft -= chunk.length;
			if (response.bytes > maxSize) {
				return { ...response, tooLarge: { excess: `more than ${maxSize / 1024 / 1024} MB` } };
			}
			if (budget.bytesLeft < 0) return { ...response, tooLarge: tooLargeTogether };
			body += decoder.decode(chunk, { stream: true });
		}
	} catch (error) {
		// A status proves delivery, even if the body was cut off.
		return { ...networkFailure(error), requestLeft: true };
	}
	return { ...response, body: body + decoder.decode() };
}
