import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Breather } from '../run/Breather';
import { extentOfText } from '../input/json';
import type { Connection, RequestContext } from './connection';
import { relativeAddress, requestDefaults, type ServiceRequest } from './endpoints';

/** What came back, whatever its status. */
export interface ServiceResponse {
	kind: 'response';
	status: number;
	headers: Record<string, string | undefined>;
	/** The body as text, decompressed; empty where it has too many bytes to be read to its end. */
	body: string;
	/** What is not to be parsed. */
	tooLarge?: TooLarge;
}

/** Why a body is not parsed. */
export interface TooLarge {
	/** Such as `more than 1 MB`. */
	excess: string;
	/** Whether all bodies of the run are too large together. */
	isRun?: boolean;
}

/** No whole response came back. */
export interface NoResponse {
	kind: 'no response';
	/** The network's code where there is one (`ECONNREFUSED`, …), or this module's. */
	code: string;
	/** The network's own words. */
	reason: string;
	/** False where the request surely did not reach the service. */
	requestLeft: boolean;
}

/** Codes of {@link NoResponse} that no network gives. */
export const ownCodes = {
	timeout: 'ECONNABORTED',
	cancelled: 'ERR_CANCELED',
	/** n8n's protection against requests into its own network (SSRF), which it gives no code. */
	notAllowed: 'ERR_SSRF_BLOCKED',
} as const;

/** Failures to reach the host: the request has not left, and another try may succeed. */
const unreachableCodes: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

/** A header cannot hold what it should: the request has not left, and never will. */
export const invalidHeader = 'ERR_INVALID_CHAR';

/**
 * Failures to agree on an encrypted connection: the request has not left, and no try will change that.
 * Any other `ERR_SSL_…` breaks a connection that had been agreed on, and may come after the request.
 */
const encryptionCode = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|^EPROTO$|^ERR_TLS/;

/** Whether no encrypted connection came about. */
export function isEncryptionFailure(code: string): boolean {
	return encryptionCode.test(code);
}

/** A proxy that ends the connection has made none to the service. */
const proxyClosed = 'Proxy connection ended before receiving CONNECT response';

/**
 * Sends one request once, with the credential's key, and reads the whole response within the run's
 * timeout. The way of every request of this node to the network.
 */
export async function send(
	context: RequestContext,
	connection: Connection,
	request: ServiceRequest,
): Promise<ServiceResponse | NoResponse> {
	const ending = connection.signals.begin();
	let isAnswered = false;
	try {
		// The engine hands its own cancel signal to the HTTP client; here the run's timeout joins it.
		const bounded = Object.create(context, {
			getExecutionCancelSignal: { value: () => ending.signal },
		}) as IExecuteFunctions;
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			bounded,
			connection.credential.type,
			httpOptions(connection, request),
			{ credentialsDecrypted: connection.credential },
		)) as {
			statusCode: number;
			headers: ServiceResponse['headers'];
			body: AsyncIterable<Uint8Array>;
		};
		isAnswered = true;
		return {
			kind: 'response',
			status: response.statusCode,
			headers: response.headers,
			...(await readBody(response.body, connection, {
				maxSize: request.endpoint.maxResponseSize,
				copies: request.copies,
			})),
		};
	} catch (error) {
		if (ending.isOverdue) return overdue(connection.options.timeout);
		if (ending.signal.aborted) {
			const reason = 'the execution was cancelled';
			return { kind: 'no response', code: ownCodes.cancelled, reason, requestLeft: true };
		}
		const failure = noResponse(error);
		// What is answered has arrived, whatever breaks the answer off.
		return isAnswered ? { ...failure, requestLeft: true } : failure;
	} finally {
		ending.end();
	}
}

/**
 * What is known of a request whose time was over.
 *
 * @param timeout milliseconds
 */
export function overdue(timeout: number): NoResponse {
	const reason = `no response within ${timeout / 1000} s`;
	return { kind: 'no response', code: ownCodes.timeout, reason, requestLeft: true };
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

/** Characters of a body that takes so long to parse that the next one must wait for n8n's turn. */
const longBody = 50_000;

const turns = new Breather();

/**
 * Reads a body, decompressed, as text: as large as it may be, and as all bodies of the run may be together.
 *
 * @param run what its bodies may still have, which this one uses up
 * @param limits bytes; and for how many items it becomes an output
 * @throws the stream's own error where it breaks off
 */
export async function readBody(
	stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	run: Pick<Connection, 'bytesLeft' | 'valuesLeft'>,
	{ maxSize, copies = 1 }: { maxSize: number; copies?: number },
): Promise<Pick<ServiceResponse, 'body' | 'tooLarge'>> {
	const decoder = new TextDecoder();
	let body = '';
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		run.bytesLeft -= chunk.length;
		if (size > maxSize) {
			return { body: '', tooLarge: { excess: `more than ${maxSize / 1024 / 1024} MB` } };
		}
		if (run.bytesLeft < 0) {
			return { body: '', tooLarge: { excess: 'more than 256 MB together', isRun: true } };
		}
		body += decoder.decode(chunk, { stream: true });
	}
	body += decoder.decode();
	// Of many that arrive together, each is parsed in a turn of its own.
	if (body.length > longBody) await turns.breathe();
	const { values, excess } = extentOfText(body);
	if (excess !== undefined) return { body, tooLarge: { excess } };
	run.valuesLeft -= values * copies;
	if (run.valuesLeft < 0) {
		return { body, tooLarge: { excess: 'more than 10,000,000 values together', isRun: true } };
	}
	return { body };
}

/** What is known of a request that failed with an error instead of a response. */
export function noResponse(error: unknown): NoResponse {
	const { code, syscall, message } = networkError(error);
	// Where a connection is read or written there is one: the same code tells then that it was lost.
	const isConnected = syscall === 'read' || syscall === 'write';
	return {
		kind: 'no response',
		code,
		reason: message,
		requestLeft: !(
			(unreachableCodes.has(code) && !isConnected) ||
			isEncryptionFailure(code) ||
			code === invalidHeader ||
			code === ownCodes.notAllowed ||
			message === proxyClosed ||
			syscall === 'connect'
		),
	};
}

/** An error, or one that it wraps, with what may say why no response came. */
interface ErrorLink {
	name?: unknown;
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	cause?: unknown;
	/** Those of a host with several addresses, one for each. */
	errors?: unknown[];
	/** In n8n's own error: the code, where it is no status, and the words of what it wrapped. */
	httpCode?: unknown;
	messages?: unknown[];
}

/**
 * n8n wraps the HTTP client's error, which may wrap the network's: the innermost one with a code
 * says what it was. n8n 1.x drops what it wraps, and keeps only its code and its words.
 */
function networkError(error: unknown): { code: string; syscall?: string; message: string } {
	const chain: ErrorLink[] = [];
	for (let link = error; typeof link === 'object' && link !== null && chain.length < 5;) {
		chain.unshift(link);
		const { cause, errors }: ErrorLink = link;
		link = cause ?? errors?.[0];
	}
	const coded = chain.find((link) => codeOf(link) !== undefined);
	const syscall = chain.map(syscallOf).find((name) => name !== undefined);
	return {
		code: (coded && codeOf(coded)) ?? 'none',
		syscall,
		message: wordsOf(coded ?? chain.at(-1) ?? { message: error }),
	};
}

/** A network's code; n8n's error has a status in the same place, or none. */
function codeOf({ name, code, httpCode }: ErrorLink): string | undefined {
	if (String(name).startsWith('SsrfBlocked')) return ownCodes.notAllowed;
	return [code, httpCode].find(
		(value): value is string => typeof value === 'string' && /^[A-Z]/.test(value),
	);
}

function syscallOf({ syscall, messages }: ErrorLink): string | undefined {
	if (typeof syscall === 'string') return syscall;
	return /^(?:connect|read|write)(?= )/.exec(String(messages?.[0]))?.[0];
}

function wordsOf({ message, messages }: ErrorLink): string {
	return String(messages?.[0] ?? message);
}
