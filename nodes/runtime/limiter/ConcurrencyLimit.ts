import type { QueuedRequest } from './RunQueue';

/** Milliseconds in which the limit doubles at most once: the best of those simulated (bench/README.md). */
const doubling = 43;

/**
 * The number of requests that may be in flight. It grows by slow start, as TCP's window does (RFC 5681): by one for
 * each acceptance that comes while it is full, and so doubles with each round trip, but not faster than `doubling`:
 * short round trips would overshoot a small limit. While it is not full, an acceptance proves nothing (RFC 7661).
 */
export class ConcurrencyLimit {
	/** The requests that have one, in order of sending. */
	readonly slots = new Set<QueuedRequest>();

	private size = 1;
	private ceiling = 1;
	private doublingSince = -Infinity;

	get isFull() {
		return this.slots.size >= this.size;
	}

	/** After an acceptance, whose request still has its slot. */
	grow(now: number): void {
		if (!this.isFull) return;
		if (now - this.doublingSince >= doubling) {
			this.doublingSince = now;
			this.ceiling = 2 * this.size;
		}
		this.size = Math.min(this.ceiling, this.size + 1);
	}

	/** After a 429: to half of the requests in flight, the throttled one included, not to half of its size. */
	halve(): void {
		this.size = this.ceiling = Math.max(1, Math.floor(this.slots.size / 2));
	}
}
