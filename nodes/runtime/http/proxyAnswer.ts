import { isAtProxy, type ClientRequest } from '../response/networkFailure';
import type { SendResult, ServiceResponse } from '../response/ServiceResponse';
import type { Target } from './connection';

/** A response of any status, as n8n's HTTP client returns it. */
export interface StreamedResponse {
	statusCode: number;
	statusMessage?: string;
	headers: ServiceResponse['headers'];
	body: ResponseStream;
	/** Known in the test of a credential only. */
	request?: ClientRequest;
}

/** The parts of a readable stream that are used here. */
interface ResponseStream extends AsyncIterable<Uint8Array> {
	/** Where it is Node's own response (n8n 1.x). */
	req?: ClientRequest;
	destroy(error?: Error): unknown;
	emit?(event: string, ...values: Array<{ request?: ClientRequest }>): boolean;
}

/**
 * Reads a response, unless it came from a proxy that refused to open its tunnel (CONNECT): n8n returns such a refusal
 * as if the service had answered, though nothing has left (docs/node-contract.md, E6). A service behind https:// answers
 * encrypted, a refusal isn't.
 *
 * @param ending aborts the attempt, which it may do at the end of the response
 */
export async function unlessOfProxy(
	{ baseUrl }: Pick<Target, 'baseUrl'>,
	response: StreamedResponse,
	ending: AbortController,
	read: () => Promise<SendResult>,
): Promise<SendResult> {
	const { statusCode, statusMessage = '' } = response;
	// A tunnel is opened with 200.
	if (statusCode === 200 || !baseUrl.startsWith('https:')) return await read();
	const requestBehind = watched(response, ending);
	const result = await read();
	const request = requestBehind();
	if (request === undefined || !isAtProxy(request)) return result;
	const reason = `${statusCode} ${statusMessage}`.trim();
	return {
		kind: 'no response',
		code: String(statusCode),
		reason,
		requestLeft: false,
		isAtProxy: true,
	};
}

/**
 * Finds out by which request a response came, which n8n doesn't tell. The HTTP client names it in the error by which it
 * answers an abort, as long as the body isn't closed: so the attempt is aborted just before that. Whoever reads the body
 * notices nothing.
 */
function watched({ body, request }: StreamedResponse, ending: AbortController) {
	let found = request ?? body.req;
	const { destroy, emit } = body;
	// Something other than a Node stream tells nothing.
	if (found !== undefined || emit === undefined) return () => found;
	body.destroy = (error) => {
		body.destroy = () => body;
		body.emit = (event, ...values) => {
			if (event !== 'error') return emit.call(body, event, ...values);
			found ??= values[0]?.request;
			return true;
		};
		ending.abort(null);
		Object.assign(body, { destroy, emit });
		return body.destroy(error);
	};
	return () => found;
}
