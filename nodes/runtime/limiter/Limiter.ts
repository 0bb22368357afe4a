import type { Clock } from '../http/clock';
import type { Verdict } from '../response/cause';
import {
	ClientQueue,
	type Client,
	type LimiterStop,
	type QueuedRequest,
	type Slot,
} from './ClientQueue';
import { ConcurrencyLimit, shortestSlotTimeout } from './ConcurrencyLimit';
import { KnownService } from './KnownService';
import { Outage } from './Outage';
import { Pace } from './Pace';

/** Milliseconds after which a timer ends at the latest: none is ended before its time. */
const longestSleep = 1_000;

/** Milliseconds to wait for a service that has never answered: its address is probably wrong. */
const firstContactWait = 5_000;

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
	private readonly queues = new Map<Client, ClientQueue>();

	private usedAt = 0;
	/** When a timer calls `dispatch`. */
	private wakesAt = Infinity;

	/** @param service outlives the limiter */
	constructor(
		private readonly clock: Clock,
		private readonly service = new KnownService(),
	) {
		this.outage = new Outage(clock);
	}

	/** Milliseconds for which this limiter has been neither in use, nor paused, nor waiting for a trial. */
	idleFor(): number {
		if (this.concurrency.slots.size > 0 || this.queues.size > 0) return 0;
		const trialAt = this.outage.isOn ? this.outage.trialAt : 0;
		return this.clock.now() - Math.max(this.usedAt, this.pace.pausedUntil, trialAt);
	}

	register(client: Client): void {
		this.queues.set(client, new ClientQueue(client));
	}

	/** To be called when a run ends or stops: its waiting requests get no slot. The others' time to leave stays the same. */
	unregister(client: Client): void {
		const { waiting = [] } = this.queues.get(client) ?? {};
		this.queues.delete(client);
		this.usedAt = this.clock.now();
		for (const { resolve } of waiting) resolve();
	}

	/** Waits until a request may leave. If its run has stopped, there is no slot. @param impact as {@link QueuedRequest} */
	async acquire(client: Client, impact: number): Promise<Slot | undefined> {
		const queue = this.queues.get(client);
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
		const next = this.dispatchDue(now);
		const nextOverdue = this.stopOverdue(now);
		// Without a run there is nothing to wake for.
		if (this.queues.size > 0) this.wakeAt(Math.min(next, nextOverdue), now);
	}

	/** Calls `dispatch` at a time, or earlier, which does no harm; at Infinity never. */
	private wakeAt(time: number, now: number) {
		const soon = Math.min(time, now + longestSleep);
		if (time === Infinity || soon >= this.wakesAt) return;
		this.wakesAt = soon;
		void this.clock.sleep(Math.max(1, Math.ceil(soon - now))).then(() => {
			if (this.wakesAt === soon) this.wakesAt = Infinity;
			this.dispatch();
		});
	}

	/** @returns when `dispatch` is to be called again */
	private dispatchDue(now: number) {
		const { pausedUntil } = this.pace;
		if (now < pausedUntil) return pausedUntil;
		return this.outage.isOn ? this.dispatchInOutage(now) : this.dispatchReady(now);
	}

	/** @returns as above */
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
		const prober = waiting.find(({ queue }) => queue.client.maxRetryWait > 0);
		if (prober && now >= outage.probeAt) void this.probe(prober.queue.client);
		const [trial] = waiting;
		if (trial && now >= outage.trialAt) this.grant(trial, now);
		return trial ? Math.min(outage.probeAt, outage.trialAt) : Infinity;
	}

	private async probe(client: Client) {
		const sentAt = this.clock.now();
		this.outage.probeAt = Infinity;
		const verdict = await client.probe();
		this.service.learn(verdict, client);
		if (verdict.retryAfter) this.pace.pauseAsAsked(this.clock.now(), verdict.retryAfter);
		this.outage.probeEnded(verdict, sentAt);
		this.followOutage(client);
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
		this.queues.delete(queue.client);
		this.queues.set(queue.client, queue);
		request.resolve({
			isTrial: this.outage.isOn,
			release: (verdict) => {
				if (verdict) this.learn(request, verdict);
				this.concurrency.slots.delete(request);
				queue.inFlight -= 1;
				this.dispatch();
			},
		});
	}

	private learn(request: QueuedRequest, verdict: Verdict) {
		const { outage, pace, clock, concurrency } = this;
		const { queue, sentAt } = request;
		const { signal, retryAfter = 0 } = verdict;
		const now = clock.now();
		if (signal === 'nothing') return;
		this.service.learn(verdict, queue.client);
		outage.requestEnded(verdict, sentAt);
		this.followOutage(queue.client);
		if (signal !== 'outage') concurrency.answered(request, now);
		if (signal === 'good') {
			for (const each of this.queues.values()) each.beginCount(now);
			concurrency.grow(now);
			pace.requestAccepted(now);
		}
		const isTooFast = signal === 'throttled' && pace.requestThrottled(sentAt, now);
		if (isTooFast) concurrency.halve();
		if (retryAfter > 0) pace.pauseAsAsked(now, retryAfter);
		else if (isTooFast) pace.backOff(now, clock.random());
	}

	/** Logs if an outage has begun or ended. After it, requests begin with one at a time. */
	private followOutage(client: Client) {
		const { isOn, lastFailure } = this.outage;
		if (isOn === this.isOutage) return;
		this.isOutage = isOn;
		if (!isOn) this.concurrency.restart();
		const { code = 'no answer' } = lastFailure!;
		const unavailable = `the service is unavailable (${code}), sending is paused`;
		client.log(isOn ? unavailable : 'the service is answering again');
	}

	/** Stops the runs that have waited for the service for as long as they may (R6). @returns when the next one will have */
	private stopOverdue(now: number) {
		const { isOn, lastFailure } = this.outage;
		const isPaused = isOn || this.pace.pausedUntil > now;
		const { isFull } = this.concurrency;
		const asked = Math.max(0, this.pace.askedUntil - now);
		// Other runs' requests count as unanswered only after two seconds, so a run waits at least that long for them.
		const atLeast = isPaused ? 0 : shortestSlotTimeout;
		const atMost = isOn && !this.service.hasAnswered ? firstContactWait : Infinity;
		const reason: LimiterStop = {
			kind: 'waited',
			cause: isOn ? 'outage' : isPaused ? 'rate limit' : 'unanswered',
			failure: isOn ? lastFailure : undefined,
			retryAfter: asked || undefined,
		};
		let next = Infinity;
		for (const queue of this.queues.values()) {
			queue.count(now);
			// A run that has a request in flight is bounded by its own Timeout.
			queue.isHeld = queue.waiting.size > 0 && (isPaused || (isFull && queue.inFlight === 0));
			if (!queue.isHeld) continue;
			const maxWait = Math.min(atMost, Math.max(atLeast, queue.client.maxRetryWait));
			const left = maxWait - queue.waited;
			// If the service asks for a longer wait than is left, the run gives up now.
			if (left > 0 && left >= asked) next = Math.min(next, now + left);
			else queue.client.stop(reason);
		}
		return next;
	}
}
