/** Milliseconds in which the limit doubles at most once: the best of those simulated (bench/README.md). */
const doubling = 43;

/**
 * The number of requests that may be in flight. It grows by slow start, as TCP's window does (RFC 5681): by one for
 * each acceptance that comes while it is full, and so doubles with each round trip, but not faster than `doubling`:
 * short round trips would overshoot a small limit. While it is not full, an acceptance proves nothing (RFC 7661).
 */
export class ConcurrencyLimit {
	private size = 1;
	private ceiling = 1;
	private doublingSince = -Infinity;

	isFull(inFlight: number): boolean {
		return inFlight >= this.size;
	}

	/** @param inFlight with the request that was accepted */
	grow(inFlight: number, now: number): void {
		if (!this.isFull(inFlight)) return;
		if (now - this.doublingSince >= doubling) {
			this.doublingSince = now;
			this.ceiling = 2 * this.size;
		}
		this.size = Math.min(this.ceiling, this.size + 1);
	}

	/** After a 429: to half of the requests in flight, the throttled one included, not to half of its size. */
	halve(inFlight: number): void {
		this.size = this.ceiling = Math.max(1, Math.floor(inFlight / 2));
	}
}
