import { LimitEstimator } from './LimitEstimator';

/** One mistaken answer must not stop a key, and all runs that use it, for a day. */
const longestAskedPause = 60 * 60 * 1000;

/**
 * Milliseconds to pause after a 429 that does not say how long, doubled with each further one. Short on purpose:
 * at 60 s, one of eight workers that shared ten requests a second stayed throttled for minutes.
 */
const firstBackoff = 100;
const longestBackoff = 5_000;

/** Milliseconds after which to ask again: the fill rate grows while nothing leaves. */
const longestDelay = 10_000;

/**
 * Paces requests by a token bucket that models the service's own, as far as that is known, and pauses after a 429. So
 * what a pause or a late timer has held back leaves in a burst, and uses the tokens that the service has saved up
 * meanwhile. Until the first 429 that follows an acceptance, tokens are unlimited. All times are milliseconds.
 */
export class TokenBucket {
	/** When the latest pause ends or ended. */
	pausedUntil = 0;
	/** The same for the pauses that the service asked for. */
	askedUntil = 0;

	private readonly estimator = new LimitEstimator();
	private tokens = Infinity;
	private refilledAt = 0;

	/** The number of pauses without a named length since the last acceptance. */
	private backoffs = 0;
	/** When the last 429 came that was not a late one, and when its request was sent. */
	private throttledAt = -Infinity;
	private throttledSentAt = -Infinity;
	/** When the most recent of the accepted requests was sent: answers may arrive out of order. */
	private acceptedSentAt = -Infinity;

	/** @returns milliseconds until the next request may leave, or until it is to be asked again */
	delay(now: number): number {
		if (now < this.pausedUntil) return Math.min(longestDelay, this.pausedUntil - now);
		const fillRate = this.refill(now);
		return Math.min(longestDelay, (Math.max(0, 1 - this.tokens) / fillRate) * 1000);
	}

	take(): void {
		this.tokens -= 1;
	}

	accepted(sentAt: number, now: number): void {
		this.acceptedSentAt = Math.max(this.acceptedSentAt, sentAt);
		// It left before the throttled one, while the service's bucket had tokens: it says nothing of the rate now.
		if (sentAt < this.throttledSentAt) return;
		this.backoffs = 0;
		this.estimator.add(now);
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
			if (asked > 0) this.pausedUntil = Math.max(this.pausedUntil, now + asked);
			return false;
		}
		this.throttledAt = now;
		this.throttledSentAt = sentAt;
		const pause = asked > 0 ? asked : this.backoff(random());
		const fillRate = this.refill(now);
		this.pausedUntil = Math.max(this.pausedUntil, now + pause);
		// Where nothing was accepted since the last 429, there is nothing to learn but the pause.
		if (this.estimator.accepted > 0) {
			this.estimator.estimate(now, fillRate, pause / 1000);
			// The service's bucket fills during the pause, in which `refill` adds nothing here.
			this.tokens = this.estimator.stored;
		}
		return true;
	}

	/** Random jitter of up to half, so that several workers do not come back together. */
	private backoff(random: number) {
		const pause = Math.min(longestBackoff, firstBackoff * 2 ** this.backoffs++);
		return (pause * (1 + random)) / 2;
	}

	/** Lets flow in what is due. @returns the fill rate */
	private refill(now: number) {
		const { estimator, tokens } = this;
		const { fillRate, burst } = estimator;
		if (tokens < burst) {
			const from = Math.max(this.refilledAt, this.pausedUntil);
			const seconds = Math.max(0, now - from) / 1000;
			this.tokens = Math.min(burst, tokens + seconds * fillRate);
			estimator.filling += Math.min(seconds, (burst - tokens) / fillRate);
		}
		this.refilledAt = now;
		return fillRate;
	}
}
