import { LimitEstimator } from './LimitEstimator';
import { rateGrowth, type RateGrowth } from './rateGrowth';
import { TokenBucket } from './TokenBucket';

/** Seconds of growth that one refill brings at most: at a low rate, a long wait proves little. */
const longestStep = 5;

/**
 * How fast requests leave. Until a 429 tells of a limit as fast as they come; from then on by a token bucket
 * that copies what the service's is thought to be: so what a pause (or a late timer) has kept back
 * is sent after it, before the service's own bucket overflows.
 *
 * All times are milliseconds of one clock.
 */
export class SendingRate {
	private readonly bucket = new TokenBucket();

	private readonly estimator = new LimitEstimator();

	/** None before a 429 that there is something to learn from. */
	private growth: RateGrowth | undefined;

	/** Seconds for which the rate has grown: the bucket was not full. */
	private grown = 0;

	private refilledAt = 0;

	/** When the latest pause ends or ended. */
	pausedUntil = 0;

	/** Milliseconds that the next request has to wait: 0 when it may leave now. */
	delay(now: number): number {
		if (now < this.pausedUntil) return this.pausedUntil - now;
		const fillRate = this.refill(now);
		return fillRate === undefined ? 0 : this.bucket.delay(fillRate);
	}

	/** One request leaves. */
	take(): void {
		this.bucket.tokens -= 1;
	}

	/** A request that was to leave has not. */
	putBack(): void {
		this.bucket.tokens += 1;
	}

	/** The service has accepted a request that was sent since the last 429. */
	accepted(now: number): void {
		this.estimator.add(now);
	}

	/**
	 * The service has throttled a request that was sent at this rate: pauses, and slows down. Where
	 * nothing was accepted since the last time, there is nothing to learn but the pause.
	 *
	 * @param pause milliseconds
	 */
	throttled(now: number, pause: number): void {
		const { bucket, estimator } = this;
		const rate = this.refill(now);
		this.pauseUntil(now + pause);
		if (estimator.accepted === 0) return;
		if (rate === undefined) estimator.guess(now);
		else estimator.measure(now, rate);
		estimator.begin(pause / 1000);
		bucket.tokens = estimator.stored;
		bucket.capacity = estimator.burst;
		this.growth = rateGrowth(estimator.limit, pause / 1000, estimator.isMeasured);
		this.grown = 0;
	}

	/** Lets no request leave before the given time. */
	pauseUntil(time: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, time);
	}

	/** Gives the fill rate. What flows into the service's bucket in a pause is in `stored`. */
	private refill(now: number): number | undefined {
		const fillRate = this.growth?.(this.grown);
		if (fillRate === undefined) return undefined;
		const from = Math.max(this.refilledAt, this.pausedUntil);
		const filling = this.bucket.refill(Math.max(0, now - from) / 1000, fillRate);
		this.refilledAt = now;
		this.estimator.seconds += filling;
		this.grown += Math.min(longestStep, filling);
		return fillRate;
	}
}
