import type { ResolvedOptions } from './options';

/**
 * The rate limit and the block, each if its option is set. The limit is a token bucket: it holds at most `burst` tokens,
 * gains `rate` of them a second, and every admitted request takes one.
 */
export class Limits {
	private tokens = 0;

	private filledAt = 0;

	private badRequests = 0;

	private blockedUntil = 0;

	/** @param now a clock that never goes back, in milliseconds */
	constructor(
		private readonly options: ResolvedOptions,
		private readonly now: () => number,
	) {
		this.reset();
	}

	/** Fills the bucket, ends the block and forgets the bad requests. */
	reset(): void {
		this.tokens = Infinity;
		this.filledAt = this.now();
		this.badRequests = 0;
		this.blockedUntil = -Infinity;
	}

	/** Why a request is refused at this moment. A blocked request takes nothing from the limit. */
	refusal(): 403 | 429 | undefined {
		if (this.isBlocked()) return 403;
		const { rate, burst = Math.max(1, rate ?? 1) } = this.options;
		if (rate === undefined) return undefined;
		const gained = ((this.now() - this.filledAt) / 1000) * rate;
		this.tokens = Math.min(burst, this.tokens + gained);
		this.filledAt = this.now();
		if (this.tokens < 1) return 429;
		this.tokens -= 1;
		return undefined;
	}

	/** The last of so many begins a block, and the count begins again after it. */
	countBadRequest(): void {
		const { blockAfter, blockSeconds } = this.options;
		// One that was on its way when the block began does not prolong it.
		if (this.isBlocked()) return;
		this.badRequests += 1;
		if (this.badRequests !== blockAfter) return;
		this.badRequests = 0;
		this.blockedUntil = this.now() + blockSeconds * 1000;
	}

	private isBlocked(): boolean {
		return this.now() < this.blockedUntil;
	}
}
