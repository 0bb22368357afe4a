/**
 * How many requests may be in flight together. It opens by slow start, as TCP's does (RFC 5681):
 * from one, by one for every answer that comes while it is full, so it doubles with each round
 * trip. An answer that comes while it is not full has proved nothing (RFC 7661).
 */
export class ConcurrencyWindow {
	private size = 1;

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

	/** Opens by one where it is full; to be called before the answered request leaves. */
	open(): void {
		if (this.isFull) this.size += 1;
	}

	/** After a refusal: to half of what is in flight, the refused request included. */
	halve(): void {
		this.size = Math.max(1, Math.floor(this.inFlight / 2));
	}
}
