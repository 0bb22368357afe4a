import type { Clock } from '../http/clock';
import { ownCodes } from '../response/networkFailure';
import { CircuitBreaker, type OpeningCause } from './CircuitBreaker';
import { ConcurrencyLimit } from './ConcurrencyLimit';
import { CrowdLog } from './CrowdLog';
import {
	RunQueue,
	type ActiveRun,
	type Feedback,
	type LimiterStop,
	type Slot,
	type Waiting,
} from './RunQueue';
import { Throttling } from './Throttling';

/** Milliseconds after which a request gives up its slot at the earliest and at the latest (R4). */
const shortestSlotTimeout = 2_000;
const longestSlotTimeout = 30_000;

/** The weight of a faster answer in the moving average of the time that answers take. */
const latencyDecay = 0.2;

/** Milliseconds to wait for a service that has never answered: its address is probably wrong. */
const firstContactWait = 5_000;

/** A request in flight. */
interface InFlight {
	queue: RunQueue;
	sentAt: number;
}

/**
 * Decides when a request may leave, and learns from the answers (docs/node-contract.md, R3 to R6). All runs of this
 * process share one for each endpoint of a key: what one endpoint suffers says nothing of the others.
 *
 * A request may leave when the circuit breaker is closed, the concurrency limit has a slot, and the token bucket has a
 * token. The runs take turns.
 */
export class Limiter {
	private concurrency = new ConcurrencyLimit();
	private readonly throttling = new Throttling();
	private readonly rate = this.throttling.rate;
	private readonly breaker = new CircuitBreaker();
	private readonly crowdLog = new CrowdLog();

	/** The run whose turn is next comes first. */
	private readonly queues = new Map<ActiveRun, RunQueue>();
	private wasRepeated = false;

	/** All requests in flight, and those that have a slot, both in order of sending. */
	private readonly inFlight = new Set<InFlight>();
	private readonly slots = new Set<InFlight>();

	/** Milliseconds that answers have taken lately: rises at once, falls slowly. */
	private latency = 0;
	/** Slots given up in a row while nothing was answered. */
	private unansweredInARow = 0;

	private usedAt: number;
	private sentAt = -Infinity;
	private answeredAt = -Infinity;

	/** One timer for all that waits. */
	private timer = { at: Infinity, ending: new AbortController() };

	/** @param service outlives the limiter: `hasAnswered` is true once this process got any answer of the service */
	constructor(
		private readonly clock: Clock,
		private readonly service = { hasAnswered: false },
	) {
		this.usedAt = clock.now();
	}

	get isOutage() {
		return this.breaker.isOutage;
	}

	/** True once a probe has confirmed that the key is blocked. */
	get isBlock() {
		return this.breaker.isBlock;
	}

	/** Milliseconds for which this limiter has been idle; 0 while it is in use, paused or waiting for a trial. */
	idleFor(): number {
		if (this.inFlight.size > 0 || this.queues.size > 0) return 0;
		const { isOpen, trialAt } = this.breaker;
		const neededUntil = Math.max(this.usedAt, this.rate.pausedUntil, isOpen ? trialAt : 0);
		return Math.max(0, this.clock.now() - neededUntil);
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
		queue.setHeld(false, false, this.clock.now());
		for (const { resolve } of queue.waiting) resolve();
	}

	/** Waits until a request may leave. If its run has stopped, there is no slot. */
	async acquire(run: ActiveRun, request: Omit<Waiting, 'resolve'>): Promise<Slot | undefined> {
		const queue = this.queues.get(run);
		return await new Promise((resolve) => {
			if (queue === undefined) return resolve(undefined);
			queue.add({ ...request, resolve });
			this.dispatch();
		});
	}

	/** Lets whatever may leave go, and ends what has waited for too long; to be called whenever something has changed. */
	private dispatch() {
		const now = this.clock.now();
		this.usedAt = now;
		const next = this.breaker.isOpen ? this.dispatchWhileOpen(now) : this.dispatchReady(now);
		this.updateHeld(now);
		const nextOverdue = this.stopOverdue(now);
		this.setTimer(this.queues.size === 0 ? Infinity : Math.min(next, nextOverdue), now);
	}

	/** @returns when it is to be called again */
	private dispatchReady(now: number) {
		this.expireSlots(now);
		for (;;) {
			const turn = this.nextInTurn();
			if (turn === undefined) return Infinity;
			if (this.concurrency.isFull(this.slots.size)) return this.nextExpiryAt();
			const delay = this.rate.delay(now);
			if (delay > 0) {
				this.crowdLog.report(turn.queue.run, this.queues, now);
				return now + delay;
			}
			this.grant(turn.queue, turn.waiting, now);
		}
	}

	/**
	 * The request whose turn it is, of all runs. What the service has throttled before is next in line, but takes turns
	 * with what it hasn't: one that is always throttled must not keep back the others.
	 */
	private nextInTurn() {
		const kinds = this.wasRepeated
			? (['fresh', 'repeated'] as const)
			: (['repeated', 'fresh'] as const);
		for (const kind of kinds) {
			for (const queue of this.queues.values()) {
				const [waiting] = queue.isReady ? queue[kind] : [];
				if (waiting !== undefined) return { queue, waiting };
			}
		}
		return undefined;
	}

	/** When the oldest request gives up its slot (R4). */
	private nextExpiryAt() {
		const [oldest] = this.slots;
		if (oldest === undefined) return Infinity;
		const patience = Math.max(shortestSlotTimeout, 2 * this.latency);
		const timeout = patience * 2 ** Math.max(0, this.unansweredInARow - 1);
		return oldest.sentAt + Math.min(longestSlotTimeout, timeout);
	}

	/** Takes the slots of requests that are in flight for too long, if others need them (R4). */
	private expireSlots(now: number) {
		if (this.nextInTurn() === undefined) return;
		while (this.concurrency.isFull(this.slots.size) && this.nextExpiryAt() <= now) {
			const [oldest] = this.slots;
			if (this.answeredAt >= oldest!.sentAt) this.slots.delete(oldest!);
			else {
				// Nothing was answered since it left: the others begin with one at a time again.
				this.unansweredInARow += 1;
				this.resetConcurrency();
			}
		}
	}

	/** The next requests leave one at a time, whatever is in flight. */
	private resetConcurrency() {
		this.concurrency = new ConcurrencyLimit();
		this.slots.clear();
	}

	private grant(queue: RunQueue, waiting: Waiting, now: number) {
		const request = { queue, sentAt: now };
		this.crowdLog.granted();
		this.rate.take();
		this.sentAt = now;
		this.inFlight.add(request);
		this.slots.add(request);
		queue.inFlight += 1;
		queue.take(waiting);
		this.wasRepeated = waiting.isRepeated;
		// The other runs come before its next turn.
		this.queues.delete(queue.run);
		this.queues.set(queue.run, queue);
		waiting.resolve({
			release: (feedback) => {
				if (!this.inFlight.delete(request)) return;
				this.learn(request, feedback);
				this.slots.delete(request);
				queue.inFlight -= 1;
				this.dispatch();
			},
		});
	}

	/** Learns from the result of a request. */
	private learn(request: InFlight, feedback: Feedback) {
		const now = this.clock.now();
		const { queue, sentAt } = request;
		const { signal, retryAfter = 0, code = 'no answer', isAtProxy } = feedback;
		if (signal === 'nothing') return;
		if (signal === 'outage') {
			this.learnFailure(queue.run, { code, isAtProxy }, now - sentAt, now);
			return;
		}
		this.learnAnswer(sentAt, now);
		// A trial into a block that goes on is no end of it.
		const goesOn = signal === 'blocked' && this.breaker.isBlock;
		if (!goesOn) this.closing(queue.run, () => this.breaker.answered(sentAt));
		if (signal === 'accepted') this.learnAcceptance(request, now);
		if (signal === 'blocked') this.breaker.blocked(code, sentAt, now);
		if (signal === 'throttled') {
			const isNew = this.throttling.throttled(sentAt, now, retryAfter, () => this.clock.random());
			if (isNew) this.concurrency.halve(this.slots.size);
		}
	}

	/** @param took milliseconds; a timeout that is shorter than answers take says nothing of the service */
	private learnFailure(run: ActiveRun, cause: OpeningCause, took: number, now: number) {
		const { code, isAtProxy } = cause;
		if (code === ownCodes.timeout && took < this.latency) return;
		const opens = this.breaker.failed(cause, now, this.sentAt, this.clock.random());
		const who = isAtProxy ? 'proxy' : 'service';
		if (opens) run.log(`the ${who} is unavailable (${code}), sending is paused`);
	}

	private learnAnswer(sentAt: number, now: number) {
		const took = now - sentAt;
		this.latency = Math.max(took, this.latency + latencyDecay * (took - this.latency));
		this.answeredAt = now;
		this.unansweredInARow = 0;
		this.service.hasAnswered = true;
	}

	private learnAcceptance(request: InFlight, now: number) {
		for (const queue of this.queues.values()) queue.reset(now);
		// One that has given up its slot counts all the same.
		this.concurrency.grow(this.slots.size + (this.slots.has(request) ? 0 : 1), now);
		this.throttling.accepted(request.sentAt, now);
	}

	/** Runs `act`. If that ends an outage or a confirmed block, starts again with one request at a time, and logs it. */
	private closing(run: ActiveRun, act: () => void) {
		const { isOutage, isBlock } = this.breaker;
		act();
		if (this.breaker.isOpen || !(isOutage || isBlock)) return;
		this.resetConcurrency();
		run.log('the service is answering again');
	}

	/** Sends a probe, or tries a real request, when it is time to. @returns when it is to be called again */
	private dispatchWhileOpen(now: number) {
		const { breaker } = this;
		const queues = [...this.queues.values()].filter(({ isReady }) => isReady);
		if (queues.length === 0) return Infinity;
		const prober = queues.find(({ run }) => this.maxWaitOf(run) > 0);
		if (prober && now >= breaker.probeAt) void this.probe(prober.run);
		// A pause that the service asked for goes on in an outage.
		const trialAt = () => Math.max(breaker.trialAt, this.rate.pausedUntil);
		if (now >= trialAt()) this.tryOne(queues, now);
		return Math.min(prober ? breaker.probeAt : Infinity, trialAt());
	}

	/** Lets the request leave that reaches the fewest people. */
	private tryOne(queues: RunQueue[], now: number) {
		const [trial] = queues
			.flatMap((queue) => queue.waiting.map((waiting) => ({ queue, waiting })))
			.sort((one, other) => one.waiting.impact - other.waiting.impact);
		this.breaker.beginTrial(now);
		this.grant(trial!.queue, trial!.waiting, now);
	}

	private async probe(run: ActiveRun) {
		const { breaker, clock } = this;
		const sentAt = clock.now();
		breaker.probeAt = Infinity;
		const signal = await run.probe();
		if (signal !== undefined && signal !== 'outage') this.service.hasAnswered = true;
		const wasBlock = breaker.isBlock;
		this.closing(run, () => breaker.endProbe(signal, sentAt, clock.now(), clock.random()));
		if (breaker.isBlock && !wasBlock) {
			run.log('the service has temporarily blocked the API key, sending is paused');
		}
		this.dispatch();
	}

	/** Starts or stops each run's clock: the clock runs while only the service keeps the run from sending (R6). */
	private updateHeld(now: number) {
		const isPaused = this.isPaused(now);
		const isFull = this.concurrency.isFull(this.slots.size);
		for (const queue of this.queues.values()) {
			// Timeout bounds a run that has a request in flight.
			const isHeld = queue.isReady && (isPaused || (isFull && queue.inFlight === 0));
			queue.setHeld(isHeld, this.breaker.isOutage, now);
		}
	}

	private isPaused(now: number) {
		return this.breaker.isOpen || this.rate.pausedUntil > now;
	}

	/** Stops the runs that have waited for as long as they may. @returns when the next one will have */
	private stopOverdue(now: number) {
		const overdue: RunQueue[] = [];
		let next = Infinity;
		for (const queue of this.queues.values()) {
			const at = this.overdueAt(queue, now);
			if (at <= now) overdue.push(queue);
			else next = Math.min(next, at);
		}
		const reason = this.stopReason(now);
		// Drops all first: `run.stop` unregisters, which must not let a run send that is to stop as well.
		for (const queue of overdue) this.drop(queue);
		for (const queue of overdue) queue.run.stop({ ...reason, milliseconds: queue.waited(now) });
		return next;
	}

	/** When a run will have waited for as long as it may. */
	private overdueAt(queue: RunQueue, now: number) {
		if (!queue.isHeld) return Infinity;
		const { maxRetryWait } = queue.run;
		// Other runs' requests count as unanswered only after two seconds.
		const maxWait = this.isPaused(now)
			? this.maxWaitOf(queue.run)
			: Math.max(shortestSlotTimeout, maxRetryWait);
		const left = maxWait - queue.waited(now);
		// If the service asks for a longer wait than is left, the run gives up now.
		return left > 0 && left >= this.askedFor(now) ? now + left : now;
	}

	/** Milliseconds that the service still asks to wait; 0 in an outage, which it didn't ask for. */
	private askedFor(now: number) {
		return this.breaker.isOpen ? 0 : Math.max(0, this.throttling.askedUntil - now);
	}

	private stopReason(now: number): Omit<LimiterStop, 'milliseconds'> {
		const { breaker } = this;
		const retryAfter = this.askedFor(now) || undefined;
		const { code, isAtProxy } = breaker.cause;
		if (breaker.isBlock) return { kind: 'waited', cause: 'block', code };
		const outage = isAtProxy ? 'proxy outage' : 'outage';
		if (breaker.isOpen) return { kind: 'waited', cause: outage, code };
		const cause = this.isPaused(now) ? 'rate limit' : 'unanswered';
		return { kind: 'waited', cause, retryAfter };
	}

	/** Milliseconds that a run may wait for the service. */
	private maxWaitOf({ maxRetryWait }: ActiveRun) {
		const isUnknown = this.breaker.isOpen && !this.service.hasAnswered;
		return isUnknown ? Math.min(maxRetryWait, firstContactWait) : maxRetryWait;
	}

	/** A timer that is too early does no harm. It is aborted without a reason: the default is an error with a stack. */
	private setTimer(at: number, now: number) {
		if (at === this.timer.at || (at > this.timer.at && at < Infinity)) return;
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
