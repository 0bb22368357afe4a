import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type { NodeRun } from './nodeRun';
import { addressOf, requestDefaults, type ServiceRequest } from './service';

/** What sends requests: the engine's context of a declarative operation, or of a custom one. */
export type RequestContext = IExecuteFunctions | IExecutePaginationFunctions;

/** What came back, whatever its status. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: Record<string, string | undefined>;
	/** The body as text, decompressed. */
	body: string;
}

/** No whole answer came back. */
export interface NoAnswer {
	kind: 'no answer';
	/** The network's code where there is one (`ECONNREFUSED`, …), or this module's. */
	code: string;
	/** The network's own words. */
	reason: string;
	/** False where the request surely did not reach the service. */
	requestLeft: boolean;
}

/** No answer needs more than this; a bigger one would fill the memory of n8n. */
export const largestAnswer = 16 * 1024 * 1024;

/** Codes of {@link NoAnswer} that no network gives. */
export const ownCodes = { timeout: 'ECONNABORTED', tooLarge: 'ERR_ANSWER_TOO_LARGE' } as const;

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

/** Failures to agree on an encrypted connection: the request has not left, and no try will change that. */
const encryptionCode = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|^EPROTO$|^ERR_(SSL|TLS)/;

/** Whether the failure is one of the certificate or of the encryption. */
export function isEncryptionFailure(code: string): boolean {
	return encryptionCode.test(code);
}

class AnswerTooLarge extends Error {
	readonly code = ownCodes.tooLarge;
}

/**
 * Sends one request once, with the credential's key, and reads the whole answer within the run's
 * timeout. The way of every request of this node to the network.
 */
export async function send(
	context: RequestContext,
	run: NodeRun,
	request: ServiceRequest,
): Promise<Answer | NoAnswer> {
	const cancelled = context.getExecutionCancelSignal();
	const deadline = AbortSignal.timeout(run.timeout);
	const signal = cancelled ? AbortSignal.any([cancelled, deadline]) : deadline;
	try {
		// The engine hands its own cancel signal to the HTTP client; here it is joined by the deadline.
		const bounded = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		}) as IExecuteFunctions;
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			bounded,
			run.credential.type,
			httpOptions(run, request),
			{ credentialsDecrypted: run.credential },
		)) as { statusCode: number; headers: Answer['headers']; body: AsyncIterable<Uint8Array> };
		return {
			kind: 'answer',
			status: response.statusCode,
			headers: response.headers,
			body: await readText(response.body),
		};
	} catch (error) {
		return deadline.aborted && !cancelled?.aborted
			? {
					kind: 'no answer',
					code: ownCodes.timeout,
					reason: `no answer within ${run.timeout / 1000} s`,
					requestLeft: true,
				}
			: noAnswer(error);
	}
}

function httpOptions(run: NodeRun, request: ServiceRequest): IHttpRequestOptions {
	const { body, method } = request;
	return {
		...requestDefaults,
		...run.connection,
		method,
		url: addressOf(run.baseUrl, request),
		headers: {
			...requestDefaults.headers,
			...(body && { 'Content-Type': 'application/json' }),
		},
		// As text: the HTTP client would copy an object key by key, and lose a key such as __proto__.
		...(body && { body: JSON.stringify(body) }),
		returnFullResponse: true,
		allowedDomains: run.hostname,
	};
}

/** @throws AnswerTooLarge beyond {@link largestAnswer}; the stream's own error where it breaks off */
async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		if (size > largestAnswer) {
			throw new AnswerTooLarge(`the answer is larger than ${largestAnswer / 1024 / 1024} MB`);
		}
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

function noAnswer(error: unknown): NoAnswer {
	const { code, syscall, message } = networkError(error);
	return {
		kind: 'no answer',
		code,
		reason: message,
		requestLeft: !(
			unreachableCodes.has(code) ||
			isEncryptionFailure(code) ||
			code === invalidHeader ||
			syscall === 'connect'
		),
	};
}

/** An error, or one that it wraps, with what may say why no answer came. */
interface ErrorLink {
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
function codeOf({ code, httpCode }: ErrorLink): string | undefined {
	return [code, httpCode].find(
		(value): value is string => typeof value === 'string' && /^[A-Z]/.test(value),
	);
}

function syscallOf({ syscall, messages }: ErrorLink): string | undefined {
	if (typeof syscall === 'string') return syscall;
	return String(messages?.[0]).startsWith('connect ') ? 'connect' : undefined;
}

function wordsOf({ message, messages }: ErrorLink): string {
	return String(messages?.[0] ?? message);
}
