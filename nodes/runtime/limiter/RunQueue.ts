import type { Sign } from '../response/verdict';

/** A run that is going on, as the gate knows it. */
export interface ActiveRun {
	maxConcurrency: number;
	/** Milliseconds that it may wait to leave without anything being accepted (R6). */
	maxRetryWait: number;
	history: RunHistory;
	/** It is to send nothing more. */
	stop(reason: GateReason): void;
	/** Asks the service whether it answers; undefined where the run ended before. */
	probe(): Promise<boolean | undefined>;
	/** Writes a line into n8n's own log. */
	log(line: string): void;
}

/** For the hints after a run: how often a request was throttled, and milliseconds of waiting in outages. */
export interface RunHistory {
	throttled: number;
	outageMs: number;
}

/** Why the gate stops a run: another was told that the key is blocked, or it has waited for too long. */
export type GateReason =
	| { kind: 'blocked' }
	| {
			kind: 'waited';
			milliseconds: number;
			/** Milliseconds that the service asks to wait. */
			retryAfter?: number;
			/** The status or network code of an outage. */
			outage?: string;
			/** Whether requests of other runs took all places, and were not answered. */
			isUnanswered: boolean;
	  };

/** Permission to send one request; `settle` is called once, with what came of it. */
export interface Permit {
	settle(settlement: Settlement): void;
}

export interface Settlement {
	sign: Sign;
	/** Milliseconds that the service asked to wait with a 429; an hour at most counts. */
	retryAfter?: number;
	/** The status or network code of what was no answer. */
	failure?: string;
}

/** A request that waits to leave. */
export interface Waiting {
	/** How many people it reaches, or whatever else makes it dear; 0 where it only reads. */
	impact: number;
	/** Whether the service has throttled this very request before. */
	isThrottled: boolean;
	resolve(permit?: Permit): void;
}

/** What one run has waiting, and how long it has waited for the service. */
export class RunQueue {
	readonly throttled = new Set<Waiting>();
	readonly fresh = new Set<Waiting>();

	/** How many of the run's requests are on their way. */
	inFlight = 0;

	private isFreshNext = false;

	/** Milliseconds held back before `heldSince`, since something was accepted. */
	private held = 0;
	private heldSince: number | undefined;
	private awaySince: number | undefined;

	constructor(readonly run: ActiveRun) {}

	/** What was throttled takes turns with what is fresh: one that is always throttled must not keep back the others. */
	get next() {
		const [fresh] = this.fresh;
		const [throttled] = this.throttled;
		return this.isFreshNext ? (fresh ?? throttled) : (throttled ?? fresh);
	}

	get waiting() {
		return [...this.throttled, ...this.fresh];
	}

	/** Whether something waits, and the run's own Max Concurrency lets it leave. */
	get isReady() {
		const isEmpty = this.throttled.size + this.fresh.size === 0;
		return !isEmpty && this.inFlight < this.run.maxConcurrency;
	}

	add(waiting: Waiting): void {
		(waiting.isThrottled ? this.throttled : this.fresh).add(waiting);
	}

	take(waiting: Waiting): void {
		this.isFreshNext = waiting.isThrottled;
		this.throttled.delete(waiting);
		this.fresh.delete(waiting);
	}

	/** Starts or stops the clock of the time for which the service holds the run back, and of that in an outage. */
	hold(isHeld: boolean, isAway: boolean, now: number): void {
		if (isHeld) this.heldSince ??= now;
		else {
			this.held = this.waited(now);
			this.heldSince = undefined;
		}
		if (isHeld && isAway) this.awaySince ??= now;
		else {
			this.run.history.outageMs += now - (this.awaySince ?? now);
			this.awaySince = undefined;
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
