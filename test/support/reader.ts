import type { NodeRun } from '../../nodes/Messenger/request/nodeRun';
import type { Answer, NoAnswer } from '../../nodes/Messenger/request/transport';
import type { Delivery } from '../../nodes/Messenger/request/deliver';
import { wholeBody } from '../../nodes/Messenger/response/forms';
import type { Problem } from '../../nodes/Messenger/response/Problem';
import { readDelivery, type Reader } from '../../nodes/Messenger/response/readDelivery';

/** The key of the runs below; no problem may hold it. */
export const readerKey = 'sk-4f1c09';

const run = { baseUrl: 'https://api.example.com:8443/v2', apiKey: readerKey } as NodeRun;

/** Reads like an operation that looks something up. */
export const lookUp: Reader = {
	run,
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
	headers: Answer['headers'] = { 'content-type': 'application/json; charset=utf-8' },
): Answer {
	return {
		kind: 'answer',
		status,
		headers,
		body: typeof body === 'string' ? body : JSON.stringify(body),
	};
}

/** A request to which no whole answer came. */
export function noAnswer(code: string, requestLeft = true, reason = 'socket hang up'): NoAnswer {
	return { kind: 'no answer', code, reason, requestLeft };
}

/** Reads the outcome of a request that was sent once, unless the delivery says something else. */
export function read(
	outcome: Delivery['outcome'],
	reader: Reader = lookUp,
	delivery: Partial<Delivery> = {},
) {
	return readDelivery(
		{ outcome, sendings: 1, refusals: 0, retriedFor: 0, notSent: 0, ...delivery },
		reader,
	);
}

/** The problem that an outcome is. Fails where it gives items. */
export function problemOf(...parameters: Parameters<typeof read>): Problem {
	const reading = read(...parameters);
	if (reading.state === 'accepted') throw new Error(`Accepted: ${JSON.stringify(reading.items)}`);
	return reading.problem;
}
