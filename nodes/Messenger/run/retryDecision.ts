import { invalidHeader, isEncryptionFailure, ownCodes } from '../http/transport';
import type { NoResponse, ServiceResponse } from '../http/transport';

/** How often a request is sent again after a failure that is not the rate limit. */
export const maxRepetitions = 3;

/** Milliseconds before the first repetition; each further one waits twice as long. */
const firstPause = 500;

/** Nobody waits for a day: what asks for more is no number of seconds, but an epoch or a mistake. */
const longestRetryAfter = 24 * 60 * 60 * 1000;

/** What is known when a request has just been tried. */
export interface Attempt {
	outcome: ServiceResponse | NoResponse;
	/** Whether the request changes nothing at the service. */
	readOnly: boolean;
	/** How often it was repeated already, retries after a 429 left out. */
	repetitions: number;
	/** Milliseconds since it was throttled first. */
	throttledFor: number;
	/** Milliseconds for which a throttled request is tried again. */
	maxRetryWait: number;
	/** From 0 to 1. */
	random: number;
}

/** What to do with it now. */
export type RetryDecision =
	/** This was the last word. */
	| { kind: 'give up' }
	/** It was throttled: again in its turn, when the pacer lets it. */
	| { kind: 'throttled'; retryAfter?: number }
	/** Again after a pause, in milliseconds. */
	| { kind: 'repeat'; pause: number };

/**
 * The one place where it is decided whether a request is sent again.
 *
 * - A 429 was not processed: again, until Max Retry Wait has passed since the first one or would
 *   pass meanwhile.
 * - What never left the machine may be sent again whatever it is.
 * - What left and failed (5xx, timeout, reset, cut off) only if it just reads: a campaign or an
 *   event must not arrive twice.
 * - Everything else is the last word.
 */
export function retryDecision(attempt: Attempt): RetryDecision {
	const { outcome, repetitions, throttledFor, maxRetryWait, random } = attempt;
	if (outcome.kind === 'response' && outcome.status === 429) {
		const wait = retryAfter(outcome);
		if (maxRetryWait - throttledFor <= (wait ?? 0)) return { kind: 'give up' };
		return { kind: 'throttled', retryAfter: wait };
	}
	if (repetitions === maxRepetitions || !mayRepeat(attempt)) return { kind: 'give up' };
	// Exponential backoff with jitter, so that many failed requests do not return together.
	return { kind: 'repeat', pause: firstPause * 2 ** repetitions * (0.5 + random / 2) };
}

function mayRepeat({ outcome, readOnly }: Attempt): boolean {
	if (!isOutage(outcome)) return false;
	return readOnly || (outcome.kind === 'no response' && !outcome.requestLeft);
}

/**
 * Whether a failure says that the service is away or out of order at the moment, so that other
 * requests would fail in the same way: a 5xx, or no whole response.
 */
export function isOutage(outcome: ServiceResponse | NoResponse): boolean {
	if (outcome.kind === 'response') return outcome.status >= 500;
	const { code } = outcome;
	return !(
		isEncryptionFailure(code) ||
		code === ownCodes.cancelled ||
		code === ownCodes.notAllowed ||
		code === invalidHeader
	);
}

/**
 * The `Retry-After` header: whole seconds, or an HTTP date (RFC 9110, section 10.2.3), which is read
 * against the response's own `Date`, since the two clocks may differ.
 *
 * @returns milliseconds to wait; undefined where the header is missing or has no meaning
 */
export function retryAfter({ headers }: ServiceResponse): number | undefined {
	const header = headers['retry-after']?.trim() ?? '';
	const wait = /^\d+$/.test(header) ? Number(header) * 1000 : untilDate(header, headers.date);
	return wait !== undefined && wait <= longestRetryAfter ? wait : undefined;
}

/** Such as `Sun, 06 Nov 1994 08:49:37 GMT`; the two obsolete forms are not sent any more. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function untilDate(header: string, now: string | undefined): number | undefined {
	if (!httpDate.test(header)) return undefined;
	const from = now !== undefined && httpDate.test(now) ? Date.parse(now) : Date.now();
	const wait = Date.parse(header) - from;
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
