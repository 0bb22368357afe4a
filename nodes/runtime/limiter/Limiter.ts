import type { Clock } from '../http/clock';
import { ownCodes } from '../response/networkFailure';
import { CircuitBreaker } from './CircuitBreaker';
import { ConcurrencyLimit, shortestSlotTimeout } from './ConcurrencyLimit';
import { RunQueue, type ActiveRun, type Feedback, type QueuedRequest, type Slot } from './RunQueue';
import { TokenBucket } from './TokenBucket';

/** Milliseconds to wait for a service that has never answered: its address is probably wrong. */
const firstContactWait = 5_000;

/** Facts that this process keeps about a service and one key, longer than any run or limiter. */
export interface KnownService {
	/** True once it got an answer of any status. */
	hasAnswered?: boolean;
	/** True while the last answer to the key was a 401. */
	isRejected?: boolean;
}

/**
 * Decides when a request may leave, and learns from the answers (docs/node-contract.md, R3 to R6). All runs of this
 * process share one for each endpoint of a key: trouble at one endpoint doesn't slow down the others.
 *
 * A request may leave when the circuit breaker is closed, the concurrency limit has a slot, and the token bucket has a
 * token. The runs take turns.
 */
export class Limiter {
	private readonly concurrency = new ConcurrencyLimit();
	private readonly bucket = new TokenBucket();
	private readonly breaker = new CircuitBreaker();

	/** As the log says. */
	isOutage = false;

	/** The run whose turn is next comes first. */
	private readonly queues = new Map<ActiveRun, RunQueue>();
	/** True if the request that left last was one that the service had throttled before. */
	private wasRepeated?: boolean;

	private usedAt: number;

	/** One timer for all that waits. */
	private timer = { at: Infinity, ending: new AbortController() };

	/** @param service outlives the limiter */
	constructor(
		private readonly clock: Clock,
		private readonly service: KnownService = {},
	) {
		this.usedAt = clock.now();
	}

	/** Milliseconds for which this limiter has been neither in use, nor paused, nor waiting for a trial. */
	idleFor(): number {
		if (this.concurrency.slots.size > 0 || this.queues.size > 0) return 0;
		const neededUntil = this.breaker.isOpen ? this.trialAt : this.bucket.pausedUntil;
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
		queue.count(this.clock.now());
		for (const { resolve } of queue.waiting) resolve();
	}

	/** Waits until a request may leave. If its run has stopped, there is no slot. */
	async acquire(
		run: ActiveRun,
		request: Pick<QueuedRequest, 'impact' | 'isRepeated'>,
	): Promise<Slot | undefined> {
		const queue = this.queues.get(run);
		return await new Promise((resolve) => {
			if (queue === undefined) return resolve(undefined);
			const line = request.isRepeated ? queue.repeated : queue.fresh;
			line.add({ ...request, queue, resolve, sentAt: Infinity });
			this.dispatch();
		});
	}

	/** Lets requests leave that may, and stops runs that have waited too long; to be called whenever something has changed. */
	private dispatch() {
		const now = this.clock.now();
		this.usedAt = now;
		const next = this.breaker.isOpen ? this.dispatchWhileOpen(now) : this.dispatchReady(now);
		const nextOverdue = this.stopOverdue(now);
		this.setTimer(this.queues.size === 0 ? Infinity : Math.min(next, nextOverdue), now);
	}

	/** @returns when `dispatch` is to be called again */
	private dispatchReady(now: number) {
		for (;;) {
			const request = this.nextInTurn();
			if (request === undefined) return Infinity;
			const delay = this.concurrency.delay(now) || this.bucket.delay(now);
			if (delay > 0) return now + delay;
			this.grant(request, now);
		}
	}

	/**
	 * The request whose turn it is, of all runs. What the service has throttled before is next in line, but takes turns
	 * with what it hasn't: one that is always throttled must not keep back the others.
	 */
	private nextInTurn() {
		const kinds = ['repeated', 'fresh'] as const;
		for (const kind of this.wasRepeated ? kinds.toReversed() : kinds) {
			for (const queue of this.queues.values()) {
				const [request] = queue.isReady ? queue[kind] : [];
				if (request !== undefined) return request;
			}
		}
		return undefined;
	}

	private grant(request: QueuedRequest, now: number) {
		const { queue } = request;
		request.sentAt = now;
		this.bucket.take();
		this.breaker.beginRequest(now);
		this.concurrency.slots.add(request);
		queue.inFlight += 1;
		queue.repeated.delete(request);
		queue.fresh.delete(request);
		this.wasRepeated = request.isRepeated;
		// The other runs come before its next turn.
		this.queues.delete(queue.run);
		this.queues.set(queue.run, queue);
		request.resolve({
			isTrial: this.breaker.isConfirmed,
			release: (feedback) => {
				this.learn(request, feedback);
				this.concurrency.slots.delete(request);
				queue.inFlight -= 1;
				this.dispatch();
			},
		});
	}

	private learn(request: QueuedRequest, feedback: Feedback) {
		const { breaker, bucket, clock, concurrency } = this;
		const { queue, sentAt } = request;
		const { signal, code, isAnswer, retryAfter = 0 } = feedback;
		const now = clock.now();
		// A Timeout that is shorter than answers have taken lately says nothing about the service.
		const isTooShort = code === ownCodes.timeout && concurrency.isShort(now - sentAt, now);
		if (signal === 'nothing' || isTooShort) return;
		if (isAnswer) this.service.hasAnswered = true;
		this.learnOfKey(feedback, queue.run);
		breaker.endRequest(feedback, sentAt, clock);
		this.follow(queue.run);
		if (signal === 'outage') return;
		concurrency.answered(request, now);
		if (signal === 'accepted') {
			for (const each of this.queues.values()) {
				each.count(now);
				each.waited = 0;
			}
			concurrency.grow(now);
			bucket.accepted(sentAt, now);
		}
		if (signal === 'throttled' && bucket.throttled(sentAt, now, retryAfter, () => clock.random())) {
			concurrency.halve();
		}
	}

	/** Logs the first 401 of a key, and again the first after it was accepted. */
	private learnOfKey({ signal, n8nCause }: Feedback, run: ActiveRun) {
		const isRejected = n8nCause === 'credential-invalid';
		if (isRejected && !this.service.isRejected) {
			run.log("the service didn't accept the API key: status 401");
		}
		if (isRejected || signal === 'accepted') this.service.isRejected = isRejected;
	}

	/** Logs that the breaker has opened or closed. After an outage, requests begin with one at a time. */
	private follow(run: ActiveRun) {
		const { isOpen, lastFailure } = this.breaker;
		if (isOpen === this.isOutage) return;
		this.isOutage = isOpen;
		if (!isOpen) this.concurrency.restart();
		const who = lastFailure.isAtProxy ? 'proxy' : 'service';
		run.log(
			isOpen
				? `the ${who} is unavailable (${lastFailure.code}), sending is paused`
				: 'the service is answering again',
		);
	}

	/** Sends a probe or tries a real request, if either is due. @returns when `dispatch` is to be called again */
	private dispatchWhileOpen(now: number) {
		const { breaker } = this;
		const queues = [...this.queues.values()].filter(({ isReady }) => isReady);
		if (queues.length === 0) return Infinity;
		const prober = queues.find(({ run }) => run.maxRetryWait > 0);
		if (prober && now >= breaker.probeAt) void this.probe(prober.run);
		if (now >= this.trialAt) {
			// The request that reaches the fewest people.
			const waiting = queues.flatMap((queue) => queue.waiting);
			const [trial] = waiting.sort((one, other) => one.impact - other.impact);
			this.grant(trial!, now);
		}
		return Math.min(prober ? breaker.probeAt : Infinity, this.trialAt);
	}

	/** When a real request may be tried. A pause that the service asked for goes on in an outage. */
	private get trialAt() {
		return Math.max(this.breaker.trialAt, this.bucket.pausedUntil);
	}

	private async probe(run: ActiveRun) {
		const { clock, breaker } = this;
		const sentAt = clock.now();
		breaker.probeAt = Infinity;
		const feedback = await run.probe();
		// One that was cut off says nothing.
		if (feedback === undefined) breaker.probeAt = clock.now();
		else {
			if (feedback.isAnswer) this.service.hasAnswered = true;
			breaker.endProbe(feedback, sentAt, clock);
			this.follow(run);
		}
		this.dispatch();
	}

	/**
	 * Counts each run's wait: the time for which only the service keeps it from sending (R6). Stops those that have waited
	 * for as long as they may. @returns when the next one will have
	 */
	private stopOverdue(now: number) {
		const { isOpen, lastFailure } = this.breaker;
		const isPaused = isOpen || this.bucket.pausedUntil > now;
		const { isFull } = this.concurrency;
		// While the breaker is open, a probe decides, and not the pause that the service asked for.
		const asked = isOpen ? 0 : Math.max(0, this.bucket.askedUntil - now);
		// Other runs' requests count as unanswered only after two seconds, so a run waits at least that long for them.
		const atLeast = isPaused ? 0 : shortestSlotTimeout;
		const atMost = isOpen && !this.service.hasAnswered ? firstContactWait : Infinity;
		const outage = lastFailure.isAtProxy ? 'proxy outage' : 'outage';
		const cause = isOpen ? outage : isPaused ? 'rate limit' : 'unanswered';
		const { code, isBlock } = lastFailure;
		const reason = { cause, code, isBlock, retryAfter: asked || undefined } as const;
		let next = Infinity;
		for (const queue of this.queues.values()) {
			queue.count(now);
			queue.isInOutage = isOpen;
			// A run that has a request in flight is bounded by its own Timeout.
			queue.isHeld = queue.isReady && (isPaused || (isFull && queue.inFlight === 0));
			if (!queue.isHeld) continue;
			const maxWait = Math.min(atMost, Math.max(atLeast, queue.run.maxRetryWait));
			const left = maxWait - queue.waited;
			// If the service asks for a longer wait than is left, the run gives up now.
			if (left > 0 && left >= asked) next = Math.min(next, now + left);
			else {
				this.drop(queue);
				queue.run.stop({ kind: 'waited', milliseconds: queue.waited, ...reason });
			}
		}
		return next;
	}

	/** A timer that is too early does no harm. */
	private setTimer(at: number, now: number) {
		if (at >= this.timer.at && at < Infinity) return;
		// Without this reason, each abort makes an error with a stack.
		this.timer.ending.abort(null);
		const timer = { at, ending: new AbortController() };
		this.timer = timer;
		if (at === Infinity) return;
		this.clock.sleep(Math.max(1, Math.ceil(at - now)), timer.ending.signal).then(
			() => {
				timer.at = Infinity;
				this.dispatch();
			},
			() => {},
		);
	}
}
