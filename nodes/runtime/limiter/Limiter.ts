import type { Clock } from '../http/clock';
import { ConcurrencyLimit, shortestSlotTimeout } from './ConcurrencyLimit';
import { Outage } from './Outage';
import { Pace } from './Pace';
import { RunQueue, type ActiveRun, type Feedback, type QueuedRequest, type Slot } from './RunQueue';

/** Milliseconds to wait for a service that has never answered: its address is probably wrong. */
const firstContactWait = 5_000;

/** Milliseconds after which to look again at the latest, while something waits. */
const longestSleep = 1_000;

/** Facts that this process keeps about a service and one key, longer than any run or limiter. */
export interface KnownService {
	/** True once it got an answer of any status. */
	hasAnswered?: boolean;
	/** True while the last answer to the key was a 401. */
	isRejected?: boolean;
}

/**
 * Lets a request leave when there is no outage, the concurrency limit has a slot, and the pace lets it, and learns from
 * the answers (docs/node-contract.md, R3 to R6). All runs of this process share one for each endpoint of a key, and take
 * turns: trouble at one endpoint doesn't slow down the others.
 */
export class Limiter {
	private readonly concurrency = new ConcurrencyLimit();
	private readonly pace = new Pace();
	private readonly outage: Outage;

	/** As the log says. */
	isOutage = false;

	/** The run whose turn is next comes first. */
	private readonly queues = new Map<ActiveRun, RunQueue>();

	private usedAt: number;
	/** When `dispatch` is to be called again. */
	private wakesAt = Infinity;

	/** @param service outlives the limiter */
	constructor(
		private readonly clock: Clock,
		private readonly service: KnownService = {},
	) {
		this.usedAt = clock.now();
		this.outage = new Outage(clock);
	}

	/** Milliseconds for which this limiter has been neither in use, nor paused, nor waiting for a trial. */
	idleFor(): number {
		if (this.concurrency.slots.size > 0 || this.queues.size > 0) return 0;
		const neededUntil = this.outage.isOn ? this.trialAt : this.pace.pausedUntil;
		return this.clock.now() - Math.max(this.usedAt, neededUntil);
	}

	register(run: ActiveRun): void {
		this.queues.set(run, new RunQueue(run));
	}

	/** To be called when a run ends or stops: its waiting requests get no slot. */
	unregister(run: ActiveRun): void {
		const queue = this.queues.get(run);
		if (queue === undefined) return;
		this.drop(queue);
		this.dispatch();
	}

	private drop(queue: RunQueue) {
		this.queues.delete(queue.run);
		for (const { resolve } of queue.waiting) resolve();
	}

	/** Waits until a request may leave. If its run has stopped, there is no slot. @param impact as {@link QueuedRequest} */
	async acquire(run: ActiveRun, impact: number): Promise<Slot | undefined> {
		const queue = this.queues.get(run);
		if (queue === undefined) return undefined;
		return await new Promise((resolve) => {
			queue.waiting.add({ impact, queue, resolve, sentAt: Infinity });
			this.dispatch();
		});
	}

	/** Lets requests leave that may, and stops runs that have waited too long; to be called whenever something has changed. */
	private dispatch() {
		const now = this.clock.now();
		this.usedAt = now;
		const next = this.outage.isOn ? this.dispatchInOutage(now) : this.dispatchReady(now);
		const nextOverdue = this.stopOverdue(now);
		this.wakeAt(Math.min(next, nextOverdue), now);
	}

	/** @returns when `dispatch` is to be called again */
	private dispatchReady(now: number) {
		for (;;) {
			const [request] = this.waiting();
			if (request === undefined) return Infinity;
			const delay = this.concurrency.delay(now) || this.pace.delay(now);
			if (delay > 0) return now + delay;
			this.grant(request, now);
		}
	}

	/** Sends a probe or, as a trial, the request that reaches the fewest people, if either is due. @returns as above */
	private dispatchInOutage(now: number) {
		const { outage } = this;
		const waiting = [...this.waiting()].sort((one, other) => one.impact - other.impact);
		const prober = waiting.find(({ queue }) => queue.run.maxRetryWait > 0);
		if (prober && now >= outage.probeAt) void this.probe(prober.queue.run);
		const [trial] = waiting;
		if (trial && now >= this.trialAt) this.grant(trial, now);
		return trial ? Math.min(outage.probeAt, this.trialAt) : Infinity;
	}

	/** When a waiting request may be tried. A pause that the service asked for goes on in an outage. */
	private get trialAt() {
		return Math.max(this.outage.trialAt, this.pace.pausedUntil);
	}

	private async probe(run: ActiveRun) {
		const sentAt = this.clock.now();
		this.outage.probeAt = Infinity;
		const feedback = await run.probe();
		if (feedback.isAnswer) this.service.hasAnswered = true;
		this.outage.probeEnded(feedback, sentAt);
		this.followOutage(run);
		this.dispatch();
	}

	/** The requests that wait, those of the run whose turn is next first. */
	private *waiting() {
		for (const queue of this.queues.values()) yield* queue.waiting;
	}

	private grant(request: QueuedRequest, now: number) {
		const { queue } = request;
		request.sentAt = now;
		this.pace.requestLeft(now);
		this.outage.requestLeft(now);
		this.concurrency.slots.add(request);
		queue.inFlight += 1;
		queue.waiting.delete(request);
		// The other runs come before its next turn.
		this.queues.delete(queue.run);
		this.queues.set(queue.run, queue);
		request.resolve({
			isTrial: this.outage.isOn,
			release: (feedback) => {
				this.learn(request, feedback);
				this.concurrency.slots.delete(request);
				queue.inFlight -= 1;
				this.dispatch();
			},
		});
	}

	private learn(request: QueuedRequest, feedback: Feedback) {
		const { outage, pace, clock, concurrency } = this;
		const { queue, sentAt } = request;
		const { signal, isAnswer, retryAfter = 0 } = feedback;
		const now = clock.now();
		if (signal === 'nothing') return;
		if (isAnswer) this.service.hasAnswered = true;
		this.learnOfKey(feedback, queue.run);
		outage.requestEnded(feedback, sentAt);
		this.followOutage(queue.run);
		if (signal === 'outage') return;
		concurrency.answered(request, now);
		if (signal === 'accepted') {
			for (const each of this.queues.values()) each.beginCount(now);
			concurrency.grow(now);
			pace.requestAccepted(now);
		}
		if (signal !== 'throttled') return;
		if (pace.requestThrottled(sentAt, now, retryAfter, clock.random())) concurrency.halve();
	}

	/** Logs the first 401 of a key, and again the first after it was accepted. */
	private learnOfKey({ signal, rejectsKey }: Feedback, run: ActiveRun) {
		const isRejected = rejectsKey === true;
		if (isRejected && !this.service.isRejected) {
			run.log("the service didn't accept the API key: status 401");
		}
		if (isRejected || signal === 'accepted') this.service.isRejected = isRejected;
	}

	/** Logs if an outage has begun or ended. After it, requests begin with one at a time. */
	private followOutage(run: ActiveRun) {
		const { isOn, lastFailure } = this.outage;
		if (isOn === this.isOutage) return;
		this.isOutage = isOn;
		if (!isOn) this.concurrency.restart();
		const unavailable = `the service is unavailable (${lastFailure.code}), sending is paused`;
		run.log(isOn ? unavailable : 'the service is answering again');
	}

	/** Stops the runs that have waited for the service for as long as they may (R6). @returns when the next one will have */
	private stopOverdue(now: number) {
		const { isOn, lastFailure } = this.outage;
		const isPaused = isOn || this.pace.pausedUntil > now;
		const { isFull } = this.concurrency;
		// In an outage a probe decides, and not the pause that the service asked for.
		const asked = isOn ? 0 : Math.max(0, this.pace.askedUntil - now);
		// Other runs' requests count as unanswered only after two seconds, so a run waits at least that long for them.
		const atLeast = isPaused ? 0 : shortestSlotTimeout;
		const atMost = isOn && !this.service.hasAnswered ? firstContactWait : Infinity;
		const cause = isOn ? 'outage' : isPaused ? 'rate limit' : 'unanswered';
		const { code, cause: outageCause } = lastFailure;
		const reason = { cause, code, outageCause, retryAfter: asked || undefined } as const;
		let next = Infinity;
		for (const queue of this.queues.values()) {
			queue.count(now);
			// A run that has a request in flight is bounded by its own Timeout.
			queue.isHeld = queue.waiting.size > 0 && (isPaused || (isFull && queue.inFlight === 0));
			if (!queue.isHeld) continue;
			const maxWait = Math.min(atMost, Math.max(atLeast, queue.run.maxRetryWait));
			const left = maxWait - queue.waited;
			// If the service asks for a longer wait than is left, the run gives up now.
			if (left > 0 && left >= asked) next = Math.min(next, now + left);
			else {
				this.drop(queue);
				queue.run.stop({ kind: 'waited', ...reason });
			}
		}
		return next;
	}

	/** A timer that is too early does no harm: none is ended, and so none is long. */
	private wakeAt(at: number, now: number) {
		const soon = Math.min(at, now + longestSleep);
		// Without a run there is nothing to wake for.
		if (this.queues.size === 0 || at === Infinity || soon >= this.wakesAt) return;
		this.wakesAt = soon;
		void this.clock.sleep(Math.max(1, Math.ceil(soon - now))).then(() => {
			if (this.wakesAt === soon) this.wakesAt = Infinity;
			this.dispatch();
		});
	}
}
