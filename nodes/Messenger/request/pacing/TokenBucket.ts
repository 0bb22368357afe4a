/** Tokens flow in at a fill rate, up to the capacity; each request takes one. */
export class TokenBucket {
	tokens = 0;

	capacity = 1;

	/**
	 * Adds what flows in within so many seconds.
	 *
	 * @param fillRate tokens a second
	 * @returns for how many of these seconds the bucket was not full
	 */
	refill(seconds: number, fillRate: number): number {
		const untilFull = Math.max(0, this.capacity - this.tokens) / fillRate;
		this.tokens = Math.min(this.capacity, this.tokens + seconds * fillRate);
		return Math.min(seconds, untilFull);
	}

	/** Milliseconds until there is a token, 0 where there is one. */
	delay(fillRate: number): number {
		return (Math.max(0, 1 - this.tokens) / fillRate) * 1000;
	}
}
