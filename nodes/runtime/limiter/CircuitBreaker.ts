import type { Feedback } from './RunQueue';

/** Failures in a row after which the breaker opens. */
const failuresToOpen = 3;

/** Milliseconds from the opening to the first probe, doubled for each further one. */
const firstProbePause = 250;
const longestProbePause = 5_000;
/** The same while the key is blocked: each probe may prolong that. */
const longestBlockPause = 30_000;
/** The same for a relapse: a probe was answered, but the next real request failed again. */
const firstRelapsePause = 2_000;
const longestRelapsePause = 60_000;

/** Milliseconds from the last real request to the one that is tried, doubled for each further one. */
const firstTrial = 30_000;
const longestTrial = 300_000;

/**
 * A circuit breaker: open while the endpoint is in an outage (R5), and nothing leaves but probes. Because the probe's
 * endpoint may be broken for good, a real request is tried now and then; its answer closes the breaker. A probe's answer
 * makes it half-open: requests leave, and one further failure opens it again. What left before it last opened says
 * nothing of the time since. All times are milliseconds of one clock.
 */
export class CircuitBreaker {
	isOpen = false;
	/** True if it is open, and the last probe has failed, too. */
	isConfirmed = false;
	/** The last failure. */
	cause: Pick<Feedback, 'code' | 'isAtProxy' | 'isBlock'> = {};
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
		this.cause = cause;
		this.failuresInARow += 1;
		if (this.isOpen || this.failuresInARow < failuresToOpen) return;
		this.isOpen = true;
		this.isConfirmed = false;
		this.openedAt = now;
		let pause = firstProbePause;
		if (this.probes > 0) {
			pause = Math.min(longestRelapsePause, firstRelapsePause * 2 ** this.relapses);
			this.relapses += 1;
		}
		this.scheduleProbe(pause, now, random);
	}

	/** A real request was answered. */
	answered(sentAt: number): void {
		if (sentAt < this.openedAt) return;
		this.failuresInARow = this.probes = this.relapses = this.trials = 0;
		this.isOpen = this.isConfirmed = false;
	}

	/** A probe has ended. */
	endProbe({ signal, isBlock }: Feedback, sentAt: number, now: number, random: number): void {
		if (!this.isOpen || sentAt < this.openedAt) return;
		this.probes += 1;
		this.isOpen = this.isConfirmed = signal === 'outage';
		const longest = isBlock ? longestBlockPause : longestProbePause;
		this.scheduleProbe(Math.min(longest, firstProbePause * 2 ** this.probes), now, random);
	}

	private scheduleProbe(pause: number, now: number, random: number) {
		this.probeAt = now + pause * (0.75 + random / 4);
	}
}
