import { AbortWatch } from './AbortWatch';
import type { Clock } from '../http/Clock';

/** Failures in a row after which the service counts as away. */
const failuresToOpen = 3;

/** Milliseconds from an outage's first moment to its first probe; each further one waits twice as long, … */
const firstPause = 250;
/** … at most so long while the probe itself fails, … */
const longestPause = 5_000;
/** … and so long, once, where the probe succeeds and the next request fails all the same. */
const longestRelapse = 60_000;

/** Who waits for the service, and probes it when it is time to. */
interface Caller {
	/** Asks the service something harmless; gives whether it answers. */
	ask(this: void): Promise<boolean>;
	/**
	 * Called before each pause. Who comes when the pause since the last sign of the outage is over has
	 * none, and gets an answer even where it may not wait at all.
	 */
	onPause(this: void): void;
	signal: AbortSignal;
}

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

	/** How often in this outage the service was asked. */
	private probes = 0;

	/** How often a request failed although the probe before it had succeeded. */
	private relapses = 0;

	/** Whether it has opened by a relapse, and nothing was asked since: a probe that fails leaves nobody in doubt. */
	private hasRelapsed = false;

	/** When it opened, or a probe last failed: the pause before the next probe begins there. */
	private lastSign: number | undefined;

	/** What the one that probes does: waits for its time, or asks. */
	private probing: 'pausing' | 'asking' | undefined;

	private readonly waiting = new Set<Waiting>();

	private readonly cancelling = new AbortWatch<Waiting>((waiting, reason) => {
		this.waiting.delete(waiting);
		waiting.reject(reason);
	});

	constructor(private readonly clock: Clock) {}

	get isOpen(): boolean {
		return this.lastSign !== undefined;
	}

	private lastFailure: string | undefined;

	/** The last failure of an outage, a status or the network's code, until a request is answered after it. */
	get outage(): string | undefined {
		return this.failuresInARow < failuresToOpen ? undefined : this.lastFailure;
	}

	/**
	 * A request failed in a way that says that the service is away.
	 *
	 * @param failure its status, or the network's code
	 */
	failed(failure: string): void {
		this.lastFailure = failure;
		this.failuresInARow += 1;
		if (this.isOpen || this.failuresInARow < failuresToOpen) return;
		this.hasRelapsed = this.probes > 0;
		if (this.hasRelapsed) this.relapses += 1;
		this.lastSign = this.clock.now();
	}

	/**
	 * The service has answered a request in good order. One that was on its way when it opened is late:
	 * what it lets pass would leave, all at once, for a service that is away.
	 */
	answered(): void {
		if (this.isOpen) return;
		this.failuresInARow = 0;
		this.probes = 0;
		this.relapses = 0;
	}

	/**
	 * Waits until the service is back.
	 *
	 * @throws the signal's reason where it is aborted before that
	 */
	async untilClosed(caller: Caller): Promise<void> {
		const { onPause, signal } = caller;
		while (this.lastSign !== undefined) {
			signal.throwIfAborted();
			if (this.probing === undefined) {
				await this.probe(caller, this.lastSign + this.pause() - this.clock.now());
			} else {
				if (this.probing === 'pausing') onPause();
				await this.change(signal);
			}
		}
	}

	private async probe({ ask, onPause, signal }: Caller, pause: number): Promise<void> {
		try {
			if (pause > 0) {
				this.probing = 'pausing';
				onPause();
				await this.clock.sleep(pause, signal);
			}
			this.probing = 'asking';
			const isBack = await ask();
			// What was cut off says nothing: the next one asks at once.
			if (signal.aborted) return;
			this.probes += 1;
			this.hasRelapsed = false;
			// Carefully: until one is accepted, the next failure opens it again at once.
			this.lastSign = isBack ? undefined : this.clock.now();
		} finally {
			this.probing = undefined;
			this.notify();
		}
	}

	private pause(): number {
		const pause = Math.min(longestPause, firstPause * 2 ** this.probes);
		const relapse = this.hasRelapsed ? 2 ** this.relapses * 1000 : 0;
		return Math.min(longestRelapse, Math.max(pause, relapse)) * (0.75 + this.clock.random() / 4);
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
		// It may just have lost its patience, of which no listener would tell any more.
		signal.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const waiting = { signal, resolve, reject };
			this.waiting.add(waiting);
			this.cancelling.add(waiting, signal);
		});
	}
}
