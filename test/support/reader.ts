import type { NoResponse, ServiceResponse } from '../../nodes/Messenger/http/transport';
import { keyMask } from '../../nodes/Messenger/input/keyMask';
import { wholeBody } from '../../nodes/Messenger/response/forms';
import type { Problem, Situation, Tries } from '../../nodes/Messenger/response/Problem';
import { problemOf as problemOfReading } from '../../nodes/Messenger/response/problemOf';
import {
	readResponse,
	type Reader,
	type Reading,
} from '../../nodes/Messenger/response/readResponse';

/** The key of the runs below; no problem may hold it. */
export const readerKey = 'sk-4f1c09';

/** Reads like an operation that looks something up. */
export const lookUp: Reader = { readOnly: true, toItems: wholeBody };

/** Reads like an operation that must not happen twice. */
export const sendOut: Reader = { ...lookUp, readOnly: false };

/** What a refused request says to check. */
export const inputsToCheck = "Check 'Email'.";

const once: Tries = { attempts: 1, throttled: 0, throttledFor: 0 };

const situation: Situation = {
	host: 'api.example.com:8443',
	path: '/webhook/contact/find',
	inputsToCheck,
	tries: once,
	mask: keyMask(readerKey),
};

/** A response of the service, as JSON unless another type is given. */
export function response(
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

/** A request to which no whole response came. */
export function noResponse(
	code: string,
	requestLeft = true,
	reason = 'socket hang up',
): NoResponse {
	return { kind: 'no response', code, reason, requestLeft };
}

/** Reads what came of one try of a request. */
export function read(outcome: ServiceResponse | NoResponse, reader: Reader = lookUp): Reading {
	return readResponse(outcome, reader);
}

/** The problem that an outcome is, of a request that was sent once unless `tries` says otherwise. */
export function problemOf(
	outcome: ServiceResponse | NoResponse,
	reader: Reader = lookUp,
	tries: Partial<Tries> = {},
): Problem {
	const reading = read(outcome, reader);
	if (reading.state === 'accepted') throw new Error(`Accepted: ${JSON.stringify(reading.items)}`);
	return problemOfReading(reading, { ...situation, tries: { ...once, ...tries } });
}
