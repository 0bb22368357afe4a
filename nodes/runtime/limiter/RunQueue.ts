import type { Rule, Sent } from '../response/cause';

export interface ActiveRun {
	/** Milliseconds that it may wait to leave without anything being accepted. */
	maxRetryWait: number;
	stop(reason: LimiterStop): void;
	probe(): Promise<Feedback>;
	log(line: string): void;
}

/** Why the limiter stops a run: it has waited for too long. */
export interface LimiterStop {
	kind: 'waited';
	/** `unanswered`: other runs' requests. */
	cause: 'outage' | 'unanswered' | 'rate limit';
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
	/** The status or network code of an outage, and what it came from. */
	code?: string;
	outageCause?: Sent['cause'];
}

/** Permission to send one request; `release` is called once, with the result. */
export interface Slot {
	/** True if it is sent to see whether an outage goes on. */
	isTrial: boolean;
	release(feedback: Feedback): void;
}

/** Says of one sending what it means for other requests. */
export interface Feedback extends Pick<Rule, 'signal' | 'rejectsKey'> {
	cause?: Sent['cause'];
	code?: string;
	/** True if the service has answered, with any status. */
	isAnswer?: boolean;
	/** Milliseconds that a 429 asks to wait; an hour counts at most. */
	retryAfter?: number;
}

/** A request that waits to leave, and then is in flight. */
export interface QueuedRequest {
	/** The number of people that it reaches; none if it only reads. */
	impact: number;
	queue: RunQueue;
	sentAt: number;
	resolve(slot?: Slot): void;
}

/** One run's waiting requests, and how long it has waited for the service. */
export class RunQueue {
	readonly waiting = new Set<QueuedRequest>();
	inFlight = 0;

	/** Milliseconds for which only the service kept it from sending, since something was accepted; as of `countedAt`. */
	waited = 0;
	private countedAt = 0;
	/** True if the time since then counts. */
	isHeld = false;

	constructor(readonly run: ActiveRun) {}

	beginCount(now: number): void {
		this.waited = 0;
		this.countedAt = now;
	}

	count(now: number): void {
		if (this.isHeld) this.waited += now - this.countedAt;
		this.countedAt = now;
	}
}
