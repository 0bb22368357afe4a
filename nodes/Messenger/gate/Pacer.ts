import { AbortWatch } from './AbortWatch';
import { backoff } from './backoff';
import type { Clock } from '../http/Clock';
import { ConcurrencyWindow } from './ConcurrencyWindow';
import { FairQueue, type QueuedItem, type QueuedRun } from './FairQueue';
import { SendingRate } from './SendingRate';

/** The service has blocked the key (403), so the request was not sent. */
export class BlockedError extends Error {
	constructor() {
		super('Not sent, because the service has temporarily blocked this key');
	}
}

/** What asks to be sent. */
export interface AdmissionRequest {
	/** Which run it belongs to: the same object for all requests of one run of the node. */
	run: object;
	/** How many requests of this run may be in flight together, at least 1. */
	maxConcurrency: number;
	/** Whether the service has throttled this very request before: then it goes first. */
	throttledBefore: boolean;
	/** Ends the waiting. */
	signal?: AbortSignal;
}

/** Leave to send one request. Of the four, the first that is called counts. */
export interface Permit {
	/** The service accepted the request. */
	accepted(): void;
	/**
	 * The service answered 429.
	 *
	 * @param retryAfter milliseconds from now, 0 if the service named none; an hour at most counts
	 */
	throttled(retryAfter?: number): void;
	/** The service answered 403: all that waits now fails, and so does what these runs ask for later. */
	blocked(): void;
	/** It was rejected, it failed, or it was not sent after all: that says nothing of the limit. */
	released(): void;
}

/** One mistaken answer must not stop a key, and all runs that use it, for a day. */
const longestAskedPause = 60 * 60 * 1000;

interface PacedRun extends QueuedRun {
	maxConcurrency: number;
	inFlight: number;
	/** How often the service had blocked the key when the run began. */
	readonly blocksBefore: number;
}

interface Waiting extends QueuedItem {
	readonly run: PacedRun;
	readonly signal: AbortSignal | undefined;
	resolve(permit: Permit): void;
	reject(reason: unknown): void;
}

/**
 * Paces all requests to one service with one key, whatever node or execution they come from: with a
 * window of requests in flight and, from a 429 on, a rate. Learns both from the answers.
 */
export class Pacer {
	private window = new ConcurrencyWindow();

	private readonly rate = new SendingRate();

	/** When the pause ends that the service asked for last. */
	private askedUntil = 0;

	/** Pauses whose length we chose since something was accepted. */
	private backoffs = 0;

	private readonly queue = new FairQueue<Waiting>();

	private readonly cancelling = new AbortWatch<Waiting>((waiting, reason) => {
		this.queue.remove(waiting);
		waiting.reject(reason);
		this.admitWaiting();
	});

	private readonly runs = new WeakMap<object, PacedRun>();

	private blocks = 0;

	/** When the last 429 came that was not a late one. */
	private throttledAt = -Infinity;

	/** When the request of that 429 was sent. */
	private throttledSentAt = -Infinity;

	/** When the latest request was sent of those that were accepted: answers come in any order. */
	private acceptedSentAt = -Infinity;

	/** Of earlier windows, too. */
	private inFlight = 0;

	private usedAt: number;

	private alarm: AbortController | undefined;

	constructor(private readonly clock: Clock) {
		this.usedAt = clock.now();
	}

	/**
	 * Waits for the request's turn.
	 *
	 * @throws BlockedError where the service has blocked the key since the run began
	 * @throws the signal's reason where it is aborted before the turn comes
	 */
	async admit(request: AdmissionRequest): Promise<Permit> {
		this.usedAt = this.clock.now();
		const run = this.join(request);
		request.signal?.throwIfAborted();
		if (run.blocksBefore < this.blocks) throw new BlockedError();
		return await new Promise<Permit>((resolve, reject) => {
			const { throttledBefore, signal } = request;
			const waiting = { run, throttledBefore, signal, resolve, reject };
			this.queue.add(waiting);
			if (signal) this.cancelling.add(waiting, signal);
			this.admitWaiting();
		});
	}

	/** Milliseconds for which nothing was asked for, sent or kept back by a pause. */
	idleFor(): number {
		if (this.inFlight > 0 || !this.queue.isEmpty) return 0;
		return Math.max(0, this.clock.now() - Math.max(this.usedAt, this.rate.pausedUntil));
	}

	private join({ run: key, maxConcurrency }: AdmissionRequest): PacedRun {
		let run = this.runs.get(key);
		if (run === undefined) {
			run = { maxConcurrency, inFlight: 0, blocksBefore: this.blocks };
			this.runs.set(key, run);
		}
		run.maxConcurrency = maxConcurrency;
		return run;
	}

	/** Admits all whose turn has come; to be called whenever something has changed. */
	private admitWaiting(): void {
		while (!this.window.isFull) {
			const waiting = this.queue.next();
			if (waiting === undefined) break;
			const delay = this.rate.delay(this.clock.now());
			if (delay > 0) return this.setAlarm(delay);
			this.queue.take(waiting);
			if (waiting.signal) this.cancelling.delete(waiting, waiting.signal);
			waiting.resolve(this.issue(waiting.run));
		}
		if (this.queue.isEmpty) this.alarm?.abort();
	}

	/** One timer for all that waits: while it is set, nothing shortens a delay by enough to matter. */
	private setAlarm(delay: number): void {
		if (this.alarm) return;
		this.alarm = new AbortController();
		const ring = () => {
			this.alarm = undefined;
			this.admitWaiting();
		};
		this.clock.sleep(Math.ceil(delay), this.alarm.signal).then(ring, ring);
	}

	private issue(run: PacedRun): Permit {
		const { window, blocks } = this;
		const sentAt = this.clock.now();
		this.rate.take();
		this.inFlight += 1;
		run.inFlight += 1;
		window.enter();

		let isSettled = false;
		const settle = (learn: () => void) => {
			if (isSettled) return;
			isSettled = true;
			learn();
			this.inFlight -= 1;
			run.inFlight -= 1;
			window.leave();
			this.usedAt = this.clock.now();
			this.admitWaiting();
		};
		return {
			accepted: () => settle(() => this.learnAcceptance(window, sentAt)),
			throttled: (retryAfter) => settle(() => this.learnThrottling(sentAt, retryAfter)),
			blocked: () => settle(() => this.learnBlock(blocks)),
			released: () => settle(() => {}),
		};
	}

	private learnAcceptance(window: ConcurrencyWindow, sentAt: number): void {
		const now = this.clock.now();
		window.open(now);
		this.acceptedSentAt = Math.max(this.acceptedSentAt, sentAt);
		// Sent before the one that was throttled, it took its token before the bucket was empty.
		if (sentAt < this.throttledSentAt) return;
		this.backoffs = 0;
		this.rate.accepted(now);
	}

	/** A 429 may come late: it tells what was true when its request was sent. */
	private learnThrottling(sentAt: number, retryAfter = 0): void {
		const now = this.clock.now();
		// It names no pause, or something was accepted that was sent after the earliest end of it.
		const isOver = this.acceptedSentAt >= sentAt + retryAfter;
		const asked = isOver ? 0 : Math.min(retryAfter, longestAskedPause);
		if (asked > 0) this.askedUntil = Math.max(this.askedUntil, now + asked);
		// What was on its way at the last 429 says nothing of the rate since.
		if (sentAt <= this.throttledAt) {
			if (asked > 0) this.rate.pauseUntil(now + asked);
			return;
		}
		const pause = asked > 0 ? asked : backoff(this.backoffs++, this.clock.random());
		this.rate.throttled(now, pause);
		this.window.halve();
		this.throttledAt = now;
		this.throttledSentAt = sentAt;
	}

	/** A 403 to a request that was sent before the last block says nothing new. */
	private learnBlock(blocksBefore: number): void {
		if (blocksBefore < this.blocks) return;
		this.window = new ConcurrencyWindow();
		this.blocks += 1;
		for (const run of this.queue.runs) {
			for (const waiting of this.queue.clear(run)) {
				if (waiting.signal) this.cancelling.delete(waiting, waiting.signal);
				waiting.reject(new BlockedError());
			}
		}
	}

	/** Milliseconds for which nothing leaves, because the service asked for it or throttled us. */
	pausedFor(): number {
		return Math.max(0, this.rate.pausedUntil - this.clock.now());
	}

	/** Milliseconds that the service still asks to wait: none where the pause is our own backoff. */
	askedFor(): number {
		return Math.max(0, this.askedUntil - this.clock.now());
	}

	/** The service is back after an outage, which the circuit breaker knows of: begins with one request. */
	beginCarefully(): void {
		this.window = new ConcurrencyWindow();
		this.admitWaiting();
	}
}
