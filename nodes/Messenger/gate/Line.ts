import type { Sign } from '../response/verdict';

/** A run that is going on, as the gate knows it. */
export interface ActiveRun {
	/** How many of its requests may be in flight together. */
	readonly maxConcurrency: number;
	/** Milliseconds that it may wait to leave without anything being accepted. */
	readonly maxRetryWait: number;
	readonly history: RunHistory;
	/** It is to send nothing more. */
	stop(reason: GateReason): void;
	/** Asks the service something harmless: whether it answers; undefined where the run ended before. */
	probe(): Promise<boolean | undefined>;
	/** Writes a line into n8n's own log. */
	log(line: string): void;
}

/** What a run met on its way, for the hints after it. */
export interface RunHistory {
	/** How often a request was throttled. */
	throttled: number;
	/** Milliseconds for which it waited for a service that was away. */
	outageMs: number;
}

/** Why the gate stops a run. */
export type GateReason =
	/** Another run was told that the key is blocked. */
	| { kind: 'blocked' }
	/** Nothing was accepted for as long as the run may wait. */
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

/** Leave to send one request. */
export interface Permit {
	/** Tells what came of it, once; the first word counts. */
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
	readonly readOnly: boolean;
	readonly recipients: number;
	/** Whether the service has throttled this very request before: then it goes first. */
	readonly throttledBefore: boolean;
	resolve(permit?: Permit): void;
}

/** What one run has waiting, and how long it has waited for the service. */
export class Line {
	readonly throttled = new Set<Waiting>();

	readonly fresh = new Set<Waiting>();

	/** How many of the run's requests are on their way. */
	inFlight = 0;

	/** Milliseconds held back before `heldSince`, since something was accepted. */
	private held = 0;

	private heldSince: number | undefined;

	private awaySince: number | undefined;

	constructor(readonly run: ActiveRun) {}

	get size(): number {
		return this.throttled.size + this.fresh.size;
	}

	get waiting(): Waiting[] {
		return [...this.throttled, ...this.fresh];
	}

	get isAtCeiling(): boolean {
		return this.inFlight >= this.run.maxConcurrency;
	}

	get isHeld(): boolean {
		return this.heldSince !== undefined;
	}

	add(waiting: Waiting): void {
		(waiting.throttledBefore ? this.throttled : this.fresh).add(waiting);
	}

	/** One leaves. */
	take(waiting: Waiting): void {
		this.throttled.delete(waiting);
		this.fresh.delete(waiting);
		this.inFlight += 1;
	}

	/** Lets all go without a permit. */
	clear(now: number): void {
		this.hold(false, false, now);
		const waiting = this.waiting;
		this.throttled.clear();
		this.fresh.clear();
		for (const { resolve } of waiting) resolve();
	}

	/** The service holds the run back from now on, or does not; it is away, or is not. */
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

	/** Something was accepted: the time counts anew. */
	renew(now: number): void {
		this.held = 0;
		if (this.isHeld) this.heldSince = now;
	}
}
