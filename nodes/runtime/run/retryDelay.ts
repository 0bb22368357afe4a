import { systemClock } from '../http/clock';
import type { Failed, Rule } from '../response/cause';

/** The number of times that a request is sent again after a failure that isn't the rate limit. */
const maxRepetitions = 3;

/** Milliseconds before the first repetition, at most; each further one may wait twice as long. */
const firstRepetitionPause = 500;

/** 429s after which a request is given up, once they have gone on for as long as Max Retry Wait: the limit is its own. */
const maxThrottled = 20;

/** Counts how often one request was sent and not accepted. */
export class Attempts {
	last: Failed | undefined;
	throttled = 0;
	/** Neither those that were throttled, nor trials that have failed: these say nothing of the request. */
	tried = 0;
	private throttledSince: number | undefined;

	/** Milliseconds since the first 429. */
	get throttledFor(): number {
		return this.throttledSince === undefined ? 0 : systemClock.now() - this.throttledSince;
	}

	/** @param isTrial true if it was sent to see whether an outage goes on */
	add(failed: Failed, isTrial: boolean): void {
		const { signal } = failed.rule;
		this.last = failed;
		if (signal === 'throttled') {
			this.throttledSince ??= systemClock.now();
			this.throttled += 1;
		} else if (!isTrial || signal !== 'outage') this.tried += 1;
	}
}

/**
 * Decides whether a request is sent again. After a 429 it goes as soon as the limiter lets it, which also bounds that
 * wait. In an outage it goes where it definitely was not processed, or only reads: a write must not arrive twice.
 *
 * @param attempts including this one
 * @param retryAfter milliseconds that a 429 asks to wait
 * @returns milliseconds to wait before the limiter is asked again; undefined if the request is not sent again
 */
export function retryDelay(
	{ state, signal }: Rule,
	{ tried, throttled, throttledFor }: Attempts,
	maxRetryWait: number,
	retryAfter = 0,
): number | undefined {
	if (signal === 'throttled') {
		const isHopeless = throttled >= maxThrottled && throttledFor >= maxRetryWait;
		return retryAfter >= maxRetryWait || isHopeless ? undefined : 0;
	}
	if (signal !== 'outage' || state === 'uncertain' || tried > maxRepetitions) return undefined;
	// Exponential backoff with jitter, so that many failed requests do not return together.
	const pause =
		firstRepetitionPause * 2 ** Math.max(0, tried - 1) * (0.5 + systemClock.random() / 2);
	return pause > maxRetryWait ? undefined : pause;
}
