/** Tokens flow in at a fill rate, up to the capacity; each request takes one. */
export class TokenBucket {
	/** May be set: a 429 proves that there are none, and a request not sent puts its own back. */
	tokens = 0;

	private refilledAt = 0;

	/**
	 * Adds what has flowed in since the last time.
	 *
	 * @param now milliseconds
	 * @param fillRate tokens a second
	 * @returns seconds since the last time
	 */
	refill(now: number, fillRate: number, capacity: number): number {
		const seconds = (now - this.refilledAt) / 1000;
		this.refilledAt = now;
		this.tokens = Math.min(capacity, this.tokens + fillRate * seconds);
		return seconds;
	}

	/** Milliseconds until there is a token, 0 where there is one. */
	delay(fillRate: number): number {
		return (Math.max(0, 1 - this.tokens) / fillRate) * 1000;
	}
}
