import type { Clock } from '../http/clock';
import { ConcurrencyWindow } from './ConcurrencyWindow';
import {
	Line,
	type ActiveRun,
	type GateReason,
	type Permit,
	type Settlement,
	type Waiting,
} from './Line';
import { Outage } from './Outage';
import { Throttling } from './Throttling';

/** Milliseconds after which a request gives up its place, doubled while nothing at all is answered. */
const firstPatience = 2_000;
const longestPatience = 30_000;

/** Milliseconds for which a service that never answered is waited for: it is more likely a wrong address. */
const firstContactWait = 5_000;

/** A request on its way. */
interface Departed {
	line: Line;
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
	private readonly lines = new Map<ActiveRun, Line>();

	/** All requests on their way, and those that take a place in the window, both in order of sending. */
	private readonly inFlight = new Set<Departed>();
	private readonly places = new Set<Departed>();

	/** Places given up in a row while nothing was answered. */
	private silences = 0;

	private usedAt: number;
	private sentAt = -Infinity;
	private answeredAt = -Infinity;
	private blockedAt = -Infinity;

	/** One timer for all that waits. */
	private alarm = { at: Infinity, ending: new AbortController() };

	/** @param service what is known of it for good: whether it has ever answered this process */
	constructor(
		private readonly clock: Clock,
		private readonly service = { hasAnswered: false },
	) {
		this.usedAt = clock.now();
	}

	get isAway() {
		return this.outage.isOpen;
	}

	/** Milliseconds for which nobody has used it; none while what it knows may keep a request back. */
	idleFor(): number {
		if (this.inFlight.size > 0 || this.lines.size > 0 || this.outage.isOpen) return 0;
		return this.clock.now() - Math.max(this.usedAt, this.rate.pausedUntil);
	}

	join(run: ActiveRun): void {
		this.lines.set(run, new Line(run));
	}

	/** A run ends or has stopped: what it has waiting is let go without a permit. */
	leave(run: ActiveRun): void {
		const line = this.lines.get(run);
		if (line === undefined) return;
		this.dissolve(line);
		this.advance();
	}

	private dissolve(line: Line) {
		this.lines.delete(line.run);
		line.hold(false, false, this.clock.now());
		for (const { resolve } of line.waiting) resolve();
	}

	/** Waits until a request may leave, or its run has stopped: then there is no permit. */
	async enter(run: ActiveRun, request: Omit<Waiting, 'resolve'>): Promise<Permit | undefined> {
		const line = this.lines.get(run);
		return await new Promise((resolve) => {
			if (line === undefined) return resolve(undefined);
			line.add({ ...request, resolve });
			this.advance();
		});
	}

	/** Lets whatever may leave go; to be called whenever something has changed. */
	private advance() {
		const now = this.clock.now();
		this.usedAt = now;
		const next = this.outage.isOpen ? this.askWhileAway(now) : this.admit(now);
		const ends = this.limitWaiting(now);
		this.setAlarm(this.lines.size === 0 ? Infinity : Math.min(next, ends), now);
	}

	/** @returns when it is to be called again */
	private admit(now: number) {
		for (;;) {
			const line = this.nextLine();
			if (line === undefined) return Infinity;
			const placeAt = this.placeAt(now);
			if (placeAt > now) return placeAt;
			const delay = this.rate.delay(now);
			if (delay > 0) return now + delay;
			this.issue(line, line.next!, now);
		}
	}

	private nextLine() {
		for (const line of this.lines.values()) if (line.isReady) return line;
		return undefined;
	}

	/** When a place is free: a request that is on its way for too long gives up its own (R4). */
	private placeAt(now: number) {
		for (const oldest of this.places) {
			if (!this.window.isFull(this.places.size)) break;
			const patience = firstPatience * 2 ** Math.max(0, this.silences - 1);
			const givesUpAt = oldest.sentAt + Math.min(longestPatience, patience);
			if (now < givesUpAt) return givesUpAt;
			if (this.answeredAt >= oldest.sentAt) this.places.delete(oldest);
			else {
				// Nothing was answered since it left: the others begin with one at a time again.
				this.silences += 1;
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

	private issue(line: Line, waiting: Waiting, now: number) {
		const departed = { line, sentAt: now };
		this.rate.take();
		this.sentAt = now;
		this.inFlight.add(departed);
		this.places.add(departed);
		line.inFlight += 1;
		line.take(waiting);
		// The other runs come before its next turn.
		this.lines.delete(line.run);
		this.lines.set(line.run, line);
		waiting.resolve({
			settle: (settlement) => {
				if (this.inFlight.delete(departed)) this.settle(departed, settlement);
			},
		});
	}

	private settle(departed: Departed, { sign, retryAfter = 0, failure = '' }: Settlement) {
		const now = this.clock.now();
		const { line, sentAt } = departed;
		const { run } = line;
		if (sign === 'outage') {
			const begins = this.outage.failed(failure, now, this.sentAt, this.clock.random());
			if (begins) run.log(`the service is unavailable (${failure}), nothing more is sent`);
		} else if (sign !== 'nothing') {
			this.answeredAt = now;
			this.silences = 0;
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
		line.inFlight -= 1;
		this.advance();
	}

	private endOutage(run: ActiveRun) {
		this.resetWindow();
		run.log('the service answers again');
	}

	private learnAcceptance(departed: Departed, now: number) {
		for (const line of this.lines.values()) line.renew(now);
		if (this.places.has(departed)) this.window.open(this.places.size, now);
		this.throttling.accepted(departed.sentAt, now);
	}

	private learnBlock(run: ActiveRun, now: number) {
		this.blockedAt = now;
		this.resetWindow();
		run.log('the service has temporarily blocked the API key after too many bad requests');
		this.stop([...this.lines.values()].map((line) => [line, { kind: 'blocked' }]));
	}

	/** All lines go first: so no run that stops lets another one go that is to stop too. */
	private stop(stopped: Array<[line: Line, reason: GateReason]>) {
		for (const [line] of stopped) this.dissolve(line);
		for (const [{ run }, reason] of stopped) run.stop(reason);
	}

	/** Sends a probe, or tries a real request, when it is time to. @returns when it is to be called again */
	private askWhileAway(now: number) {
		const { outage } = this;
		const lines = [...this.lines.values()].filter(({ isReady }) => isReady);
		if (lines.length === 0) return Infinity;
		const prober = lines.find(({ run }) => this.budgetOf(run) > 0);
		if (prober && now >= outage.probeAt) void this.probe(prober.run);
		if (now >= outage.trialAt) {
			const [trial] = lines
				.flatMap((line) => line.waiting.map((waiting) => ({ line, waiting })))
				.sort((one, other) => one.waiting.recipients - other.waiting.recipients);
			outage.beginTrial(now);
			this.issue(trial!.line, trial!.waiting, now);
		}
		return Math.min(prober ? outage.probeAt : Infinity, outage.trialAt);
	}

	private async probe(run: ActiveRun) {
		this.outage.probeAt = Infinity;
		const isBack = await run.probe();
		if (isBack) this.service.hasAnswered = true;
		if (this.outage.endProbe(isBack, this.clock.now(), this.clock.random())) this.endOutage(run);
		this.advance();
	}

	/** Stops the runs that have waited for as long as they may. @returns when the next one will have */
	private limitWaiting(now: number) {
		const { isOpen, failure } = this.outage;
		const asked = isOpen ? 0 : Math.max(0, this.throttling.askedUntil - now);
		const isPaused = isOpen || this.rate.pausedUntil > now;
		const isFull = this.window.isFull(this.places.size);
		const stopped: Array<[Line, GateReason]> = [];
		let ends = Infinity;
		for (const [run, line] of this.lines) {
			// An own request on its way is bounded by Timeout.
			const isHeld = isPaused || (isFull && line.inFlight === 0);
			const isWaiting = isHeld && line.isReady;
			line.hold(isWaiting, isOpen, now);
			if (!isWaiting) continue;
			const milliseconds = line.waited(now);
			// Other runs' requests count as unanswered after two seconds only.
			const budget = isPaused ? this.budgetOf(run) : Math.max(firstPatience, run.maxRetryWait);
			const left = budget - milliseconds;
			if (left > 0 && left >= asked) ends = Math.min(ends, now + left);
			else {
				const retryAfter = asked || undefined;
				const outage = isOpen ? failure : undefined;
				const isUnanswered = !isPaused;
				stopped.push([line, { kind: 'waited', milliseconds, retryAfter, outage, isUnanswered }]);
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

	/** An alarm that rings too early does no harm. It ends without a reason, as in http/transport.ts. */
	private setAlarm(at: number, now: number) {
		if (at >= this.alarm.at && at < Infinity) return;
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
