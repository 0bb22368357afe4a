/** Of what was accepted in the second before the first 429, so much is taken for the burst. */
const shareOfBurst = 2 / 3;

/** In fewer seconds too little flows in to measure by. */
const enoughSeconds = 0.5;

/** Less than one request a minute would be no rate. */
const slowest = 1 / 60;

/**
 * Estimates the service's limit, in requests a second, and its burst, by what it accepts from one
 * 429 to the next. The service is thought to have a token bucket, and each 429 proves it empty: so
 * what was accepted since the one before is what was stored after its pause, and what has flowed in
 * from then on.
 */
export class LimitEstimator {
	/** Requests a second. */
	limit = 1;

	/** The capacity of the service's bucket. */
	burst = 1;

	/** What was in the service's bucket when the last pause ended. */
	stored = 0;

	/** Seconds since the last pause for which it was not full. */
	seconds = 0;

	/** Accepted since the last 429. */
	accepted = 0;

	/** Whether the limit is more than a guess. */
	isMeasured = false;

	/** Accepted in about the last second: each counts e^-1 after a second. */
	private recent = 0;

	private recentAt = 0;

	/** The service has accepted a request that was sent since the last 429. */
	add(now: number): void {
		this.accepted += 1;
		this.recent = this.inLastSecond(now) + 1;
		this.recentAt = now;
	}

	/** At the first 429: no rate has kept requests back until now. */
	guess(now: number): void {
		this.limit = Math.max(1, this.inLastSecond(now));
		this.burst = Math.max(1, this.limit * shareOfBurst);
	}

	/**
	 * At a later 429.
	 *
	 * @param rate at which requests left: the limit is not above
	 */
	measure(now: number, rate: number): void {
		if (this.seconds < enoughSeconds) {
			// So soon it only proves that less was stored.
			this.burst = Math.max(1, this.burst / 2);
			this.limit = rate;
			return;
		}
		const atLeast = Math.max(
			(this.accepted - this.stored) / this.seconds,
			// All but a burst of what was accepted in a second has flowed in during it.
			this.inLastSecond(now) - this.burst,
			// One bad measurement may not cost more than half.
			this.limit / 2,
			slowest,
		);
		this.limit = Math.min(rate, atLeast);
		this.isMeasured = true;
	}

	/** Counts anew after a 429 and its pause, in seconds. */
	begin(pause: number): void {
		this.stored = Math.min(this.burst, this.limit * pause);
		this.seconds = 0;
		this.accepted = 0;
	}

	private inLastSecond(now: number): number {
		return this.recent * Math.exp((this.recentAt - now) / 1000);
	}
}
