import type { Clock } from '../http/clock';
import { backoff } from './backoff';
import { ConcurrencyWindow } from './ConcurrencyWindow';
import { Line, type ActiveRun, type Permit, type Settlement, type Waiting } from './Line';
import { Outage } from './Outage';
import { SendingRate } from './SendingRate';

/** One mistaken answer must not stop a key, and all runs that use it, for a day. */
const longestAskedPause = 60 * 60 * 1000;

/** Milliseconds after which a request without an answer gives up its place, … */
const firstPatience = 2_000;
/** … at the most: it doubles while nothing at all is answered. */
const longestPatience = 30_000;

/** Milliseconds for which a service that never answered is waited for: it is more likely a wrong address. */
const firstContactWait = 5_000;

/** A request on its way. */
interface Departed {
	readonly line: Line;
	readonly sentAt: number;
}

/**
 * The one place that says whether a request may leave now, and that learns from what came back
 * (docs/node-contract.md, R3 to R6). There is one for each service and key, for all runs of this process: the
 * service limits the key.
 *
 * A request may leave when no outage is on, the window of requests in flight has a place, and the sending rate
 * has a token. What was throttled before goes first; otherwise the runs take turns.
 */
export class Gate {
	private window = new ConcurrencyWindow();

	private readonly rate = new SendingRate();

	private readonly outage = new Outage();

	/** What each run has waiting; the run whose turn is next comes first. */
	private readonly lines = new Map<ActiveRun, Line>();

	/** The requests on their way that take a place in the window, in order of sending. */
	private readonly places = new Set<Departed>();

	/** All that is on its way, with a place or without. */
	private inFlight = 0;

	/** Places given up in a row while nothing was answered. */
	private silences = 0;

	/** When the last answer came, the last request left, and the key was last blocked. */
	private answeredAt = -Infinity;

	private sentAt = -Infinity;

	private blockedAt = -Infinity;

	/** When the pause ends that the service asked for last. */
	private askedUntil = 0;

	/** Pauses whose length we chose since something was accepted. */
	private backoffs = 0;

	/** When the last 429 came that was not a late one, and when its request was sent. */
	private throttledAt = -Infinity;

	private throttledSentAt = -Infinity;

	/** When the latest request was sent of those that were accepted: answers come in any order. */
	private acceptedSentAt = -Infinity;

	private usedAt: number;

	/** One timer for all that waits. */
	private alarm = { at: Infinity, ending: new AbortController() };

	/** @param service what is known of it for good: whether it has ever answered this process */
	constructor(
		private readonly clock: Clock,
		private readonly service = { hasAnswered: false },
	) {
		this.usedAt = clock.now();
	}

	/** Whether the service is away. */
	get isAway(): boolean {
		return this.outage.isOpen;
	}

	/** Milliseconds for which nobody has used it; none while what it knows may still keep a request back. */
	idleFor(): number {
		if (this.inFlight > 0 || this.lines.size > 0 || this.outage.isOpen) return 0;
		return Math.max(0, this.clock.now() - Math.max(this.usedAt, this.rate.pausedUntil));
	}

	/** A run begins. */
	join(run: ActiveRun): void {
		this.lines.set(run, new Line(run));
	}

	/** A run ends or has stopped: what it has waiting is let go without a permit. */
	leave(run: ActiveRun): void {
		const line = this.lines.get(run);
		this.lines.delete(run);
		line?.clear(this.clock.now());
		this.advance();
	}

	/**
	 * Waits until a request may leave.
	 *
	 * @returns undefined where its run has stopped before that
	 */
	async enter(
		run: ActiveRun,
		request: Pick<Waiting, 'readOnly' | 'recipients' | 'throttledBefore'>,
	): Promise<Permit | undefined> {
		const line = this.lines.get(run);
		if (line === undefined) return undefined;
		return await new Promise((resolve) => {
			line.add({ ...request, resolve });
			this.advance();
		});
	}

	/** Lets go whatever may leave; to be called whenever something has changed. */
	private advance(): void {
		const now = this.clock.now();
		this.usedAt = now;
		const next = this.outage.isOpen ? this.askWhereAway(now) : this.admit(now);
		const ends = this.limitWaiting(now);
		this.setAlarm(Math.min(next, ends), now);
	}

	/** @returns when it is to be called again */
	private admit(now: number): number {
		while (!this.isFull(now)) {
			const waiting = this.next('throttled') ?? this.next('fresh');
			if (waiting === undefined) return Infinity;
			const delay = this.rate.delay(now);
			if (delay > 0) return now + delay;
			this.issue(waiting, now);
		}
		const [oldest] = this.places;
		return oldest && !this.isQueueEmpty ? this.givesUpAt(oldest) : Infinity;
	}

	private get isQueueEmpty(): boolean {
		return [...this.lines.values()].every((line) => line.size === 0);
	}

	private next(kind: 'throttled' | 'fresh'): [Line, Waiting] | undefined {
		for (const line of this.lines.values()) {
			if (line.isAtCeiling) continue;
			const [waiting] = line[kind];
			if (waiting) return [line, waiting];
		}
		return undefined;
	}

	/**
	 * Whether every place is taken. A request that is on its way for too long has none any more; where nothing was
	 * answered since it left, the others begin with one at a time again.
	 */
	private isFull(now: number): boolean {
		for (const oldest of this.places) {
			if (!this.window.isFull(this.places.size)) return false;
			if (now < this.givesUpAt(oldest)) return true;
			if (this.answeredAt >= oldest.sentAt) this.places.delete(oldest);
			else {
				this.silences += 1;
				this.resetWindow();
			}
		}
		return false;
	}

	private givesUpAt({ sentAt }: Departed): number {
		const patience = firstPatience * 2 ** Math.max(0, this.silences - 1);
		return sentAt + Math.min(longestPatience, patience);
	}

	private issue([line, waiting]: [Line, Waiting], now: number): void {
		const departed = { line, sentAt: now };
		this.rate.take();
		this.sentAt = now;
		this.inFlight += 1;
		this.places.add(departed);
		line.take(waiting);
		// The other runs come before its next turn.
		this.lines.delete(line.run);
		this.lines.set(line.run, line);
		let isSettled = false;
		waiting.resolve({
			settle: (settlement) => {
				if (!isSettled) this.settle(departed, settlement);
				isSettled = true;
			},
		});
	}

	/** Everything that the service's answers teach comes this way. */
	private settle(departed: Departed, { sign, retryAfter, failure }: Settlement): void {
		const now = this.clock.now();
		const { line, sentAt } = departed;
		if (sign === 'outage') {
			const isOn = this.outage.failed(failure ?? 'none', now, this.sentAt, this.clock.random());
			if (isOn) line.run.log(`the service is unavailable (${failure}), nothing more is sent`);
		} else if (sign !== 'nothing') {
			this.learnAnswer(line.run, sentAt, now);
		}
		if (sign === 'accepted') this.learnAcceptance(departed, now);
		if (sign === 'throttled') this.learnThrottling(sentAt, now, retryAfter);
		if (sign === 'blocked' && sentAt >= this.blockedAt) this.learnBlock(line.run, now);
		this.places.delete(departed);
		this.inFlight -= 1;
		line.inFlight -= 1;
		this.advance();
	}

	private learnAnswer(run: ActiveRun, sentAt: number, now: number): void {
		this.answeredAt = now;
		this.silences = 0;
		this.service.hasAnswered = true;
		if (this.outage.answered(sentAt)) this.endOutage(run);
	}

	private endOutage(run: ActiveRun): void {
		this.service.hasAnswered = true;
		this.resetWindow();
		run.log('the service answers again');
	}

	private learnAcceptance(departed: Departed, now: number): void {
		const { sentAt } = departed;
		for (const line of this.lines.values()) line.renew(now);
		if (this.places.has(departed)) this.window.open(this.places.size, now);
		this.acceptedSentAt = Math.max(this.acceptedSentAt, sentAt);
		// Sent before the one that was throttled, it took its token before the bucket was empty.
		if (sentAt < this.throttledSentAt) return;
		this.backoffs = 0;
		this.rate.accepted(now);
	}

	/** A 429 may come late: it tells what was true when its request was sent. */
	private learnThrottling(sentAt: number, now: number, retryAfter = 0): void {
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
		this.window.halve(this.places.size);
		this.throttledAt = now;
		this.throttledSentAt = sentAt;
	}

	/** The key is blocked: all runs that are going on stop. */
	private learnBlock(run: ActiveRun, now: number): void {
		this.blockedAt = now;
		this.resetWindow();
		run.log('the service has temporarily blocked the API key after too many bad requests');
		for (const other of [...this.lines.keys()]) other.stop({ kind: 'blocked' });
	}

	/** What is on its way takes no place any more, and the next ones leave one at a time. */
	private resetWindow(): void {
		this.window = new ConcurrencyWindow();
		this.places.clear();
	}

	/** @returns when it is to be called again */
	private askWhereAway(now: number): number {
		const waiting = [...this.lines.values()].filter((line) => line.size > 0);
		const [first] = waiting;
		if (first === undefined) return Infinity;
		if (now >= this.outage.probeAt && this.budgetOf(first) > 0) void this.probe(first.run);
		if (now >= this.outage.trialAt) {
			const [trial] = waiting
				.flatMap((line) =>
					line.isAtCeiling ? [] : line.waiting.map((one) => [line, one] as const),
				)
				.sort(([, one], [, other]) => weightOf(one) - weightOf(other));
			if (trial === undefined) return this.outage.probeAt;
			this.outage.beginTrial(now);
			this.issue([...trial], now);
		}
		return Math.min(this.outage.probeAt, this.outage.trialAt);
	}

	private async probe(run: ActiveRun): Promise<void> {
		this.outage.beginProbe();
		const isBack = await run.probe();
		if (this.outage.endProbe(isBack, this.clock.now(), this.clock.random())) this.endOutage(run);
		this.advance();
	}

	/**
	 * Stops the runs that have waited to leave for as long as they may.
	 *
	 * @returns when the next one will have
	 */
	private limitWaiting(now: number): number {
		const { isOpen } = this.outage;
		const asked = isOpen ? 0 : Math.max(0, this.askedUntil - now);
		const isPaused = isOpen || this.rate.pausedUntil > now;
		const isFull = this.window.isFull(this.places.size);
		let ends = Infinity;
		for (const [run, line] of [...this.lines]) {
			const isReady = line.size > 0 && !line.isAtCeiling;
			// An own request on its way is bounded by Timeout.
			line.hold(isReady && (isPaused || (isFull && line.inFlight === 0)), isOpen, now);
			if (!line.isHeld) continue;
			const waited = line.waited(now);
			const left = this.budgetOf(line) - waited;
			if (left > 0 && left >= asked) ends = Math.min(ends, now + left);
			else {
				run.stop({
					kind: 'waited',
					milliseconds: waited,
					retryAfter: asked || undefined,
					outage: isOpen ? this.outage.failure : undefined,
					isUnanswered: !isPaused,
				});
			}
		}
		return ends;
	}

	/** Milliseconds that a run may wait. */
	private budgetOf({ run }: Line): number {
		const isUnknown = this.outage.isOpen && !this.service.hasAnswered;
		return isUnknown ? Math.min(run.maxRetryWait, firstContactWait) : run.maxRetryWait;
	}

	/** One that rings too early does no harm. */
	private setAlarm(at: number, now: number): void {
		if (at >= this.alarm.at && at < Infinity) return;
		this.alarm.ending.abort();
		this.alarm.at = at;
		if (at === Infinity) return;
		const alarm = { at, ending: new AbortController() };
		this.alarm = alarm;
		this.clock.sleep(Math.ceil(at - now), alarm.ending.signal).then(
			() => {
				this.alarm = { at: Infinity, ending: alarm.ending };
				this.advance();
			},
			() => {},
		);
	}
}

/** In an outage first what only reads, then what reaches the fewest people. */
function weightOf({ readOnly, recipients }: Waiting): number {
	return readOnly ? 0 : recipients;
}
