import { AbortWatch } from './pacing/AbortWatch';
import type { Clock } from './pacing/Clock';

/** Failures in a row after which the service counts as away. */
const failuresToOpen = 3;

/** Milliseconds before the first probe of an outage; each further one waits twice as long, … */
const firstPause = 250;
/** … at most so long while the probe itself fails, … */
const longestPause = 5_000;
/** … and so long where the probe succeeds and the next request fails all the same. */
const longestRelapse = 60_000;

interface Waiting {
	signal: AbortSignal;
	resolve(): void;
	reject(reason: unknown): void;
}

/**
 * Keeps requests back while the service is away (circuit breaker). Three failures in a row open it;
 * then one of those that wait probes the service now and then. When a probe is answered it lets
 * requests pass again, but opens at the first further failure until one of them was accepted.
 */
export class CircuitBreaker {
	private failuresInARow = 0;

	/** How often in this outage a probe failed, or a request after a good probe. */
	private probes = 0;

	private relapses = 0;

	private openedAt: number | undefined;

	private isProbing = false;

	private readonly waiting = new Set<Waiting>();

	private readonly cancelling = new AbortWatch<Waiting>((waiting, reason) => {
		this.waiting.delete(waiting);
		waiting.reject(reason);
	});

	constructor(private readonly clock: Clock) {}

	get isOpen(): boolean {
		return this.openedAt !== undefined;
	}

	/** The last failure: a status, or the network's code. */
	lastFailure: string | undefined;

	/**
	 * A request failed in a way that says that the service is away.
	 *
	 * @param failure its status, or the network's code
	 */
	failed(failure: string): void {
		this.lastFailure = failure;
		this.failuresInARow += 1;
		if (this.isOpen || this.failuresInARow < failuresToOpen) return;
		if (this.probes > 0) this.relapses += 1;
		this.openedAt = this.clock.now();
	}

	/** The service has answered a request in good order. */
	answered(): void {
		this.failuresInARow = 0;
		this.probes = 0;
		this.relapses = 0;
		this.close();
	}

	/**
	 * Waits until the service is back.
	 *
	 * @param probe asks the service something harmless; gives whether it answers
	 * @throws the signal's reason where it is aborted before that
	 */
	async untilClosed(probe: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
		while (this.isOpen) {
			signal.throwIfAborted();
			if (this.isProbing) await this.change(signal);
			else await this.probe(probe, signal);
		}
	}

	private async probe(probe: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
		this.isProbing = true;
		try {
			await this.clock.sleep(this.pause(), signal);
			// A late answer may have closed it meanwhile.
			if (!this.isOpen) return;
			this.probes += 1;
			const isBack = await probe();
			// Carefully: until one is accepted, the next failure opens it again at once.
			if (isBack) this.close();
		} finally {
			this.isProbing = false;
			this.notify();
		}
	}

	private pause(): number {
		const pause = Math.min(longestPause, firstPause * 2 ** this.probes);
		const relapse = this.relapses > 0 ? 2 ** this.relapses * 1000 : 0;
		return Math.min(longestRelapse, Math.max(pause, relapse)) * (0.75 + this.clock.random() / 4);
	}

	private close(): void {
		this.openedAt = undefined;
		this.notify();
	}

	private notify(): void {
		for (const waiting of this.waiting) {
			this.cancelling.delete(waiting, waiting.signal);
			waiting.resolve();
		}
		this.waiting.clear();
	}

	/** Until the breaker closes, or the one that probes has stopped. */
	private async change(signal: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const waiting = { signal, resolve, reject };
			this.waiting.add(waiting);
			this.cancelling.add(waiting, signal);
		});
	}
}
