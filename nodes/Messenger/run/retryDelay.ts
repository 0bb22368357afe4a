import type { Verdict } from '../response/verdict';

/** How often a request is sent again after a failure that is not the rate limit. */
const maxRepetitions = 3;

/** Milliseconds before the first repetition; each further one waits twice as long. */
const firstPause = 500;

/** What is known when a request has just been tried. */
export interface Attempt {
	verdict: Verdict;
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

/**
 * The one place where it is decided whether a request is sent again.
 *
 * - A 429 was not processed: again, as soon as the gate lets it, until Max Retry Wait has passed since the first
 *   one or would pass meanwhile.
 * - What never left the machine may be sent again whatever it is.
 * - What left and failed (5xx, timeout, reset, cut off) only if it just reads: a campaign or an event must not
 *   arrive twice.
 * - Everything else is the last word.
 *
 * @returns milliseconds to wait before that; undefined where it is not sent again
 */
export function retryDelay(attempt: Attempt): number | undefined {
	const { verdict, readOnly, repetitions, throttledFor, maxRetryWait, random } = attempt;
	const { result, sign, retryAfter = 0 } = verdict;
	if (sign === 'throttled') return maxRetryWait - throttledFor > retryAfter ? 0 : undefined;
	const mayRepeat = readOnly || (result.kind === 'no response' && !result.requestLeft);
	if (sign !== 'outage' || !mayRepeat || repetitions === maxRepetitions) return undefined;
	// Exponential backoff with jitter, so that many failed requests do not return together.
	return firstPause * 2 ** repetitions * (0.5 + random / 2);
}
