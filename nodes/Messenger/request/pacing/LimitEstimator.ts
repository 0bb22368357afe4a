/** Of what was accepted in the second before the first 429, so much was the service's burst. */
const shareOfBurst = 0.65;

/** A shorter time of sending, in seconds, says nothing of a rate. */
const enoughSeconds = 0.5;

/**
 * Estimates the service's limit, in requests a second, and its burst, from what it accepts between
 * one 429 and the next. The service is thought to have a token bucket, which is empty at each 429.
 *
 * All times are milliseconds of one clock.
 */
export class LimitEstimator {
	/** What a full bucket of the service is thought to hold. */
	burst = 1;

	/** How many were accepted since it began to count. */
	accepted = 0;

	private limit = 1;

	/** How many were accepted in about the last second: each counts e^-1 after a second. */
	private recent = 0;

	private recentAt = 0;

	/** @param begunAt when the first request comes */
	constructor(private begunAt: number) {}

	/** Counts anew, as the service's bucket is empty now, or full. */
	begin(now: number): void {
		this.accepted = 0;
		this.begunAt = now;
	}

	/** The service has accepted a request. */
	add(now: number): void {
		this.accepted += 1;
		this.recent = this.inLastSecond(now) + 1;
		this.recentAt = now;
	}

	/** At the first 429 there is nothing to measure by yet: what was accepted lately is a guess. */
	guess(now: number): number {
		this.limit = Math.max(1, this.inLastSecond(now));
		this.burst = Math.max(1, this.limit * shareOfBurst);
		return this.limit;
	}

	/**
	 * Measures the limit at a later 429. What was accepted since the last one has flowed into the
	 * service's bucket since then, unless that was full and overflowed: but of what was accepted in
	 * any time, all but a burst has flowed in during that time. The highest of these bounds counts.
	 *
	 * @param rate at which requests left: the limit is not above
	 * @param resumedAt since when they left
	 * @returns undefined so soon after a pause that it only proves the burst to be smaller
	 */
	measure(now: number, rate: number, resumedAt: number): number | undefined {
		const seconds = (now - resumedAt) / 1000;
		if (seconds < enoughSeconds) {
			this.burst = Math.max(1, this.burst / 2);
			return undefined;
		}
		const atLeast = Math.max(
			this.accepted / ((now - this.begunAt) / 1000),
			(this.accepted - this.burst) / seconds,
			this.inLastSecond(now) - this.burst,
			// One bad measurement may not cost more than half.
			this.limit / 2,
		);
		this.limit = Math.min(rate, atLeast);
		return this.limit;
	}

	private inLastSecond(now: number): number {
		return this.recent * Math.exp((this.recentAt - now) / 1000);
	}
}
