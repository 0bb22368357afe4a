import { systemClock } from '../http/clock';
import type { Attempts } from '../response/Failure';
import type { Verdict } from '../response/verdict';

/** How often a request is sent again after a failure that is neither the rate limit nor a block. */
const maxRepetitions = 3;

/** Milliseconds before the first repetition; each further one waits twice as long. */
const firstPause = 500;

/** A request that met so many 429s in all of Max Retry Wait is throttled for its own sake, whatever others get. */
const mostThrottled = 20;

/** What decides whether a request is sent again, besides its own fate. */
export interface RetryPolicy {
	readOnly: boolean;
	/** Milliseconds; 0 waits for nothing. */
	maxRetryWait: number;
	/** True where a block is for this run's own bad requests. */
	wasRefused: boolean;
}

/**
 * The one place where it is decided whether a request is sent again. A 429 was not processed: again, as soon as the
 * limiter lets it, which also bounds the wait. Nor was a 403: once more, when the block is over. What failed by an
 * outage goes again where it never left or just reads: a write must not arrive twice.
 *
 * @param attempts with this one
 * @returns milliseconds to wait before that; undefined where it is not sent again
 */
export function retryDelay(
	{ result, signal, retryAfter = 0 }: Verdict,
	{ count, throttled, throttledFor, blocked }: Attempts,
	{ readOnly, maxRetryWait, wasRefused }: RetryPolicy,
): number | undefined {
	if (signal === 'throttled') {
		const isHopeless = throttled >= mostThrottled && throttledFor >= maxRetryWait;
		return retryAfter >= maxRetryWait || isHopeless ? undefined : 0;
	}
	if (signal === 'blocked') return blocked > 1 || wasRefused || maxRetryWait === 0 ? undefined : 0;
	const repetitions = count - throttled - blocked - 1;
	const mayRepeat = readOnly || (result.kind === 'no response' && !result.requestLeft);
	if (signal !== 'outage' || !mayRepeat || repetitions >= maxRepetitions) return undefined;
	// Exponential backoff with jitter, so that many failed requests do not return together.
	return firstPause * 2 ** repetitions * (0.5 + systemClock.random() / 2);
}
