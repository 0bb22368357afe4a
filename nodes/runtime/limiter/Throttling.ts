import { TokenBucket } from './TokenBucket';

/** One mistaken answer must not stop a key, and all runs that use it, for a day. */
const longestAskedPause = 60 * 60 * 1000;

/**
 * Milliseconds to pause after a 429 that does not say how long, doubled with each further one. Short on purpose:
 * at 60 s, one of eight workers that shared ten requests a second stayed throttled for minutes.
 */
const firstBackoff = 100;
const longestBackoff = 5_000;

/**
 * Tracks 429s: how long to keep all requests back after one, and by {@link TokenBucket} how fast to send afterwards.
 * All times are milliseconds of one clock.
 */
export class Throttling {
	readonly rate = new TokenBucket();

	/** The latest end of the pauses that the service asked for. */
	askedUntil = 0;
	/** The number of pauses without a named length since the last acceptance. */
	private backoffs = 0;
	/** When the last 429 came that was not a late one, and when its request was sent. */
	private throttledAt = -Infinity;
	private throttledSentAt = -Infinity;
	/** When the most recent of the accepted requests was sent: answers may arrive out of order. */
	private acceptedSentAt = -Infinity;

	accepted(sentAt: number, now: number): void {
		this.acceptedSentAt = Math.max(this.acceptedSentAt, sentAt);
		// It left before the throttled one, while the service's bucket had tokens: it says nothing of the rate now.
		if (sentAt < this.throttledSentAt) return;
		this.backoffs = 0;
		this.rate.accepted(now);
	}

	/**
	 * A 429 came. A late one tells only what was true when its request was sent.
	 *
	 * @param retryAfter milliseconds that it asks to wait; 0 where it does not say
	 * @returns whether it says something new of the rate
	 */
	throttled(sentAt: number, now: number, retryAfter: number, random: () => number): boolean {
		// If a request was accepted that left after this pause could have ended, the pause is already over.
		const isOver = this.acceptedSentAt >= sentAt + retryAfter;
		const asked = isOver ? 0 : Math.min(retryAfter, longestAskedPause);
		this.askedUntil = Math.max(this.askedUntil, now + asked);
		// A request that was in flight at the last 429 says nothing of the rate since.
		if (sentAt <= this.throttledAt) {
			if (asked > 0) this.rate.pauseUntil(now + asked);
			return false;
		}
		this.rate.throttled(now, asked > 0 ? asked : this.backoff(random()));
		this.throttledAt = now;
		this.throttledSentAt = sentAt;
		return true;
	}

	/** Random jitter of up to half, so that several workers do not come back together. */
	private backoff(random: number) {
		const pause = Math.min(longestBackoff, firstBackoff * 2 ** this.backoffs++);
		return (pause * (1 + random)) / 2;
	}
}
