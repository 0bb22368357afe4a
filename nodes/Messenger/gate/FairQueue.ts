import { Fifo } from './Fifo';

/** A run of the node, as far as the queue is concerned. */
export interface QueuedRun {
	/** How many of its requests may be in flight together. */
	readonly maxConcurrency: number;
	readonly inFlight: number;
}

export interface QueuedItem {
	readonly run: QueuedRun;
	readonly throttledBefore: boolean;
}

interface Line<T extends object> {
	readonly throttled: Fifo<T>;
	readonly fresh: Fifo<T>;
}

/**
 * The requests that wait for their turn. What the service has throttled before goes first. Otherwise
 * the runs take turns, so that the one message of a short run does not wait for the 100,000 of a
 * long one.
 */
export class FairQueue<T extends QueuedItem> {
	/** The runs that have something waiting; the one whose turn is next comes first. */
	private readonly lines = new Map<QueuedRun, Line<T>>();

	get isEmpty(): boolean {
		return this.lines.size === 0;
	}

	/** The runs that have something waiting. */
	get runs(): Array<T['run']> {
		return [...this.lines.keys()];
	}

	add(item: T): void {
		let line = this.lines.get(item.run);
		if (line === undefined) {
			line = { throttled: new Fifo(), fresh: new Fifo() };
			this.lines.set(item.run, line);
		}
		(item.throttledBefore ? line.throttled : line.fresh).add(item);
	}

	/** Gives the item whose turn it is, and leaves it in: none where all runs are at their ceiling. */
	next(): T | undefined {
		return this.first('throttled') ?? this.first('fresh');
	}

	/** Takes out an item whose turn it was; its run's next turn comes after the others'. */
	take(item: T): void {
		const line = this.lines.get(item.run);
		this.remove(item);
		if (line && this.lines.delete(item.run)) this.lines.set(item.run, line);
	}

	/** Takes out an item whether or not it is its turn. */
	remove(item: T): void {
		const line = this.lines.get(item.run);
		if (line === undefined) return;
		if (!line.throttled.delete(item)) line.fresh.delete(item);
		if (line.throttled.length + line.fresh.length === 0) this.lines.delete(item.run);
	}

	/** Takes out and gives all that a run has waiting. */
	clear(run: T['run']): T[] {
		const line = this.lines.get(run);
		this.lines.delete(run);
		return line ? [...line.throttled.clear(), ...line.fresh.clear()] : [];
	}

	private first(kind: keyof Line<T>): T | undefined {
		for (const [run, line] of this.lines) {
			if (run.inFlight >= run.maxConcurrency) continue;
			const item = line[kind].first();
			if (item) return item;
		}
		return undefined;
	}
}
