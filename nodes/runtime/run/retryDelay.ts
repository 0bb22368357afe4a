import { systemClock } from '../http/clock';
import type { Attempts } from '../response/Problem';
import type { Verdict } from '../response/verdict';

/** How often a request is sent again after a failure that is not the rate limit. */
const maxRepetitions = 3;

/** Milliseconds before the first repetition; each further one waits twice as long. */
const firstPause = 500;

/**
 * The one place where it is decided whether a request is sent again. A 429 was not processed: again, as soon as
 * the gate lets it, within Max Retry Wait since the first one. What failed by an outage goes again where it never
 * left or just reads: a write must not arrive twice.
 *
 * @param attempts with this one
 * @param maxRetryWait milliseconds
 * @returns milliseconds to wait before that; undefined where it is not sent again
 */
export function retryDelay(
	{ result, sign, retryAfter = 0 }: Verdict,
	{ count, throttled, throttledFor }: Attempts,
	readOnly: boolean,
	maxRetryWait: number,
) {
	if (sign === 'throttled') return maxRetryWait - throttledFor > retryAfter ? 0 : undefined;
	const repetitions = count - throttled - 1;
	const mayRepeat = readOnly || (result.kind === 'no response' && !result.requestLeft);
	if (sign !== 'outage' || !mayRepeat || repetitions >= maxRepetitions) return undefined;
	// Exponential backoff with jitter, so that many failed requests do not return together.
	return firstPause * 2 ** repetitions * (0.5 + systemClock.random() / 2);
}
