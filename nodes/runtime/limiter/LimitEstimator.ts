/** The share of what was accepted in the second before the first 429 that is taken for the burst. */
const burstShare = 2 / 3;

/** In fewer seconds too little flows in to measure by. */
const enoughSeconds = 0.5;

/** The share of the limit to begin again with after a 429. CUBIC has 0.7, which leaves more of it unused. */
const kept = 0.9;

/** CUBIC's constant C for a pause of a second: the best of those tried in the simulation. */
const steepnessAtOneSecond = 0.04;

/**
 * Estimates the service's token bucket: its fill rate (the limit) and its capacity (the burst). Each 429 proves
 * it empty. So what was accepted between two of them was stored in it when the pause after the first was over,
 * or has flowed in from then on.
 */
export class LimitEstimator {
	/** Requests a second; none is known before the first 429. */
	limit = Infinity;
	/** The capacity of the service's bucket, in requests. */
	burst = Infinity;
	/** The content of the service's bucket at the end of the pause after the last estimate. */
	stored = 0;
	/** Seconds since then in which our own bucket was filling; time for which it was full does not count. */
	filling = 0;
	/** Requests accepted since the last estimate. */
	accepted = 0;

	/** True once the limit has been measured. Before, it is a guess. */
	private isMeasured = false;
	/** Seconds of the pause after the last estimate. */
	private pause = 0;
	/** Requests accepted in about the last second: each counts e^-1 after a second. */
	private recent = 0;
	private recentAt = 0;

	/**
	 * The requests a second to send now. While the limit is only a guess, they double every second. To a measured limit
	 * they return by CUBIC (RFC 9438): quickly up to it, slowly past it, then ever faster. The curve is the same at all
	 * rates, so that of several workers the slower ones catch up. The longer the pause that a 429 costs, the later the
	 * next one comes.
	 */
	get fillRate() {
		const { limit, filling } = this;
		if (!this.isMeasured) return limit * kept * 2 ** filling;
		const steepness = steepnessAtOneSecond / this.pause;
		const plateau = Math.cbrt((limit * (1 - kept)) / steepness);
		return limit + steepness * (filling - plateau) ** 3;
	}

	/** A request was accepted that was sent no earlier than the one of the last 429. */
	add(now: number): void {
		this.accepted += 1;
		this.recent = this.inLastSecond(now) + 1;
		this.recentAt = now;
	}

	/** Estimates again at a 429, the first time by a guess. @param pause that follows, in seconds */
	estimate(now: number, fillRate: number, pause: number): void {
		const recent = this.inLastSecond(now);
		if (this.limit === Infinity) {
			this.limit = Math.max(1, recent);
			this.burst = Math.max(1, this.limit * burstShare);
		} else if (this.filling < enoughSeconds) {
			// Too soon to measure: it only proves that the bucket contains less than we thought.
			this.limit = fillRate;
			this.burst = Math.max(1, this.burst / 2);
		} else {
			const measured = (this.accepted - this.stored) / this.filling;
			// Of what was accepted in the last second a burst at most was stored before it: the rest
			// flowed in during it. And one bad measurement may not cost more than half.
			this.limit = Math.max(measured, recent - this.burst, this.limit / 2);
			this.isMeasured = true;
		}
		this.pause = pause;
		this.stored = Math.min(this.burst, this.limit * pause);
		this.filling = 0;
		this.accepted = 0;
	}

	private inLastSecond(now: number) {
		return this.recent * Math.exp((this.recentAt - now) / 1000);
	}
}
