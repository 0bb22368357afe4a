import { LimitEstimator } from './LimitEstimator';
import { approaching, searching, type RateGrowth } from './rateGrowth';
import { TokenBucket } from './TokenBucket';

/**
 * How fast requests leave. Until the first 429 as fast as they come; from then on by a token bucket
 * of our own, as the service's is thought to be: so what a pause (or a late timer) has kept back is
 * sent after it, before the service's own bucket overflows.
 *
 * All times are milliseconds of one clock.
 */
export class SendingRate {
	private readonly bucket = new TokenBucket();

	private readonly estimator: LimitEstimator;

	/** None until the first 429. */
	private growth: RateGrowth | undefined;

	private isMeasured = false;

	/** Seconds for which requests have had to wait for a token since the last 429. */
	private waited = 0;

	private isAwaited = false;

	/** When the latest pause ends or ended. */
	pausedUntil = 0;

	private resumedAt: number;

	/** @param now when the first request comes */
	constructor(now: number) {
		this.estimator = new LimitEstimator(now);
		this.resumedAt = now;
	}

	/** Milliseconds that the next request has to wait: 0 when it may leave now. */
	delay(now: number): number {
		if (now < this.pausedUntil) return this.pausedUntil - now;
		if (this.growth === undefined) return 0;
		this.refill(now);
		const delay = this.bucket.delay(this.growth(this.waited));
		this.isAwaited = delay > 0;
		return delay;
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
	 * nothing was accepted since the last time, the pause alone decides when to try again.
	 *
	 * @param pause milliseconds
	 */
	throttled(now: number, pause: number): void {
		this.refill(now);
		const hasAccepted = this.estimator.accepted > 0;
		if (hasAccepted || this.growth === undefined) {
			this.growth = this.slower(now, pause / 1000);
			this.waited = 0;
		}
		this.bucket.tokens = hasAccepted ? 0 : 1;
		if (hasAccepted) this.estimator.begin(now);
		this.pauseUntil(now + pause);
	}

	/** Lets no request leave before the given time. */
	pauseUntil(time: number): void {
		if (time > this.pausedUntil) this.pausedUntil = this.resumedAt = time;
	}

	/** No request waits any more: until one does, the rate has nothing to prove. */
	noneWaits(now: number): void {
		this.refill(now);
	}

	/** Nothing was sent from then until now, so that the service's bucket may be full again. */
	rested(since: number, now: number): void {
		this.estimator.begin(since);
		this.resumedAt = now;
	}

	private slower(now: number, pause: number): RateGrowth {
		if (this.growth === undefined) return searching(this.estimator.guess(now));
		const rate = this.growth(this.waited);
		const limit = this.estimator.measure(now, rate, this.resumedAt);
		this.isMeasured ||= limit !== undefined;
		return this.isMeasured ? approaching(limit ?? rate, pause) : searching(rate);
	}

	private refill(now: number): void {
		const fillRate = this.growth?.(this.waited) ?? 0;
		const seconds = this.bucket.refill(now, fillRate, this.estimator.burst);
		if (this.isAwaited) this.waited += seconds;
		this.isAwaited = false;
	}
}
