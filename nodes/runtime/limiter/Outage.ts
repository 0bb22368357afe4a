import type { Clock } from '../http/clock';
import type { Verdict } from '../response/cause';

/** Failures in a row with which an outage begins. */
const failuresToBegin = 3;

/** Milliseconds: the first pause, which doubles with each further one, and the longest. Chosen, not measured. */
const pauses = {
	/** From the beginning or a probe to the next probe. Each may prolong the trouble; the end is noticed 15 s late at most. */
	probe: [250, 15_000],
	/** The same after a relapse: a probe was answered, but the next request failed again. */
	relapse: [2_000, 60_000],
	/** From the last request to the one that is tried: rare, because one that fails may have been processed. */
	trial: [30_000, 300_000],
} as const;

function pauseOf(kind: keyof typeof pauses, earlier: number) {
	const [first, longest] = pauses[kind];
	return Math.min(longest, first * 2 ** earlier);
}

/**
 * The outage of an endpoint: it begins with the third failure in a row. Then nothing leaves but probes, which reach nobody,
 * and, because the probes' endpoint may be broken for good, one of the waiting requests now and then. The answer to either
 * ends the outage; after a probe's, one further failure begins it again. What left before it began says nothing of the time
 * since. All times are milliseconds of one clock.
 *
 * Why probes, measured three times: with trials only, 3 s of 503 hold a run for 12 s instead of 4, 160 s end it, and the end of
 * a block of 40 s is noticed after 24 s instead of 12.
 */
export class Outage {
	isOn = false;
	lastFailure?: Verdict;
	/** When the next probe is due; Infinity while one is in flight. */
	probeAt = Infinity;

	private beganAt = 0;
	/** When the last request left. */
	private sentAt = 0;

	/** These four count since a request was last answered. */
	private failuresInARow = 0;
	private probes = 0;
	private relapses = 0;
	private trials = 0;

	constructor(private readonly clock: Clock) {}

	/** When the next waiting request is due. */
	get trialAt() {
		return this.sentAt + pauseOf('trial', this.trials);
	}

	requestLeft(now: number): void {
		this.sentAt = now;
		if (this.isOn) this.trials += 1;
	}

	/** A request has ended: answered, or in a way that others would, too. */
	requestEnded(verdict: Verdict, sentAt: number): void {
		if (sentAt < this.beganAt) return;
		if (verdict.signal !== 'outage') {
			this.isOn = false;
			this.failuresInARow = this.probes = this.relapses = this.trials = 0;
			return;
		}
		this.lastFailure = verdict;
		this.failuresInARow += 1;
		if (this.isOn || this.failuresInARow < failuresToBegin) return;
		this.isOn = true;
		this.beganAt = this.clock.now();
		const isRelapse = this.probes > 0;
		this.scheduleProbe(isRelapse ? pauseOf('relapse', this.relapses++) : pauseOf('probe', 0));
	}

	probeEnded({ signal }: Verdict, sentAt: number): void {
		if (!this.isOn || sentAt < this.beganAt) return;
		// One that was cancelled with its execution says nothing.
		if (signal === 'nothing') return this.scheduleProbe(0);
		this.probes += 1;
		this.isOn = signal === 'outage';
		this.scheduleProbe(pauseOf('probe', this.probes));
	}

	/** With jitter, so that several workers do not ask together. */
	private scheduleProbe(pause: number) {
		this.probeAt = this.clock.now() + pause * (0.75 + this.clock.random() / 4);
	}
}
