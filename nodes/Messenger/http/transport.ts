import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { networkFailure, ownCodes } from '../response/networkFailure';
import type {
	NoResponse,
	ResponseBudget,
	SendResult,
	ServiceResponse,
} from '../response/ServiceResponse';
import { EndedEarly, withinTime } from './clock';
import type { Connection, RequestContext } from './connection';
import { relativeAddress, requestDefaults, type ServiceRequest } from './endpoints';

/** What the engine's HTTP client makes of an answer of any status. */
export interface StreamedResponse {
	statusCode: number;
	headers: ServiceResponse['headers'];
	body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Sends one request once, with the credential's key, and reads the whole answer. The way of every request of
 * this node to the network.
 *
 * @param timeout milliseconds after which it is given up
 * @param cancelled ends it before that
 */
export async function send(
	context: RequestContext,
	connection: Connection,
	request: ServiceRequest,
	timeout = connection.options.timeout,
	cancelled = context.getExecutionCancelSignal(),
): Promise<SendResult> {
	const { credential, budget } = connection;
	let isAnswered = false;
	try {
		return await withinTime(timeout, cancelled, async (signal) => {
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
			isAnswered = true;
			return await readResponse(response, request.endpoint.maxResponseSize, budget);
		});
	} catch (error) {
		if (error instanceof EndedEarly) return endedEarly(error, timeout);
		const failure = networkFailure(error);
		// A status proves delivery, even if the body was cut off.
		return isAnswered ? { ...failure, requestLeft: true } : failure;
	}
}

/** @param timeout milliseconds */
export function endedEarly({ by }: EndedEarly, timeout: number): NoResponse {
	const ended =
		by === 'timeout'
			? { code: ownCodes.timeout, reason: `no response within ${timeout / 1000} s` }
			: { code: ownCodes.cancelled, reason: 'the execution was cancelled' };
	return { kind: 'no response', ...ended, requestLeft: true };
}

function httpOptions(connection: Connection, request: ServiceRequest): IHttpRequestOptions {
	const { body, endpoint } = request;
	return {
		...requestDefaults,
		...connection.options.connection,
		method: endpoint.method,
		url: connection.baseUrl + relativeAddress(request),
		headers: {
			...requestDefaults.headers,
			...(body && { 'Content-Type': 'application/json' }),
		},
		...(body && { body }),
		returnFullResponse: true,
		// The run's own Timeout counts alone; n8n would end a request after five minutes.
		timeout: 0,
		allowedDomains: connection.hostname,
	};
}

/**
 * Reads an answer, its body decompressed, as text: as large as it may be, and as all of the run may be together.
 *
 * @param maxSize bytes
 * @throws the stream's own error where it breaks off
 */
export async function readResponse(
	{ statusCode: status, headers, body: stream }: StreamedResponse,
	maxSize: number,
	budget: ResponseBudget,
): Promise<ServiceResponse> {
	const response = { kind: 'response' as const, status, headers, body: '' };
	const decoder = new TextDecoder();
	let body = '';
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		budget.bytesLeft -= chunk.length;
		if (size > maxSize) {
			return { ...response, tooLarge: { excess: `more than ${maxSize / 1024 / 1024} MB` } };
		}
		if (budget.bytesLeft < 0) {
			return { ...response, tooLarge: { excess: 'more than 256 MB together', isRun: true } };
		}
		body += decoder.decode(chunk, { stream: true });
	}
	return { ...response, body: body + decoder.decode() };
}
