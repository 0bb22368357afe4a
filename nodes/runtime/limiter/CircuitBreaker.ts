import type { Signal } from '../response/verdict';
import type { Feedback } from './RunQueue';

/** Failures in a row after which the breaker opens. */
const failuresToOpen = 3;

/** Milliseconds from the opening to the first probe, doubled for each further one. */
const firstProbePause = 250;
const longestProbePause = 5_000;
/** The same for a relapse: a probe was answered, but the next real request failed again. */
const firstRelapsePause = 2_000;
const longestRelapsePause = 60_000;

/** Milliseconds from the last real request to the one that is tried, doubled for each further one. */
const firstTrial = 30_000;
const longestTrial = 300_000;

/**
 * A circuit breaker: open while the endpoint is in an outage (R5) or the key may be blocked (R3), and nothing leaves
 * but probes. Because the probe's endpoint may be broken for good, a real request is tried now and then; its answer
 * closes the breaker. A probe's answer makes it half-open: requests leave, and after an outage one further failure opens
 * it again. What left before it last opened says nothing of the time since. All times are milliseconds of one clock.
 */
export class CircuitBreaker {
	/** A firewall that refuses a single request answers as a block does: a probe tells them apart. */
	state: 'closed' | 'outage' | 'suspected block' | 'block' = 'closed';
	/** The last failure. */
	cause: Pick<Feedback, 'code' | 'isAtProxy'> = {};
	/** When the next probe is due; Infinity while one is in flight. */
	probeAt = Infinity;

	private openedAt = 0;
	/** When the last real request left. */
	private sentAt = 0;

	/** These four count since a real request was last answered. */
	private failuresInARow = 0;
	private probes = 0;
	private relapses = 0;
	private trials = 0;

	get isOpen() {
		return this.state !== 'closed';
	}

	/** When the next real request is due while the breaker is open. */
	get trialAt() {
		return this.sentAt + Math.min(longestTrial, firstTrial * 2 ** this.trials);
	}

	/** A real request leaves. */
	sent(now: number): void {
		this.sentAt = now;
		if (this.isOpen) this.trials += 1;
	}

	/** A real request failed in a way that others would, too. */
	failed(cause: CircuitBreaker['cause'], sentAt: number, now: number, random: number): void {
		if (sentAt < this.openedAt) return;
		if (this.state !== 'block') this.cause = cause;
		this.failuresInARow += 1;
		if (this.isOpen || this.failuresInARow < failuresToOpen) return;
		this.state = 'outage';
		this.openedAt = now;
		let pause = firstProbePause;
		if (this.probes > 0) {
			pause = Math.min(longestRelapsePause, firstRelapsePause * 2 ** this.relapses);
			this.relapses += 1;
		}
		this.scheduleProbe(pause, now, random);
	}

	/** A real request was answered. If that says that the key is blocked, a probe asks at once. */
	answered(signal: Signal, code: string, sentAt: number, now: number): void {
		const goesOn = signal === 'blocked' && this.state === 'block';
		if (goesOn || sentAt < this.openedAt) return;
		this.failuresInARow = this.probes = this.relapses = this.trials = 0;
		this.state = 'closed';
		if (signal !== 'blocked') return;
		this.state = 'suspected block';
		this.cause = { code };
		this.openedAt = this.probeAt = now;
	}

	/** A probe has ended. */
	endProbe(signal: Signal, sentAt: number, now: number, random: number): void {
		if (!this.isOpen || sentAt < this.openedAt) return;
		this.probes += 1;
		if (signal === 'blocked' && this.state !== 'outage') this.state = 'block';
		else if (signal !== 'outage') this.state = 'closed';
		const pause = Math.min(longestProbePause, firstProbePause * 2 ** this.probes);
		this.scheduleProbe(pause, now, random);
	}

	private scheduleProbe(pause: number, now: number, random: number) {
		this.probeAt = now + pause * (0.75 + random / 4);
	}
}
