/** The window doubles at most once in so many milliseconds. */
const doubling = 43;

/**
 * How many requests may be in flight together. It opens by slow start, as TCP's does (RFC 5681): from one, by
 * one for every acceptance that comes while it is full, so it doubles with each round trip. Where those are
 * short it doubles more slowly, or a small limit would be overshot by a window that is far too large. An
 * acceptance that comes while it is not full has proved nothing (RFC 7661).
 */
export class ConcurrencyWindow {
	private size = 1;

	private ceiling = 1;

	private doublingSince = -Infinity;

	isFull(inFlight: number): boolean {
		return inFlight >= this.size;
	}

	/**
	 * Opens by one where it is full.
	 *
	 * @param inFlight with the request that was accepted
	 * @param now milliseconds
	 */
	open(inFlight: number, now: number): void {
		if (!this.isFull(inFlight)) return;
		if (now - this.doublingSince >= doubling) {
			this.doublingSince = now;
			this.ceiling = 2 * this.size;
		}
		this.size = Math.min(this.ceiling, this.size + 1);
	}

	/**
	 * After a 429: to half of what is in flight, not of its size.
	 *
	 * @param inFlight with the request that was throttled
	 */
	halve(inFlight: number): void {
		this.size = this.ceiling = Math.max(1, Math.floor(inFlight / 2));
	}
}
