/** Failures in a row after which the service counts as away. */
const failuresToBegin = 3;

/** Milliseconds from an outage's beginning to the first probe; each further one waits twice as long, … */
const firstPause = 250;
/** … at most so long while the probes fail, … */
const longestPause = 5_000;
/** … and so long, once, where a probe was answered and the next request failed all the same. */
const longestRelapse = 60_000;

/** Milliseconds from the last real request to the one that is tried in an outage; each further one waits twice as long, … */
const firstTrial = 30_000;
/** … at most so long. */
const longestTrial = 300_000;

/**
 * Whether the service is away, and when it is asked again (docs/node-contract.md, R5). After three failures in
 * a row it is: then a harmless probe is sent now and then, and, because the probe's endpoint may be broken for
 * good, now and then a real request in its place. Whatever left after the outage began and is answered ends it.
 * After a probe's answer one further failure begins it anew, until a real request was answered.
 *
 * All times are milliseconds of one clock.
 */
export class Outage {
	private failuresInARow = 0;

	private lastFailure: string | undefined;

	/** Probes since a real request was answered. */
	private probes = 0;

	/** How often a request failed after a probe was answered. */
	private relapses = 0;

	/** Real requests tried since one was answered. */
	private trials = 0;

	private since: number | undefined;

	/** When the next probe is due; Infinity while one is on its way. */
	probeAt = Infinity;

	/** When the next real request is tried. */
	trialAt = Infinity;

	get isOpen(): boolean {
		return this.since !== undefined;
	}

	/** The last failure, a status or the network's code, until a real request is answered. */
	get failure(): string | undefined {
		return this.failuresInARow < failuresToBegin ? undefined : this.lastFailure;
	}

	/**
	 * A real request failed in a way that says that the service is away.
	 *
	 * @param failure its status, or the network's code
	 * @param sentAt when the last real request left
	 * @returns whether an outage begins by it
	 */
	failed(failure: string, now: number, sentAt: number, random: number): boolean {
		this.lastFailure = failure;
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

	/** A probe is on its way. */
	beginProbe(): void {
		this.probeAt = Infinity;
	}

	/**
	 * @param isBack whether the probe was answered; undefined where it was cut off, and says nothing
	 * @returns whether that ends the outage
	 */
	endProbe(isBack: boolean | undefined, now: number, random: number): boolean {
		if (!this.isOpen) return false;
		if (isBack === undefined) {
			this.probeAt = now;
			return false;
		}
		this.probes += 1;
		if (isBack) this.since = undefined;
		else this.scheduleProbe(now, random);
		return isBack;
	}

	/** A real request is tried. */
	beginTrial(now: number): void {
		this.trials += 1;
		this.scheduleTrial(now);
	}

	private scheduleProbe(now: number, random: number, relapse = 0): void {
		const pause = Math.max(Math.min(longestPause, firstPause * 2 ** this.probes), relapse);
		this.probeAt = now + Math.min(longestRelapse, pause) * (0.75 + random / 4);
	}

	private scheduleTrial(sentAt: number): void {
		this.trialAt = sentAt + Math.min(longestTrial, firstTrial * 2 ** this.trials);
	}
}
