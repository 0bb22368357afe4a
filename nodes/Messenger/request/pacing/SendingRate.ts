import { LimitEstimator } from './LimitEstimator';
import { rateGrowth, type RateGrowth } from './rateGrowth';

/**
 * How fast requests leave: by a token bucket that copies the service's own, as far as that is known.
 * Each request takes a token; tokens flow in at a fill rate, up to the estimated burst. So what a
 * pause or a late timer has kept back leaves after it, before the service's bucket overflows. Until
 * the first 429 there is no end of tokens.
 *
 * All times are milliseconds of one clock.
 */
export class SendingRate {
	private readonly estimator = new LimitEstimator();

	private tokens = Infinity;

	private growth: RateGrowth = () => Infinity;

	/** Seconds since the last 429 for which the rate was in use, and has grown: the bucket was not full. */
	private grown = 0;

	private refilledAt = 0;

	/** When the latest pause ends or ended. */
	pausedUntil = 0;

	/** Milliseconds that the next request has to wait: 0 when it may leave now. */
	delay(now: number): number {
		if (now < this.pausedUntil) return this.pausedUntil - now;
		const fillRate = this.refill(now);
		return (Math.max(0, 1 - this.tokens) / fillRate) * 1000;
	}

	/** One request leaves. */
	take(): void {
		this.tokens -= 1;
	}

	/** The service has accepted a request that was sent at this rate. */
	accepted(now: number): void {
		this.estimator.add(now);
	}

	/**
	 * The service has throttled a request that was sent at this rate: pauses, and begins anew from
	 * what the estimator makes of it. Where nothing was accepted since the last 429, there is nothing
	 * to learn but the pause.
	 *
	 * @param pause milliseconds
	 */
	throttled(now: number, pause: number): void {
		const { estimator } = this;
		const fillRate = this.refill(now);
		this.pauseUntil(now + pause);
		if (estimator.accepted === 0) return;
		estimator.estimate(now, fillRate, pause / 1000);
		this.growth = rateGrowth(estimator.limit, pause / 1000, estimator.isMeasured);
		this.grown = 0;
		// What flows in during the pause, beforehand.
		this.tokens = estimator.stored;
	}

	/** Lets no request leave before the given time. */
	pauseUntil(time: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, time);
	}

	/** Lets flow in what is due, and gives the fill rate. */
	private refill(now: number): number {
		const { estimator, tokens } = this;
		const fillRate = this.growth(this.grown);
		if (tokens < estimator.burst) {
			const from = Math.max(this.refilledAt, this.pausedUntil);
			const seconds = Math.max(0, now - from) / 1000;
			const filling = Math.min(seconds, (estimator.burst - tokens) / fillRate);
			this.tokens = Math.min(estimator.burst, tokens + seconds * fillRate);
			this.grown += filling;
			estimator.filling += filling;
		}
		this.refilledAt = now;
		return fillRate;
	}
}
