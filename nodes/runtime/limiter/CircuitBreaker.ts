import type { Clock } from '../http/clock';
import type { Feedback } from './RunQueue';

/** Failures in a row after which the breaker opens. */
const failuresToOpen = 3;

/** Milliseconds: the first pause, which doubles with each further one, and the longest. */
const pauses = {
	/** From the opening to a probe. */
	probe: [250, 5_000],
	/** The same while the key is blocked: each probe may prolong that. */
	block: [250, 30_000],
	/** The same for a relapse: a probe was answered, but the next real request failed again. */
	relapse: [2_000, 60_000],
	/** From the last real request to the one that is tried. */
	trial: [30_000, 300_000],
} as const;

function pauseOf(kind: keyof typeof pauses, earlier: number) {
	const [first, longest] = pauses[kind];
	return Math.min(longest, first * 2 ** earlier);
}

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
	lastFailure: Partial<Feedback> = {};
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
		return this.sentAt + pauseOf('trial', this.trials);
	}

	beginRequest(now: number): void {
		this.sentAt = now;
		if (this.isOpen) this.trials += 1;
	}

	/** A real request has ended: answered, or in a way that others would, too. */
	endRequest(feedback: Feedback, sentAt: number, clock: Clock): void {
		if (sentAt < this.openedAt) return;
		if (feedback.signal !== 'outage') {
			this.failuresInARow = this.probes = this.relapses = this.trials = 0;
			this.isOpen = this.isConfirmed = false;
			return;
		}
		this.lastFailure = { ...feedback, code: feedback.code ?? 'no answer' };
		this.failuresInARow += 1;
		if (this.isOpen || this.failuresInARow < failuresToOpen) return;
		this.isOpen = true;
		this.openedAt = clock.now();
		const isRelapse = this.probes > 0;
		const pause = isRelapse ? pauseOf('relapse', this.relapses++) : pauseOf('probe', 0);
		this.scheduleProbe(pause, clock);
	}

	endProbe({ signal, isBlock }: Feedback, sentAt: number, clock: Clock): void {
		if (!this.isOpen || sentAt < this.openedAt) return;
		this.probes += 1;
		this.isOpen = this.isConfirmed = signal === 'outage';
		this.scheduleProbe(pauseOf(isBlock ? 'block' : 'probe', this.probes), clock);
	}

	private scheduleProbe(pause: number, clock: Clock) {
		this.probeAt = clock.now() + pause * (0.75 + clock.random() / 4);
	}
}
