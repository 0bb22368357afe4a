import { service } from '../../nodes/Messenger/service';
import { keyMask } from '../../nodes/runtime/input/keyMask';
import { wholeBody } from '../../nodes/runtime/response/parse';
import type { Attempts, Failure, Situation } from '../../nodes/runtime/response/Failure';
import type {
	NoResponse,
	ResponseBudget,
	SendResult,
	ServiceResponse,
} from '../../nodes/runtime/response/ServiceResponse';
import { failureOf as failureOfVerdict } from '../../nodes/runtime/response/statusProblems';
import { joined } from '../../nodes/runtime/response/phrases';
import { verdictOf, type Reader } from '../../nodes/runtime/response/verdict';

/** The key of the runs below; no failure may contain it. */
export const readerKey = 'sk-4f1c09';

export const unbounded: ResponseBudget = { bytesLeft: Infinity };

/** Reads like an operation that looks something up. */
export const lookUp: Reader = {
	service,
	readOnly: true,
	trustsStatus: false,
	toItems: wholeBody,
	copies: 1,
	budget: unbounded,
};

/** Reads like an operation that must not happen twice. */
export const sendOut: Reader = { ...lookUp, readOnly: false };

const once: Attempts = { count: 1, throttled: 0, throttledFor: 0, blocked: 0, hasLeft: true };

const situation: Situation = {
	service,
	host: 'api.example.com:8443',
	path: '/webhook/contact/find',
	inputsToCheck: ["'Email'"],
	attempts: once,
	mask: keyMask(readerKey),
};

/** A response of the service, as JSON unless another type is given. */
export function response(
	status: number,
	body: unknown,
	headers: ServiceResponse['headers'] = { 'content-type': 'application/json; charset=utf-8' },
): ServiceResponse {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return {
		kind: 'response',
		status,
		headers,
		body: text,
		bytes: Buffer.byteLength(text),
	};
}

export function noResponse(
	code: string | undefined,
	requestLeft = true,
	reason = 'socket hang up',
): NoResponse {
	return { kind: 'no response', code, reason, requestLeft };
}

/** The failure that a result is, of a request that was sent once unless `attempts` says otherwise. */
export function failureOf(
	result: SendResult,
	reader: Reader = lookUp,
	attempts: Partial<Attempts> = {},
): Failure {
	const verdict = verdictOf(result, reader);
	if (verdict.state === 'accepted') throw new Error(`Accepted: ${JSON.stringify(verdict.items)}`);
	return failureOfVerdict(verdict, { ...situation, attempts: { ...once, ...attempts } });
}

/** The result of a request that only reads and is sent once, unless told otherwise. */
export type Condition = [result: SendResult, attempts?: Partial<Attempts>, reader?: Reader];

/**
 * A snapshot's table of failures: condition | httpCode | message | description | state | cause, and whether it
 * affects every request.
 */
export function failureTable(...conditions: Condition[]): string {
	const rows = conditions.map(([result, attempts, reader]) => {
		const failure = failureOf(result, reader, attempts);
		const { httpCode, message, cause, affectsEveryRequest } = failure;
		const description = joined(failure.description, failure.ofRequest);
		return [
			conditionOf(result) + (attempts ? JSON.stringify(attempts) : '') + (reader ? ' writing' : ''),
			...[httpCode, message, description, verdictOf(result, reader ?? lookUp).state, cause],
			affectsEveryRequest && 'every request',
		];
	});
	return rows.map((cells) => cells.map((cell) => cell || '-').join(' | ')).join('\n');
}

function conditionOf(result: SendResult) {
	if (result.kind === 'no response') {
		return `${result.code ?? 'no code'} ${result.requestLeft ? 'after' : 'before'} it left `;
	}
	const { status, headers, body, tooLarge } = result;
	const parts = [status, ...Object.values(headers), tooLarge?.excess, body].filter(Boolean);
	return parts
		.join(' ')
		.replace('application/json; charset=utf-8 ', '')
		.replace(/\s+/g, ' ')
		.slice(0, 80);
}
