import type { NoResponse, ServiceResponse } from '../../nodes/Messenger/request/transport';
import { wholeBody } from '../../nodes/Messenger/response/forms';
import { networkProblem } from '../../nodes/Messenger/response/networkProblems';
import type { Problem, Situation, Tries } from '../../nodes/Messenger/response/Problem';
import {
	readResponse,
	type Reader as ResponseReader,
	type Reading,
} from '../../nodes/Messenger/response/readResponse';
import { responseProblem } from '../../nodes/Messenger/response/responseProblems';

/** The key of the requests below; no problem may hold it. */
export const readerKey = 'sk-4f1c09';

/** An operation, as far as what comes back is concerned. */
export type Reader = ResponseReader & Pick<Situation, 'path' | 'inputsToCheck'>;

/** Reads like an operation that looks something up. */
export const lookUp: Reader = {
	apiKey: readerKey,
	path: '/webhook/contact/find',
	readOnly: true,
	inputsToCheck: 'Check the Email (email).',
	toItems: wholeBody,
};

/** Reads like an operation that must not happen twice. */
export const sendOut: Reader = { ...lookUp, path: '/webhook/event/send', readOnly: false };

/** An answer of the service, as JSON unless another type is given. */
export function answer(
	status: number,
	body: unknown,
	headers: ServiceResponse['headers'] = { 'content-type': 'application/json; charset=utf-8' },
): ServiceResponse {
	return {
		kind: 'response',
		status,
		headers,
		body: typeof body === 'string' ? body : JSON.stringify(body),
	};
}

/** A request to which no whole answer came. */
export function noAnswer(code: string, requestLeft = true, reason = 'socket hang up'): NoResponse {
	return { kind: 'no response', code, reason, requestLeft };
}

/** What the outcome of a request means. */
export function read(outcome: ServiceResponse | NoResponse, reader: Reader = lookUp): Reading {
	return readResponse(outcome, reader);
}

/**
 * The problem that an outcome is. Fails where it gives items.
 *
 * @param tries where the request was not simply sent once
 */
export function problemOf(
	outcome: ServiceResponse | NoResponse,
	reader: Reader = lookUp,
	tries: Partial<Tries> = {},
): Problem {
	const reading = read(outcome, reader);
	if (reading.state === 'accepted') throw new Error(`Accepted: ${JSON.stringify(reading.items)}`);
	const { path, inputsToCheck, apiKey } = reader;
	const situation: Situation = {
		host: 'api.example.com:8443',
		path,
		inputsToCheck,
		tries: { attempts: 1, throttled: 0, throttledFor: 0, ...tries },
	};
	return outcome.kind === 'no response'
		? networkProblem(outcome, reading.state, situation)
		: responseProblem(reading, outcome, situation, apiKey);
}
