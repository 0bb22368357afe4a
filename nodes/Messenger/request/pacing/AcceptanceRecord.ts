/** The record of the last seconds is kept in slots of this many milliseconds. */
const slotLength = 100;
const slotCount = 50;

/** Fewer answers, or a shorter time, say little about a rate. */
const enoughAnswers = 8;
const enoughSeconds = 0.5;

/** What the service has accepted, and since when: what its limit can be told from. */
export class AcceptanceRecord {
	private readonly slots = new Array<number>(slotCount).fill(0);

	private latestSlot = 0;

	private accepted = 0;

	private begunAt = 0;

	private resumedAt = 0;

	/**
	 * Begins anew, when the service's token bucket is empty or full.
	 *
	 * @param resumed when requests leave again, where that is later
	 */
	begin(now: number, resumed = now): void {
		this.accepted = 0;
		this.begunAt = now;
		this.resumedAt = resumed;
	}

	/** The pause takes longer than was thought when it began. */
	resumeAt(time: number): void {
		this.resumedAt = time;
	}

	add(now: number): void {
		this.forget(now);
		this.accepted += 1;
		this.slots[this.latestSlot % slotCount]! += 1;
	}

	/** Whether nothing was accepted since the record began. */
	get isEmpty(): boolean {
		return this.accepted === 0;
	}

	/** Seconds since the record began. */
	seconds(now: number): number {
		return (now - this.begunAt) / 1000;
	}

	/** How many were accepted in the last second, to the nearest tenth. */
	inLastSecond(now: number): number {
		this.forget(now);
		const slots = 1000 / slotLength;
		let sum = 0;
		for (let slot = this.latestSlot; slot > this.latestSlot - slots; slot -= 1)
			sum += this.in(slot);
		return sum;
	}

	/**
	 * Gives the service's limit in requests a second, to be asked for when the service has just
	 * refused a request, so that its token bucket is empty.
	 *
	 * The bucket was empty when the record began, too. So what was accepted since has flowed in
	 * since: that is the limit, unless the bucket was full for a while and overflowed. But a full
	 * bucket is one burst: of what was accepted in *any* time until now, all but a burst has flowed
	 * in during that time. Each such time gives a number that the limit cannot be below; the highest
	 * is the limit.
	 *
	 * @param burst how many requests a full bucket holds
	 * @returns undefined where too little was accepted to tell
	 */
	limit(burst: number, now: number): number | undefined {
		const active = (now - this.resumedAt) / 1000;
		if (this.accepted < enoughAnswers || active < enoughSeconds) return undefined;
		this.forget(now);
		let limit = Math.max(this.mean(now), (this.accepted - burst) / active);
		let accepted = 0;
		for (let back = 0; back < slotCount; back += 1) {
			const slot = this.latestSlot - back;
			const seconds = (now - slot * slotLength) / 1000;
			if (seconds > active) break;
			accepted += this.in(slot);
			if (seconds >= enoughSeconds) limit = Math.max(limit, (accepted - burst) / seconds);
		}
		return limit;
	}

	/** Requests accepted a second since the record began. */
	mean(now: number): number {
		return this.accepted / this.seconds(now);
	}

	private in(slot: number): number {
		return this.slots[(slot + slotCount) % slotCount]!;
	}

	/** Empties the slots of the time that has passed without an answer. */
	private forget(now: number): void {
		const slot = Math.floor(now / slotLength);
		const first = Math.max(this.latestSlot, slot - slotCount) + 1;
		for (let passed = first; passed <= slot; passed += 1) this.slots[passed % slotCount] = 0;
		this.latestSlot = slot;
	}
}
