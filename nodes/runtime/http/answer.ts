import { networkFailure } from '../response/networkFailure';
import type { SendResult, ServiceResponse } from '../response/ServiceResponse';
import type { Endpoint } from '../Service';

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
