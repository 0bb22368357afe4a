/**
 * A rate limit that allows bursts: the bucket holds at most `burst` tokens, gains `rate` of them a
 * second, and every admitted request takes one. It starts full.
 */
export class TokenBucket {
	private tokens: number;

	private updatedAt: number;

	/**
	 * @param rate tokens gained per second
	 * @param burst the most tokens that the bucket holds
	 * @param now a clock that never goes back, in milliseconds
	 */
	constructor(
		private readonly rate: number,
		private readonly burst: number,
		private readonly now: () => number,
	) {
		this.tokens = burst;
		this.updatedAt = now();
	}

	/** Takes a token if there is one, and says whether there was. */
	take(): boolean {
		const now = this.now();
		const gained = ((now - this.updatedAt) / 1000) * this.rate;
		this.tokens = Math.min(this.burst, this.tokens + gained);
		this.updatedAt = now;
		if (this.tokens < 1) return false;
		this.tokens -= 1;
		return true;
	}
}
