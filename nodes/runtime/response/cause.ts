import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../Service';
import { ownCodes } from './networkFailure';
import { fieldsOf, otherText, parseBody, retryAfter, type Body } from './parse';
import type { NoResponse, SendResult, ServiceResponse } from './ServiceResponse';

/**
 * Tells the limiter what one result means for other requests. By `good` the service takes such requests, by `answered` it
 * is there, by `throttled` it wants a pause, in an `outage` others would fail, too. `nothing` says nothing of them.
 */
export type Signal = 'good' | 'answered' | 'throttled' | 'outage' | 'nothing';

/** `failed`: it left, and was definitely not accepted. `uncertain`: it left, and may have been processed. */
type FailedState = 'failed' | 'uncertain' | 'not sent';

/**
 * Says what follows from a cause. A throttled request is sent again, and so is one of an outage whose state isn't
 * `uncertain`, as often as sendRequest.ts allows. That, Brake.ts and the limiter know no more of it.
 */
export interface Rule<State = 'accepted' | FailedState> {
	/** Of a write. A read that may have been processed has failed. */
	state: State;
	signal: Signal;
	/** True if every other request of this run would end in the same way: it ends. The limiter serves other runs, too. */
	ofAll?: true;
	/** True if the request itself is wrong: too many of them block the key. */
	isBadRequest?: true;
	/** True if bad requests may have caused it: the run ends if it had any. */
	isBlock?: true;
	rejectsKey?: true;
}

const rules = {
	// This request is refused.
	expected: { state: 'failed', signal: 'good' }, // proves that it was in order: nothing found
	invalid: { state: 'failed', signal: 'answered', isBadRequest: true }, // 400, 413, 422, `success: false` under 2xx
	refused: { state: 'failed', signal: 'answered' }, // any other 4xx, or a page with one
	// A 2xx that proves nothing, or can't be read.
	unproven: { state: 'uncertain', signal: 'answered' },
	// All requests are refused.
	rejectedKey: { state: 'failed', signal: 'answered', ofAll: true, rejectsKey: true },
	noAccept: { state: 'failed', signal: 'answered', ofAll: true }, // 406
	redirected: { state: 'failed', signal: 'answered', ofAll: true }, // 3xx
	seeOther: { state: 'uncertain', signal: 'answered', ofAll: true }, // 303
	// Not now.
	throttled: { state: 'failed', signal: 'throttled' }, // 429
	blocked: { state: 'failed', signal: 'outage', isBlock: true }, // 403
	serverError: { state: 'uncertain', signal: 'outage' }, // 5xx, any other status
	// No answer came, or none of the service: it may have arrived.
	unanswered: { state: 'uncertain', signal: 'outage' }, // timeout, reset, cut off
	cancelled: { state: 'uncertain', signal: 'nothing' },
	// It never left.
	cancelledBefore: { state: 'not sent', signal: 'nothing' },
	notReached: { state: 'not sent', signal: 'outage' }, // refused, reset, timeout
	notAllowed: { state: 'not sent', signal: 'nothing', ofAll: true }, // by n8n or a proxy
	notSecure: { state: 'not sent', signal: 'nothing', ofAll: true }, // certificate, TLS
} satisfies Record<string, Rule<FailedState>>;

export type Cause = keyof typeof rules;

/** What one sending means: the rule of its cause, and what came. */
export type Verdict = Accepted | Failed;

export interface Accepted extends Rule<'accepted'> {
	cause: 'accepted';
	items: IDataObject[];
	code?: undefined;
	retryAfter?: number;
	failure?: undefined;
}

/** Has either an answer or a failure. */
export interface Failed extends Rule<FailedState> {
	cause: Cause;
	/** The status, or the network's code. */
	code?: string;
	/** Milliseconds that the service asked to wait. */
	retryAfter?: number;
	answer?: Answer;
	failure?: NoResponse;
}

/** An answer by which the request was not accepted, with what its words need. */
export interface Answer extends ServiceResponse, Body {
	/** Undefined if the operation has no words of its own for it. */
	meaning?: RefusalMeaning;
}

/** An operation's own reading of its responses. */
export interface Reader {
	service: Service;
	readOnly: boolean;
	/** Undefined if a good response has no form that the interface shows. */
	toItems: (body: unknown) => IDataObject[] | undefined;
	whenRefused?: (status: number, body: unknown) => RefusalMeaning | undefined;
}

/** The meaning of a refusal in an operation: output items, or an error in the operation's words. */
export interface RefusalMeaning {
	items?: IDataObject[];
	advice?: string;
	/** True if it proves that the request was in order, such as a search that finds nothing. */
	isExpected?: boolean;
}

/** Judges the result of one sending: its cause, and by that what follows. */
export function judge(result: SendResult, reader: Reader): Verdict {
	if (result.kind === 'response') return judgeAnswer(result, reader);
	const cause = causeOfFailure(result);
	return { ...ruleOf(cause, reader.readOnly), cause, code: result.code, failure: result };
}

function judgeAnswer(response: ServiceResponse, reader: Reader): Verdict {
	const { service, readOnly, toItems, whenRefused } = reader;
	const { status } = response;
	const body = parseBody(response);
	const fields = fieldsOf(body);
	const byStatus = causeOfStatus(service, status);
	const isGood = byStatus === undefined && !service.isRefusal(fields, readOnly);
	// An answer proves no more than this. A read succeeds unless it is refused.
	const isProof = isGood && (readOnly || service.isAcceptance(fields));
	const meaning = isGood ? undefined : whenRefused?.(status, body.json);
	// By an option a refusal is a result.
	const items = isProof ? toItems(body.json) : meaning?.items;
	// A 2xx asks for no pause.
	const pause = byStatus && retryAfter(response);
	if (items) {
		return { state: 'accepted', signal: 'good', cause: 'accepted', items, retryAfter: pause };
	}
	const cause = isGood ? 'unproven' : causeOfRefusal(byStatus, body, meaning);
	// It contradicts itself. A read that was refused has failed.
	const isDoubtful = !readOnly && status >= 400 && service.isAcceptance(fields);
	return {
		...ruleOf(cause, readOnly),
		...(isDoubtful && { state: 'uncertain' }),
		cause,
		code: String(status),
		retryAfter: pause,
		answer: { ...response, ...body, meaning },
	};
}

/** A read that may have been processed has failed: it changes nothing. */
function ruleOf(cause: Cause, readOnly: boolean): Rule<FailedState> {
	const rule: Rule<FailedState> = rules[cause];
	return readOnly && rule.state === 'uncertain' ? { ...rule, state: 'failed' } : rule;
}

/** By status, or by its first digit. */
const causes: Record<number, Cause> = {
	3: 'redirected',
	303: 'seeOther',
	4: 'refused',
	400: 'invalid',
	401: 'rejectedKey',
	406: 'noAccept',
	// Only proxies send it: nothing has passed them.
	407: 'notAllowed',
	413: 'invalid',
	422: 'invalid',
	429: 'throttled',
};

function causeOfStatus({ blockedStatus }: Service, status: number): Cause | undefined {
	if (status === blockedStatus) return 'blocked';
	const digit = Math.floor(status / 100);
	return digit === 2 ? undefined : (causes[status] ?? causes[digit] ?? 'serverError');
}

function causeOfRefusal(byStatus: Cause | undefined, body: Body, meaning?: RefusalMeaning): Cause {
	if (meaning?.isExpected) return 'expected';
	if (byStatus === undefined) return 'invalid';
	// The service's own errors are JSON.
	return byStatus === 'invalid' && body.notJson === otherText ? 'refused' : byStatus;
}

/** A wrong certificate, and TLS's other failures. */
const insecure = /CERT|UNABLE_TO_|^INVALID_|PATH_LENGTH|UNSPECIFIED|EPROTO|ERR_(TLS|SSL)/;

function causeOfFailure({ code = '', requestLeft }: NoResponse): Cause {
	if (code === ownCodes.cancelled) return requestLeft ? 'cancelled' : 'cancelledBefore';
	if (requestLeft) return 'unanswered';
	// n8n or the credential doesn't let it leave.
	if (code === ownCodes.notAllowed || code === ownCodes.credential) return 'notAllowed';
	return insecure.test(code) ? 'notSecure' : 'notReached';
}
