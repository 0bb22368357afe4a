/** The window doubles at most once in so many milliseconds. */
const doubling = 43;

/**
 * How many requests may be in flight together. It opens by slow start, as TCP's does (RFC 5681):
 * from one, by one for every acceptance that comes while it is full, so it doubles with each round
 * trip. Where those are short it doubles more slowly, or a small limit would be overshot by a
 * window that is far too large. One that comes while it is not full has proved nothing
 * (RFC 7661).
 */
export class ConcurrencyWindow {
	private size = 1;

	private ceiling = 1;

	private doublingSince = -Infinity;

	private inFlight = 0;

	get isFull(): boolean {
		return this.inFlight >= this.size;
	}

	enter(): void {
		this.inFlight += 1;
	}

	leave(): void {
		this.inFlight -= 1;
	}

	/**
	 * Opens by one where it is full; to be called before the answered request leaves.
	 *
	 * @param now milliseconds
	 */
	open(now: number): void {
		if (!this.isFull) return;
		if (now - this.doublingSince >= doubling) {
			this.doublingSince = now;
			this.ceiling = 2 * this.size;
		}
		this.size = Math.min(this.ceiling, this.size + 1);
	}

	/** After a 429: to half of what is in flight, not of its size; the throttled request included. */
	halve(): void {
		this.size = this.ceiling = Math.max(1, Math.floor(this.inFlight / 2));
	}
}
