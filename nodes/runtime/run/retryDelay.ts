import { systemClock } from '../http/clock';
import type { Attempts } from '../response/Failure';
import type { Verdict } from '../response/verdict';
import type { StopRules } from './StopRules';

/** The number of times that a request is sent again after a failure that is neither the rate limit nor a block. */
const maxRepetitions = 3;

/** Milliseconds before the first repetition, at most; each further one may wait twice as long. */
const firstRepetitionPause = 500;

/** 429s after which a request is given up, once they have gone on for as long as Max Retry Wait: the limit is its own. */
const maxThrottled = 20;

/**
 * Decides whether a request is sent again, for the whole node.
 *
 * - After a 429 it was not processed. It goes again as soon as the limiter lets it; the limiter also bounds that wait.
 * - After a block (403) it was not processed either. It goes once more, when the block is over.
 * - In an outage it goes again where it never left, or only reads. A write must not arrive twice.
 *
 * @param attempts including this one
 * @returns milliseconds to wait before the limiter is asked again; undefined if the request is not sent again
 */
export function retryDelay(
	{ result, signal, retryAfter = 0 }: Verdict,
	{ count, throttled, throttledFor, blocked }: Attempts,
	{ maxRetryWait, wasRefused }: Pick<StopRules, 'maxRetryWait' | 'wasRefused'>,
	readOnly: boolean,
): number | undefined {
	if (signal === 'throttled') {
		const isHopeless = throttled >= maxThrottled && throttledFor >= maxRetryWait;
		return retryAfter >= maxRetryWait || isHopeless ? undefined : 0;
	}
	if (signal === 'blocked') return blocked > 1 || wasRefused || maxRetryWait === 0 ? undefined : 0;
	const repetitions = count - throttled - blocked - 1;
	const mayRepeat = readOnly || (result.kind === 'no response' && !result.requestLeft);
	if (signal !== 'outage' || !mayRepeat || repetitions >= maxRepetitions) return undefined;
	// Exponential backoff with jitter, so that many failed requests do not return together.
	return firstRepetitionPause * 2 ** repetitions * (0.5 + systemClock.random() / 2);
}
