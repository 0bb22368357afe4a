/**
 * First in, first out, and out of turn as well, each in constant time: with 100,000 waiting,
 * `Array.shift` would move them all, and the first of a `Set` is found behind all that were deleted.
 */
export class Fifo<T extends object> {
	private readonly items = new Set<T>();

	private readonly order = this.items.values();

	private head: T | undefined;

	get length(): number {
		return this.items.size;
	}

	add(item: T): void {
		this.items.add(item);
	}

	/** Gives whether the item was in. */
	delete(item: T): boolean {
		return this.items.delete(item);
	}

	/** Gives the item that is next, and leaves it in. */
	first(): T | undefined {
		while (this.length > 0) {
			if (this.head && this.items.has(this.head)) return this.head;
			this.head = this.order.next().value;
		}
		return undefined;
	}

	/** Takes everything out, in order. */
	clear(): T[] {
		const items = [...this.items];
		this.items.clear();
		return items;
	}
}
