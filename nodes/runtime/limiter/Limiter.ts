import type { Clock } from '../http/clock';
import { ConcurrencyWindow } from './ConcurrencyLimit';
import { Outage } from './CircuitBreaker';
import {
	RunQueue,
	type ActiveRun,
	type GateReason,
	type Permit,
	type Settlement,
	type Waiting,
} from './RunQueue';
import { Throttling } from './Throttling';

/** Milliseconds after which a request gives up its place, doubled while nothing at all is answered. */
const firstPlaceTimeout = 2_000;
const longestPlaceTimeout = 30_000;

/** Milliseconds for which a service that never answered is waited for: it is more likely a wrong address. */
const firstContactWait = 5_000;

/** A request on its way. */
interface Departed {
	queue: RunQueue;
	sentAt: number;
}

/**
 * Says whether a request may leave now, and learns from what came back (docs/node-contract.md, R3 to R6). All
 * runs of this process share one for each service and key: the service limits the key.
 *
 * A request may leave when no outage is on, the window of requests in flight has a place, and the sending rate
 * has a token. The runs take turns.
 */
export class Gate {
	private window = new ConcurrencyWindow();
	private readonly throttling = new Throttling();
	private readonly rate = this.throttling.rate;
	private readonly outage = new Outage();

	/** The run whose turn is next comes first. */
	private readonly queues = new Map<ActiveRun, RunQueue>();

	/** All requests on their way, and those that take a place in the window, both in order of sending. */
	private readonly inFlight = new Set<Departed>();
	private readonly places = new Set<Departed>();

	/** Places given up in a row while nothing was answered. */
	private unansweredInARow = 0;

	private usedAt: number;
	private sentAt = -Infinity;
	private answeredAt = -Infinity;
	private blockedAt = -Infinity;

	/** One timer for all that waits. */
	private alarm = { at: Infinity, ending: new AbortController() };

	/** @param service outlives the gate: whether the service has ever answered this process */
	constructor(
		private readonly clock: Clock,
		private readonly service = { hasAnswered: false },
	) {
		this.usedAt = clock.now();
	}

	get isAway() {
		return this.outage.isOpen;
	}

	/** Milliseconds since its last use or pause; 0 while it is in use or in an outage, which the next run must find. */
	idleFor(): number {
		if (this.inFlight.size > 0 || this.queues.size > 0 || this.outage.isOpen) return 0;
		return this.clock.now() - Math.max(this.usedAt, this.rate.pausedUntil);
	}

	join(run: ActiveRun): void {
		this.queues.set(run, new RunQueue(run));
	}

	/** A run ends or has stopped: what it has waiting is let go without a permit. */
	leave(run: ActiveRun): void {
		const queue = this.queues.get(run);
		if (queue === undefined) return;
		this.dissolve(queue);
		this.advance();
	}

	private dissolve(queue: RunQueue) {
		this.queues.delete(queue.run);
		queue.hold(false, false, this.clock.now());
		for (const { resolve } of queue.waiting) resolve();
	}

	/** Waits until a request may leave, or its run has stopped: then there is no permit. */
	async enter(run: ActiveRun, request: Omit<Waiting, 'resolve'>): Promise<Permit | undefined> {
		const queue = this.queues.get(run);
		return await new Promise((resolve) => {
			if (queue === undefined) return resolve(undefined);
			queue.add({ ...request, resolve });
			this.advance();
		});
	}

	/** Lets whatever may leave go; to be called whenever something has changed. */
	private advance() {
		const now = this.clock.now();
		this.usedAt = now;
		const next = this.outage.isOpen ? this.askWhileAway(now) : this.admit(now);
		const ends = this.limitWaiting(now);
		this.setAlarm(this.queues.size === 0 ? Infinity : Math.min(next, ends), now);
	}

	/** @returns when it is to be called again */
	private admit(now: number) {
		for (;;) {
			const queue = [...this.queues.values()].find(({ isReady }) => isReady);
			if (queue === undefined) return Infinity;
			const placeAt = this.placeAt(now);
			if (placeAt > now) return placeAt;
			const delay = this.rate.delay(now);
			if (delay > 0) return now + delay;
			this.issue(queue, queue.next!, now);
		}
	}

	/** When a place is free: a request that is on its way for too long gives up its own (R4). */
	private placeAt(now: number) {
		for (const oldest of this.places) {
			if (!this.window.isFull(this.places.size)) break;
			const timeout = firstPlaceTimeout * 2 ** Math.max(0, this.unansweredInARow - 1);
			const givesUpAt = oldest.sentAt + Math.min(longestPlaceTimeout, timeout);
			if (now < givesUpAt) return givesUpAt;
			if (this.answeredAt >= oldest.sentAt) this.places.delete(oldest);
			else {
				// Nothing was answered since it left: the others begin with one at a time again.
				this.unansweredInARow += 1;
				this.resetWindow();
			}
		}
		return now;
	}

	/** The next requests leave one at a time, whatever is on its way. */
	private resetWindow() {
		this.window = new ConcurrencyWindow();
		this.places.clear();
	}

	private issue(queue: RunQueue, waiting: Waiting, now: number) {
		const departed = { queue, sentAt: now };
		this.rate.take();
		this.sentAt = now;
		this.inFlight.add(departed);
		this.places.add(departed);
		queue.inFlight += 1;
		queue.take(waiting);
		// The other runs come before its next turn.
		this.queues.delete(queue.run);
		this.queues.set(queue.run, queue);
		waiting.resolve({
			settle: (settlement) => {
				if (this.inFlight.delete(departed)) this.settle(departed, settlement);
			},
		});
	}

	private settle(departed: Departed, { sign, retryAfter = 0, failure = '' }: Settlement) {
		const now = this.clock.now();
		const { queue, sentAt } = departed;
		const { run } = queue;
		if (sign === 'outage') {
			const begins = this.outage.failed(failure, now, this.sentAt, this.clock.random());
			if (begins) run.log(`the service is unavailable (${failure}), sending is paused`);
		} else if (sign !== 'nothing') {
			this.answeredAt = now;
			this.unansweredInARow = 0;
			this.service.hasAnswered = true;
			if (this.outage.answered(sentAt)) this.endOutage(run);
		}
		if (sign === 'accepted') this.learnAcceptance(departed, now);
		if (sign === 'throttled') {
			const isNew = this.throttling.throttled(sentAt, now, retryAfter, () => this.clock.random());
			if (isNew) this.window.halve(this.places.size);
		}
		if (sign === 'blocked' && sentAt >= this.blockedAt) this.learnBlock(run, now);
		this.places.delete(departed);
		queue.inFlight -= 1;
		this.advance();
	}

	private endOutage(run: ActiveRun) {
		this.resetWindow();
		run.log('the service is answering again');
	}

	private learnAcceptance(departed: Departed, now: number) {
		for (const queue of this.queues.values()) queue.reset(now);
		if (this.places.has(departed)) this.window.open(this.places.size, now);
		this.throttling.accepted(departed.sentAt, now);
	}

	private learnBlock(run: ActiveRun, now: number) {
		this.blockedAt = now;
		this.resetWindow();
		run.log('the service has temporarily blocked the API key after too many bad requests');
		this.stop([...this.queues.values()].map((queue) => [queue, { kind: 'blocked' }]));
	}

	/** Dissolves all queues first: `run.stop` calls `leave`, which must not let a run send that is to stop as well. */
	private stop(stopped: Array<[queue: RunQueue, reason: GateReason]>) {
		for (const [queue] of stopped) this.dissolve(queue);
		for (const [{ run }, reason] of stopped) run.stop(reason);
	}

	/** Sends a probe, or tries a real request, when it is time to. @returns when it is to be called again */
	private askWhileAway(now: number) {
		const { outage } = this;
		const queues = [...this.queues.values()].filter(({ isReady }) => isReady);
		if (queues.length === 0) return Infinity;
		const prober = queues.find(({ run }) => this.budgetOf(run) > 0);
		if (prober && now >= outage.probeAt) void this.probe(prober.run);
		if (now >= outage.trialAt) {
			const [trial] = queues
				.flatMap((queue) => queue.waiting.map((waiting) => ({ queue, waiting })))
				.sort((one, other) => one.waiting.impact - other.waiting.impact);
			outage.beginTrial(now);
			this.issue(trial!.queue, trial!.waiting, now);
		}
		return Math.min(prober ? outage.probeAt : Infinity, outage.trialAt);
	}

	private async probe(run: ActiveRun) {
		const { outage, clock } = this;
		const sentAt = clock.now();
		outage.probeAt = Infinity;
		const isBack = await run.probe();
		if (isBack) this.service.hasAnswered = true;
		if (outage.endProbe(isBack, sentAt, clock.now(), clock.random())) this.endOutage(run);
		this.advance();
	}

	/** Stops the runs that have waited for as long as they may. @returns when the next one will have */
	private limitWaiting(now: number) {
		const { isOpen, failure } = this.outage;
		const asked = isOpen ? 0 : Math.max(0, this.throttling.askedUntil - now);
		const isPaused = isOpen || this.rate.pausedUntil > now;
		const isFull = this.window.isFull(this.places.size);
		const stopped: Array<[RunQueue, GateReason]> = [];
		let ends = Infinity;
		for (const [run, queue] of this.queues) {
			// A run with a request of its own on the way is bounded by Timeout.
			const isHeld = isPaused || (isFull && queue.inFlight === 0);
			const isWaiting = isHeld && queue.isReady;
			queue.hold(isWaiting, isOpen, now);
			if (!isWaiting) continue;
			const milliseconds = queue.waited(now);
			// Other runs' requests count as unanswered only after two seconds.
			const budget = isPaused ? this.budgetOf(run) : Math.max(firstPlaceTimeout, run.maxRetryWait);
			const left = budget - milliseconds;
			if (left > 0 && left >= asked) ends = Math.min(ends, now + left);
			else {
				const retryAfter = asked || undefined;
				const outage = isOpen ? failure : undefined;
				const isUnanswered = !isPaused;
				stopped.push([queue, { kind: 'waited', milliseconds, retryAfter, outage, isUnanswered }]);
			}
		}
		this.stop(stopped);
		return ends;
	}

	/** Milliseconds that a run may wait. */
	private budgetOf({ maxRetryWait }: ActiveRun) {
		const isUnknown = this.outage.isOpen && !this.service.hasAnswered;
		return isUnknown ? Math.min(maxRetryWait, firstContactWait) : maxRetryWait;
	}

	/** An alarm that is too early does no harm. It is aborted without a reason: the default is an error with a stack. */
	private setAlarm(at: number, now: number) {
		if (at === this.alarm.at || (at > this.alarm.at && at < Infinity)) return;
		this.alarm.ending.abort(null);
		const alarm = { at, ending: new AbortController() };
		this.alarm = alarm;
		if (at === Infinity) return;
		this.clock.sleep(Math.max(1, Math.ceil(at - now)), alarm.ending.signal).then(
			() => {
				alarm.at = Infinity;
				this.advance();
			},
			() => {},
		);
	}
}
