/** Failures in a row after which the service counts as away. */
const failuresToBegin = 3;

/** Milliseconds from an outage's beginning to the first probe, doubled for each further one. */
const firstPause = 250;
const longestPause = 5_000;
/** The longest first pause of a relapse: a probe was answered, but the next real request failed again. */
const longestRelapsePause = 60_000;

/** Milliseconds from the last real request to the one that is tried, doubled for each further one. */
const firstTrial = 30_000;
const longestTrial = 300_000;

/**
 * Whether the service is away, and when it is asked again (R5): by a probe and, because the probe's endpoint may
 * be broken for good, now and then by a real request. Whatever left after the outage began and is answered ends
 * it. After a probe's answer one further failure begins it anew. All times are milliseconds of one clock.
 */
export class Outage {
	/** The last failure: a status, or the network's code. */
	failure: string | undefined;

	/** When the next probe (Infinity while one is on its way) and the next real request are due. */
	probeAt = Infinity;
	trialAt = Infinity;

	private since: number | undefined;

	/** All of these since a real request was answered. A relapse is a failure after a probe was answered. */
	private failuresInARow = 0;
	private probes = 0;
	private relapses = 0;
	private trials = 0;

	get isOpen() {
		return this.since !== undefined;
	}

	/**
	 * A real request failed in a way that says that the service is away.
	 *
	 * @param sentAt when the last real request left
	 * @returns whether an outage begins by it
	 */
	failed(failure: string, now: number, sentAt: number, random: number): boolean {
		this.failure = failure;
		this.failuresInARow += 1;
		if (this.isOpen || this.failuresInARow < failuresToBegin) return false;
		const hasRelapsed = this.probes > 0;
		if (hasRelapsed) this.relapses += 1;
		this.since = now;
		this.scheduleProbe(now, random, hasRelapsed ? 1000 * 2 ** this.relapses : 0);
		this.scheduleTrial(sentAt);
		return true;
	}

	/**
	 * A real request was answered.
	 *
	 * @returns whether that ends the outage: one that had left before it began does not
	 */
	answered(sentAt: number): boolean {
		const { since } = this;
		if (since !== undefined && sentAt < since) return false;
		this.failuresInARow = this.probes = this.relapses = this.trials = 0;
		this.since = undefined;
		return since !== undefined;
	}

	/**
	 * @param isBack whether the probe was answered; undefined where it was cut off, and says nothing
	 * @returns whether that ends the outage: a probe of an earlier one does not
	 */
	endProbe(isBack: boolean | undefined, sentAt: number, now: number, random: number): boolean {
		if (this.since === undefined || sentAt < this.since) return false;
		if (isBack === undefined) {
			this.probeAt = now;
			return false;
		}
		this.probes += 1;
		if (isBack) this.since = undefined;
		else this.scheduleProbe(now, random);
		return isBack;
	}

	beginTrial(now: number): void {
		this.trials += 1;
		this.scheduleTrial(now);
	}

	private scheduleProbe(now: number, random: number, relapse = 0) {
		const pause = Math.max(Math.min(longestPause, firstPause * 2 ** this.probes), relapse);
		this.probeAt = now + Math.min(longestRelapsePause, pause) * (0.75 + random / 4);
	}

	private scheduleTrial(sentAt: number) {
		this.trialAt = sentAt + Math.min(longestTrial, firstTrial * 2 ** this.trials);
	}
}
