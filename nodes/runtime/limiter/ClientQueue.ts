import type { Verdict } from '../response/cause';

/** A run, as far as the limiter needs it. */
export interface Client {
	/** Milliseconds that it may wait to leave without anything being accepted. */
	maxRetryWait: number;
	/** It unregisters now. */
	stop(reason: LimiterStop): void;
	probe(): Promise<Verdict>;
	log(line: string): void;
}

/** Why the limiter stops a run: it has waited for too long. */
export interface LimiterStop {
	kind: 'waited';
	/** `unanswered`: other runs' requests. */
	cause: 'outage' | 'unanswered' | 'rate limit';
	/** The last one of the outage. */
	failure?: Verdict;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
}

/** Permission to send one request. */
export interface Slot {
	/** True if it is sent to see whether an outage goes on. */
	isTrial: boolean;
	/** To be called once. @param verdict of the sending; none if it says nothing of the service */
	release(verdict?: Verdict): void;
}

/** A request that waits to leave, and then is in flight. */
export interface QueuedRequest {
	/** The number of people that it reaches; none if it only reads. */
	impact: number;
	queue: ClientQueue;
	sentAt: number;
	resolve(slot?: Slot): void;
}

/** One run's waiting requests, and how long it has waited for the service. */
export class ClientQueue {
	readonly waiting = new Set<QueuedRequest>();
	inFlight = 0;

	/** Milliseconds for which only the service kept it from sending, since something was accepted; as of `countedAt`. */
	waited = 0;
	private countedAt = 0;
	/** True if the time since then counts. */
	isHeld = false;

	constructor(readonly client: Client) {}

	beginCount(now: number): void {
		this.waited = 0;
		this.countedAt = now;
	}

	count(now: number): void {
		if (this.isHeld) this.waited += now - this.countedAt;
		this.countedAt = now;
	}
}
