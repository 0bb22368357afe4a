/** The service's rate limit: so many requests a second, after a burst. */
export class TokenBucket {
	private tokens: number;

	private filledAt = 0;

	constructor(
		private perSecond: number,
		private readonly burst: number,
	) {
		this.tokens = burst;
	}

	/** Takes a token; gives false where there is none, which is a 429. */
	take(now: number): boolean {
		this.fill(now);
		if (this.tokens < 1) return false;
		this.tokens -= 1;
		return true;
	}

	/** The limit changes from now on. */
	change(now: number, perSecond: number): void {
		this.fill(now);
		this.perSecond = perSecond;
	}

	private fill(now: number): void {
		const gained = ((now - this.filledAt) / 1000) * this.perSecond;
		this.tokens = Math.min(this.burst, this.tokens + gained);
		this.filledAt = now;
	}
}
