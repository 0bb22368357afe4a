import type { Signal } from '../response/verdict';

/** A run that is going on, as the limiter knows it. */
export interface ActiveRun {
	maxConcurrency: number;
	/** Milliseconds that it may wait to leave without anything being accepted (R6). */
	maxRetryWait: number;
	history: RunHistory;
	/** It is to send nothing more. */
	stop(reason: LimiterStop): void;
	/** Asks the service whether it answers; undefined if the run ended before. */
	probe(): Promise<Signal | undefined>;
	/** Writes a line into n8n's own log. */
	log(line: string): void;
}

/** For the hints after a run: how often a request was throttled, and milliseconds of waiting in outages. */
export interface RunHistory {
	throttled: number;
	outageMs: number;
}

/** Why the limiter stops a run: it has waited for too long (R6). */
export interface LimiterStop {
	kind: 'waited';
	milliseconds: number;
	/** The reason for the wait: the end of an outage (of a proxy) or a block, others' unanswered requests, or the rate limit. */
	cause: 'outage' | 'proxy outage' | 'block' | 'unanswered' | 'rate limit';
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
	/** The status or network code of an outage. */
	code?: string;
}

/** Permission to send one request; `release` is called once, with the result. */
export interface Slot {
	release(feedback: Feedback): void;
}

/** Reports one sending to the limiter. */
export interface Feedback {
	signal: Signal;
	/** Milliseconds that the service asked to wait with a 429; an hour at most counts. */
	retryAfter?: number;
	/** The status, or the network's code. */
	code?: string;
	/** True if it got no further than a proxy. */
	isAtProxy?: boolean;
}

/** A request that waits to leave. */
export interface Waiting {
	/** The number of people that it reaches; none if it only reads. */
	impact: number;
	/** True if the service has throttled or blocked this very request before. */
	isRepeated: boolean;
	resolve(slot?: Slot): void;
}

/** One run's waiting requests, and how long it has waited for the service. */
export class RunQueue {
	readonly repeated = new Set<Waiting>();
	readonly fresh = new Set<Waiting>();

	/** The number of the run's requests in flight. */
	inFlight = 0;

	/** Milliseconds held back before `heldSince`, since something was accepted. */
	private held = 0;
	private heldSince: number | undefined;
	private openSince: number | undefined;

	constructor(readonly run: ActiveRun) {}

	get waiting() {
		return [...this.repeated, ...this.fresh];
	}

	/** True if something waits, and the run's own Max Concurrency lets it leave. */
	get isReady() {
		const isEmpty = this.repeated.size + this.fresh.size === 0;
		return !isEmpty && this.inFlight < this.run.maxConcurrency;
	}

	get isHeld() {
		return this.heldSince !== undefined;
	}

	add(waiting: Waiting): void {
		(waiting.isRepeated ? this.repeated : this.fresh).add(waiting);
	}

	take(waiting: Waiting): void {
		this.repeated.delete(waiting);
		this.fresh.delete(waiting);
	}

	/** Starts or stops the clock of the time for which the service holds the run back, and of that in an outage. */
	setHeld(isHeld: boolean, isOutage: boolean, now: number): void {
		if (isHeld) this.heldSince ??= now;
		else {
			this.held = this.waited(now);
			this.heldSince = undefined;
		}
		if (isHeld && isOutage) this.openSince ??= now;
		else {
			this.run.history.outageMs += now - (this.openSince ?? now);
			this.openSince = undefined;
		}
	}

	/** Milliseconds that it has been held back since something was accepted. */
	waited(now: number): number {
		return this.held + (now - (this.heldSince ?? now));
	}

	/** Starts the count again at 0: something was accepted. */
	reset(now: number): void {
		this.held = 0;
		if (this.heldSince !== undefined) this.heldSince = now;
	}
}
