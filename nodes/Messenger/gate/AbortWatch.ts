/**
 * Tells what waits that its signal was aborted. Thousands of items share one signal, and a signal
 * takes the longer to add a listener the more it has: so there is one for each signal.
 */
export class AbortWatch<T> {
	private readonly watched = new Map<AbortSignal, { waiting: Set<T>; listener: () => void }>();

	/** @param onAbort called for each that waits, with the signal's reason */
	constructor(private readonly onAbort: (waiting: T, reason: unknown) => void) {}

	add(waiting: T, signal: AbortSignal): void {
		let entry = this.watched.get(signal);
		if (entry === undefined) {
			entry = { waiting: new Set(), listener: () => this.abort(signal) };
			this.watched.set(signal, entry);
			signal.addEventListener('abort', entry.listener);
		}
		entry.waiting.add(waiting);
	}

	delete(waiting: T, signal: AbortSignal): void {
		const entry = this.watched.get(signal);
		if (entry === undefined) return;
		entry.waiting.delete(waiting);
		if (entry.waiting.size > 0) return;
		this.watched.delete(signal);
		signal.removeEventListener('abort', entry.listener);
	}

	private abort(signal: AbortSignal): void {
		const waiting = this.watched.get(signal)?.waiting ?? [];
		this.watched.delete(signal);
		for (const one of waiting) this.onAbort(one, signal.reason);
	}
}
