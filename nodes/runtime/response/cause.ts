import type { IDataObject } from 'n8n-workflow';

import type { Words } from '../input/InvalidInput';
import type { Service } from '../Service';
import { opensslWords, ownCodes } from './networkFailure';
import { fieldsOf, parseBody, type Body } from './parse';
import { retryAfter } from './retryAfter';
import type { NoResponse, SendResult, ServiceResponse } from './ServiceResponse';

/**
 * Tells the limiter what one result means for other requests. By `accepted` and `answered` the service is there, by
 * `throttled` it wants a pause, in an `outage` others would fail, too. `nothing` says nothing of them.
 */
export type Signal = 'accepted' | 'answered' | 'throttled' | 'outage' | 'nothing';

/** `failed`: it left, and was definitely not accepted. `uncertain`: it left, and may have been processed. */
type FailedState = 'failed' | 'uncertain' | 'not sent';

/**
 * Says what follows from a cause. A throttled request is sent again, and so is one of an outage whose state isn't
 * `uncertain`, as often as retryDelay.ts allows. Retries, StopRules.ts, the limiter and n8n's `failure` know no more of it.
 */
export interface Rule<State = 'accepted' | FailedState> {
	/** Of a write. A read that may have been processed has failed. */
	state: State;
	signal: Signal;
	/** True if every other request of this run would end in the same way: it ends. The limiter serves other runs, too. */
	ofAll?: true;
	/** True if it is the request's fault: the service blocks a key that sends many of these (R3). */
	isBadRequest?: true;
	/** True if the service has blocked the key for a while. A second one, or bad requests before it, end the run (R3). */
	isBlock?: true;
	n8nCause?:
		'rate-limited' | 'credential-invalid' | 'temporarily-unavailable' | 'configuration-invalid';
}

const unavailable = 'temporarily-unavailable';
const misconfigured = 'configuration-invalid';

const acceptedRule: Rule<'accepted'> = { state: 'accepted', signal: 'accepted' };

/** A request that wasn't accepted. */
const rules = {
	// This request is refused.
	expected: { state: 'failed', signal: 'accepted' }, // proves that it was in order: nothing found
	invalid: { state: 'failed', signal: 'answered', isBadRequest: true }, // 400, 422, `success: false`
	refused: { state: 'failed', signal: 'answered' }, // any other 4xx
	tooLong: { state: 'failed', signal: 'answered' }, // 413
	notFound: { state: 'failed', signal: 'answered', n8nCause: misconfigured }, // 404
	notTheService: { state: 'failed', signal: 'answered' }, // 405, or a page with a 4xx
	// A 2xx that proves nothing (docs/node-contract.md, E5 and Q6).
	unproven: { state: 'uncertain', signal: 'answered' },
	notAnAnswer: { state: 'uncertain', signal: 'answered', n8nCause: misconfigured },
	tooLarge: { state: 'uncertain', signal: 'answered', n8nCause: unavailable },
	tooLargeTogether: { state: 'failed', signal: 'answered', ofAll: true, n8nCause: unavailable },
	// All requests are refused.
	rejectedKey: { state: 'failed', signal: 'answered', ofAll: true, n8nCause: 'credential-invalid' },
	wantsProxyLogin: { state: 'failed', signal: 'answered', ofAll: true, n8nCause: misconfigured }, // 407
	noAccept: { state: 'failed', signal: 'answered', ofAll: true, n8nCause: misconfigured }, // 406
	redirected: { state: 'failed', signal: 'answered', ofAll: true, n8nCause: misconfigured }, // 3xx
	seeOther: { state: 'uncertain', signal: 'answered', ofAll: true, n8nCause: misconfigured }, // 303
	// Not now.
	throttled: { state: 'failed', signal: 'throttled', n8nCause: 'rate-limited' }, // 429
	blocked: { state: 'failed', signal: 'outage', isBlock: true, n8nCause: unavailable }, // 403
	serverError: { state: 'uncertain', signal: 'outage', n8nCause: unavailable }, // 5xx
	// No answer came, or none of the service: it may have arrived.
	timedOut: { state: 'uncertain', signal: 'outage', n8nCause: unavailable },
	lost: { state: 'uncertain', signal: 'outage', n8nCause: unavailable }, // reset, or cut off
	cancelled: { state: 'uncertain', signal: 'nothing' },
	// It never left.
	cancelledBefore: { state: 'not sent', signal: 'nothing' },
	notReached: { state: 'not sent', signal: 'outage', n8nCause: unavailable }, // refused, reset, timeout
	unknownHost: { state: 'not sent', signal: 'outage', n8nCause: misconfigured }, // no such name
	proxyFailed: { state: 'not sent', signal: 'outage', n8nCause: unavailable }, // 408, 429, 5xx, silence
	proxyRefused: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
	proxyLogin: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured }, // 407
	credentialRefused: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
	ssrf: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
	// A wrong certificate, and TLS's other failures.
	unknownIssuer: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
	expired: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
	wrongName: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
	noTls: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
	tls: { state: 'not sent', signal: 'nothing', ofAll: true, n8nCause: misconfigured },
} satisfies Record<string, Rule<FailedState>>;

export type Cause = keyof typeof rules;

/** The result of one sending, read once. */
export type Sent = Accepted | Failed;

interface Accepted {
	cause: 'accepted';
	rule: Rule<'accepted'>;
	items: IDataObject[];
	code?: undefined;
	answer?: undefined;
	failure?: undefined;
}

/** Has either an answer or a failure. */
export interface Failed {
	cause: Cause;
	rule: Rule<FailedState>;
	/** The status, or the network's code. */
	code?: string;
	answer?: Answer;
	failure?: NoResponse;
}

/** An answer by which the request was not accepted, with what its words need. */
export interface Answer extends ServiceResponse, Body {
	/** Undefined if the operation has no words of its own for it. */
	meaning?: RefusalMeaning;
	/** Milliseconds that the service asked to wait with a 429. */
	retryAfter?: number;
	/** True if it would have been accepted with `trustSuccessStatus`. */
	isTrustable: boolean;
}

/** An operation's own reading of its responses. */
export interface Reader {
	service: Service;
	readOnly: boolean;
	/** True if a 2xx status alone proves that a write was accepted (`trustSuccessStatus`). */
	trustsStatus: boolean;
	/** Undefined if a good response has no form that the interface shows. */
	toItems: (body: unknown) => IDataObject[] | undefined;
	whenRefused?: (status: number, body: unknown) => RefusalMeaning | undefined;
}

/** The meaning of a refusal in an operation: output items, or an error in the operation's words. */
export interface RefusalMeaning {
	items?: IDataObject[];
	message?: Words;
	advice?: string;
	/** True if it proves that the request was in order, such as a search that finds nothing. */
	isExpected?: boolean;
}

/** Reads the result of one sending: its cause, and by that what follows. */
export function readResult(result: SendResult, reader: Reader): Sent {
	if (result.kind === 'response') return readAnswer(result, reader);
	const cause = causeOfFailure(result);
	return { cause, rule: ruleOf(cause, reader.readOnly), code: result.code, failure: result };
}

/** Reads the result of a probe by its status alone: a probe asks only whether the service answers. */
export function ruleOfProbe(service: Service, result: SendResult): Rule {
	const cause =
		result.kind === 'response' ? causeOfStatus(service, result.status) : causeOfFailure(result);
	return cause === undefined ? acceptedRule : rules[cause];
}

function readAnswer(response: ServiceResponse, reader: Reader): Sent {
	const { service, readOnly, trustsStatus, toItems, whenRefused } = reader;
	const { status } = response;
	const body = parseBody(response);
	const fields = fieldsOf(body);
	const isRefusal = service.isRefusal(fields, readOnly);
	const byStatus = causeOfStatus(service, status);
	const isGood = byStatus === undefined && !isRefusal;
	const isReadable = fields === body.json || body.notJson === 'empty';
	// An answer proves no more than this (docs/node-contract.md, E5). A read succeeds unless it is refused.
	const isProof = (trusted: boolean) =>
		isGood && !readOnly && isReadable && service.isAcceptance(fields, trusted);
	if (isProof(trustsStatus) || (isGood && readOnly)) {
		// An empty body that is trusted has no fields.
		const items = toItems(readOnly ? body.json : fields);
		if (items) return { cause: 'accepted', rule: acceptedRule, items };
	}
	const isTrustable = isProof(true);
	const meaning = isGood ? undefined : whenRefused?.(status, body.json);
	const cause = isGood
		? causeOfGoodStatus(body, readOnly, isTrustable)
		: causeOfRefusal(byStatus, body, isRefusal, meaning);
	let rule = ruleOf(cause, readOnly);
	if (isRefusal && rule.signal === 'answered') rule = { ...rule, isBadRequest: true };
	if (meaning?.items) {
		// By an option the refusal is a result.
		const { isBadRequest } = rule;
		return { cause: 'accepted', rule: { ...acceptedRule, isBadRequest }, items: meaning.items };
	}
	const wait = cause === 'throttled' ? retryAfter(response) : undefined;
	const answer = { ...response, ...body, meaning, retryAfter: wait, isTrustable };
	return { cause, rule, code: String(status), answer };
}

/** A read that may have been processed has failed: it changes nothing. */
function ruleOf(cause: Cause, readOnly: boolean): Rule<FailedState> {
	const rule: Rule<FailedState> = rules[cause];
	return readOnly && rule.state === 'uncertain' ? { ...rule, state: 'failed' } : rule;
}

/** By status, or by its first digit; a 2xx has none. */
const causes: Record<number, Cause | undefined> = {
	2: undefined,
	3: 'redirected',
	303: 'seeOther',
	4: 'refused',
	400: 'invalid',
	401: 'rejectedKey',
	404: 'notFound',
	405: 'notTheService',
	406: 'noAccept',
	407: 'wantsProxyLogin',
	413: 'tooLong',
	422: 'invalid',
	429: 'throttled',
};

function causeOfStatus({ blocked }: Service, status: number): Cause | undefined {
	if (status === blocked.status) return 'blocked';
	const key = status in causes ? status : Math.floor(status / 100);
	return key in causes ? causes[key] : 'serverError';
}

/** The cause where a 2xx has neither accepted nor refused. */
function causeOfGoodStatus(body: Body, readOnly: boolean, isTrustable: boolean): Cause {
	if (body.isRunFull) return 'tooLargeTogether';
	if (body.excess !== undefined) return 'tooLarge';
	return isTrustable || (!readOnly && body.json !== undefined) ? 'unproven' : 'notAnAnswer';
}

function causeOfRefusal(
	byStatus: Cause | undefined,
	body: Body,
	isRefusal: boolean,
	meaning?: RefusalMeaning,
): Cause {
	if (meaning?.isExpected) return 'expected';
	if (byStatus === undefined || (byStatus === 'refused' && isRefusal)) return 'invalid';
	// By the operation's own words only this request finds nothing: the configuration may be right.
	if (byStatus === 'notFound' && meaning) return 'refused';
	// The service's own errors are JSON.
	const isPage = body.notJson === 'text';
	return isPage && /^(invalid|refused)$/.test(byStatus) ? 'notTheService' : byStatus;
}

/** A request that never left, by a code of the network or OpenSSL's words. */
const causesBefore: Array<[RegExp, Cause]> = [
	[new RegExp(ownCodes.credential), 'credentialRefused'],
	[new RegExp(ownCodes.notAllowed), 'ssrf'],
	[/ENOTFOUND/, 'unknownHost'],
	[/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/, 'unknownIssuer'],
	[/CERT_(HAS_EXPIRED|NOT_YET_VALID)/, 'expired'],
	[/CERT_ALTNAME_INVALID/, 'wrongName'],
	[/wrong.version.number|packet.length.too.long/i, 'noTls'],
	[/CERT|UNABLE_TO_|^INVALID_|PATH_LENGTH|UNSPECIFIED|EPROTO|ERR_(TLS|SSL)/, 'tls'],
];

/** By the status with which a proxy refused to connect, or because it said nothing. */
const causesAtProxy: Array<[RegExp, Cause]> = [
	[/^407/, 'proxyLogin'],
	[new RegExp(`^(408|429|5(?!01)|${ownCodes.timeout}|${ownCodes.noTunnel})`), 'proxyFailed'],
	[/^\d/, 'proxyRefused'],
];

function causeOfFailure(failure: NoResponse): Cause {
	const { code = '', requestLeft, isAtProxy } = failure;
	if (code === ownCodes.cancelled) return requestLeft ? 'cancelled' : 'cancelledBefore';
	if (requestLeft) return code === ownCodes.timeout ? 'timedOut' : 'lost';
	const known = isAtProxy ? [...causesAtProxy, ...causesBefore] : causesBefore;
	const words = `${code} ${opensslWords(failure)}`;
	return known.find(([of]) => of.test(words))?.[1] ?? 'notReached';
}
