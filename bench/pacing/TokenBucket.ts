/** The rate limit of a simulated service: so many requests a second, after a burst. */
export class TokenBucket {
	private tokens: number;

	private filledAt = 0;

	constructor(
		private perSecond: number,
		private readonly burst: number,
	) {
		this.tokens = burst;
	}

	/** Takes a token. Gives false where there is none, which is a 429. */
	take(now: number): boolean {
		this.fill(now);
		if (this.tokens < 1) return false;
		this.tokens -= 1;
		return true;
	}

	/** Takes a token that may not be there yet. Gives the milliseconds until it is. */
	reserve(now: number): number {
		this.fill(now);
		this.tokens -= 1;
		return this.tokens >= 0 ? 0 : (-this.tokens / this.perSecond) * 1000;
	}

	/** The limit is another from now on. */
	change(now: number, perSecond: number): void {
		this.fill(now);
		this.perSecond = perSecond;
	}

	private fill(now: number): void {
		const flowedIn = ((now - this.filledAt) / 1000) * this.perSecond;
		this.tokens = Math.min(this.burst, this.tokens + flowedIn);
		this.filledAt = now;
	}
}
