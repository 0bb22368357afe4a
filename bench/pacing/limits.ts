/** The rate limit of a simulated service. */
export interface Limit {
	/**
	 * A request arrives.
	 *
	 * @param isPatient lets every request wait for its turn rather than refusing it
	 * @returns milliseconds until the service processes it, undefined if it refuses it
	 */
	take(now: number, isPatient?: boolean): number | undefined;
	/** Milliseconds until it would accept a request. */
	resetIn(now: number): number;
}

/** So many requests a second after a burst; a queueing service lets some wait for their token. */
export class TokenBucketLimit implements Limit {
	private tokens: number;
	private refilledAt = 0;

	/** @param queue how many requests may wait for a token */
	constructor(
		private fillRate: number,
		private readonly burst: number,
		private readonly queue = 0,
	) {
		this.tokens = burst;
	}

	take(now: number, isPatient = false): number | undefined {
		this.refill(now);
		if (this.tokens - 1 < -this.queue && !isPatient) return undefined;
		this.tokens -= 1;
		return Math.max(0, (-this.tokens / this.fillRate) * 1000);
	}

	resetIn(now: number): number {
		this.refill(now);
		return Math.max(0, ((1 - this.queue - this.tokens) / this.fillRate) * 1000);
	}

	/** The limit is another from now on. */
	change(now: number, fillRate: number): void {
		this.refill(now);
		this.fillRate = fillRate;
	}

	private refill(now: number): void {
		const refilled = ((now - this.refilledAt) / 1000) * this.fillRate;
		this.tokens = Math.min(this.burst, this.tokens + refilled);
		this.refilledAt = now;
	}
}

/** So many requests in each window of the service's clock, such as from minute to minute. */
export class FixedWindowLimit implements Limit {
	private window = 0;
	private taken = 0;

	/** @param length of a window, in milliseconds */
	constructor(
		private readonly count: number,
		private readonly length: number,
	) {}

	take(now: number, isPatient = false): number | undefined {
		const window = Math.floor(now / this.length);
		if (window > this.window) {
			this.window = window;
			this.taken = 0;
		}
		if (this.taken >= this.count) {
			if (!isPatient) return undefined;
			this.window += 1;
			this.taken = 0;
		}
		this.taken += 1;
		return Math.max(0, this.window * this.length - now);
	}

	resetIn(now: number): number {
		return this.length - (now % this.length);
	}
}

/** So many requests in any time as long as the window. */
export class SlidingWindowLimit implements Limit {
	private readonly takenAt: number[] = [];

	constructor(
		private readonly count: number,
		private readonly length: number,
	) {}

	take(now: number, isPatient = false): number | undefined {
		const wait = this.resetIn(now);
		if (wait > 0 && !isPatient) return undefined;
		this.takenAt.push(now + wait);
		return wait;
	}

	resetIn(now: number): number {
		const oldest = this.takenAt.at(-this.count) ?? -Infinity;
		return Math.max(0, oldest + this.length - now);
	}
}
