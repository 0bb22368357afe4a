import type { QueuedRequest } from './ClientQueue';

/**
 * Milliseconds in which the limit doubles at most once. Of 500 simulated requests at 100 a second and a latency of 5 ms, 11
 * were refused with 20, 5 with 50, 4 with 100. With 100 and `Retry-After: 1`, they took 16 % longer at 50 ms.
 */
const doubling = 50;

/** Milliseconds after which a request gives up its slot at the earliest and at the latest. */
export const shortestSlotTimeout = 2_000;
const longestSlotTimeout = 30_000;

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

	/** Milliseconds after which a request gives up its slot: twice what the last answer took, and longer where none comes. */
	private slotTimeout = shortestSlotTimeout;
	private answeredAt = -Infinity;

	get isFull() {
		return this.slots.size >= this.size;
	}

	/** Takes the slots of requests that are unanswered for too long. @returns milliseconds until a slot is free */
	delay(now: number): number {
		for (const oldest of this.slots) {
			if (!this.isFull) break;
			const expiry = oldest.sentAt + this.slotTimeout;
			if (expiry > now) return expiry - now;
			this.slots.delete(oldest);
			if (this.answeredAt < oldest.sentAt) {
				// Nothing was answered since it left: the others begin with one at a time again.
				this.restart();
				this.slotTimeout = Math.min(longestSlotTimeout, 2 * this.slotTimeout);
			}
		}
		return 0;
	}

	answered(request: QueuedRequest, now: number): void {
		const took = now - request.sentAt;
		this.slotTimeout = Math.min(longestSlotTimeout, Math.max(shortestSlotTimeout, 2 * took));
		this.answeredAt = now;
		// A request that gave up its slot counts as in flight until it is released: `halve` needs that.
		this.slots.add(request);
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

	/** From now on one at a time, whatever is in flight. */
	restart(): void {
		this.slots.clear();
		this.size = this.ceiling = 1;
	}
}
