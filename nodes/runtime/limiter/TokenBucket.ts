import { LimitEstimator } from './LimitEstimator';
import { rateGrowth, type RateGrowth } from './rateGrowth';

/** Milliseconds after which to ask again, because the fill rate grows while nothing leaves. */
const longestDelay = 10_000;

/**
 * Paces requests by a token bucket that models the service's own, as far as that is known. So what a pause or a
 * late timer has held back leaves in a burst, and uses the tokens that the service has saved up meanwhile. Until
 * the first 429 that follows an acceptance, tokens are unlimited. All times are milliseconds of one clock.
 */
export class TokenBucket {
	private readonly estimator = new LimitEstimator();
	private tokens = Infinity;
	private growth: RateGrowth = () => Infinity;
	private refilledAt = 0;

	/** When the latest pause ends or ended. */
	pausedUntil = 0;

	/** @returns milliseconds until the next request may leave, or until it is to be asked again */
	delay(now: number): number {
		if (now < this.pausedUntil) return this.pausedUntil - now;
		const fillRate = this.refill(now);
		return Math.min(longestDelay, (Math.max(0, 1 - this.tokens) / fillRate) * 1000);
	}

	/** One request leaves. */
	take(): void {
		this.tokens -= 1;
	}

	/** The service has accepted a request that was not sent before the one that it throttled last. */
	accepted(now: number): void {
		this.estimator.add(now);
	}

	/**
	 * The service has throttled a request that was sent after the last 429 came. Where nothing was accepted
	 * since, there is nothing to learn but the pause, in milliseconds.
	 */
	throttled(now: number, pause: number): void {
		const { estimator } = this;
		const fillRate = this.refill(now);
		this.pauseUntil(now + pause);
		if (estimator.accepted === 0) return;
		estimator.estimate(now, fillRate, pause / 1000);
		this.growth = rateGrowth(estimator.limit, pause / 1000, estimator.isMeasured);
		// The service's bucket fills during the pause, in which `refill` adds nothing here.
		this.tokens = estimator.stored;
	}

	/** Lets no request leave before the given time. */
	pauseUntil(time: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, time);
	}

	/** Lets flow in what is due. @returns the fill rate */
	private refill(now: number) {
		const { estimator, tokens } = this;
		const fillRate = this.growth(estimator.filling);
		if (tokens < estimator.burst) {
			const from = Math.max(this.refilledAt, this.pausedUntil);
			const seconds = Math.max(0, now - from) / 1000;
			this.tokens = Math.min(estimator.burst, tokens + seconds * fillRate);
			estimator.filling += Math.min(seconds, (estimator.burst - tokens) / fillRate);
		}
		this.refilledAt = now;
		return fillRate;
	}
}
