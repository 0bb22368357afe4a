import { isAtProxy, networkFailure, type ClientRequest } from '../response/networkFailure';
import type { SendResult, ServiceResponse } from '../response/ServiceResponse';
import type { Endpoint } from '../Service';

/** A response of any status, as n8n's HTTP client returns it. */
export interface StreamedResponse {
	statusCode: number;
	statusMessage: string;
	headers: ServiceResponse['headers'];
	/** The parts of a readable stream that are used here. */
	body: AsyncIterable<Uint8Array> & {
		/** Where it is Node's own response (n8n 2.0). */
		req?: ClientRequest;
		destroy(error?: Error): unknown;
		emit(event: 'error', error: { request?: ClientRequest }): unknown;
	};
	/** Known in the test of a credential only. */
	request?: ClientRequest;
}

/**
 * Reads a response to its end, if its size allows. If it came from a proxy that refused to open its tunnel (CONNECT),
 * nothing has left: n8n returns that as if the service had answered, whose answer by https:// is encrypted.
 *
 * @param ending aborts the attempt, which it may do at the end of the response
 */
export async function readAnswer(
	response: StreamedResponse,
	{ baseUrl }: { baseUrl: string },
	endpoint: Endpoint,
	ending: AbortController,
): Promise<SendResult> {
	const { statusCode, statusMessage } = response;
	// A tunnel is opened with 200.
	const mayBeOfProxy = statusCode !== 200 && baseUrl.startsWith('https:');
	const request = mayBeOfProxy ? requestBehind(response, ending) : undefined;
	const result = await readBody(response, endpoint);
	if (!isAtProxy(request?.())) return result;
	return {
		kind: 'no response',
		code: String(statusCode),
		reason: `${statusCode} ${statusMessage}`.trim(),
		requestLeft: false,
		isAtProxy: true,
	};
}

/**
 * Finds out by which request a response came. n8n returns neither it nor, since it wraps the body, what leads to it, and
 * `checkServerIdentity` proves nothing: n8n 2.0 doesn't hand it to a tunnel, and Ignore SSL Issues skips it. But the HTTP
 * client names the request in the error by which it answers an abort, as long as the body isn't closed, which a body
 * that breaks off is before anybody can listen. So the attempt is aborted just before the body closes.
 *
 * @returns the request, known once the body is read
 */
function requestBehind({ body, request }: StreamedResponse, ending: AbortController) {
	let found = request ?? body.req;
	if (found !== undefined) return () => found;
	const { destroy, emit } = body;
	body.destroy = (error) => {
		body.destroy = () => {};
		body.emit = (_, canceled) => (found = canceled.request);
		ending.abort(null);
		Object.assign(body, { destroy, emit });
		return body.destroy(error);
	};
	return () => found;
}

async function readBody(
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
