import type { Signal } from '../response/verdict';

/** Failures in a row after which the breaker opens. */
const failuresToOpen = 3;

/** Milliseconds from the opening to the first probe, doubled for each further one. */
const firstProbePause = 250;
const longestProbePause = 5_000;
/** The longest first pause of a relapse: a probe was answered, but the next real request failed again. */
const longestRelapsePause = 60_000;

/** Milliseconds from the last real request to the one that is tried, doubled for each further one. */
const firstTrial = 30_000;
const longestTrial = 300_000;

/** The cause for which a breaker opens. */
export interface OpeningCause {
	/** The status, or the network's code. */
	code: string;
	/** True where the request got no further than a proxy. */
	isAtProxy?: boolean;
}

/**
 * A circuit breaker: open while the endpoint is in an outage (R5) or the key may be blocked (R3), and nothing leaves
 * but probes. Because the probe's endpoint may be broken for good, a real request is tried now and then; its answer
 * closes the breaker. So does a probe's answer after a block. After an outage it makes the breaker half-open: requests
 * leave, and one further failure opens it again. All times are milliseconds of one clock.
 */
export class CircuitBreaker {
	/** The last failure. */
	cause: Partial<OpeningCause> = {};

	/** When the next probe (Infinity while one is in flight) and the next real request are due. */
	probeAt = Infinity;
	trialAt = Infinity;

	/** Undefined where it opened because of failures; then whether a probe has confirmed the block. */
	private block: 'suspected' | 'confirmed' | undefined;
	private openSince: number | undefined;
	private blockedAt = -Infinity;

	/** These four count since a real request was last answered. A relapse is a failure while half-open. */
	private failuresInARow = 0;
	private probes = 0;
	private relapses = 0;
	private trials = 0;

	get isOpen() {
		return this.openSince !== undefined;
	}

	get isOutage() {
		return this.isOpen && this.block === undefined;
	}

	/** True if a probe was told that the key is blocked, too. */
	get isBlock() {
		return this.isOpen && this.block === 'confirmed';
	}

	/**
	 * A real request failed in a way that others would, too.
	 *
	 * @param sentAt when the latest real request left, whichever it was
	 * @returns true if the breaker opens by it
	 */
	failed(cause: OpeningCause, now: number, sentAt: number, random: number): boolean {
		this.cause = cause;
		this.failuresInARow += 1;
		if (this.isOpen || this.failuresInARow < failuresToOpen) return false;
		const hasRelapsed = this.probes > 0;
		if (hasRelapsed) this.relapses += 1;
		this.open(now, sentAt);
		this.scheduleProbe(now, random, hasRelapsed ? 1000 * 2 ** this.relapses : 0);
		return true;
	}

	/**
	 * A real request was told that the key is blocked. A firewall that refuses this one request says the same: a probe
	 * tells them apart, at once.
	 *
	 * @param sentAt when this request left; what left before the last block says nothing new
	 */
	blocked(code: string, sentAt: number, now: number): void {
		if (this.isOpen || sentAt < this.blockedAt) return;
		this.cause = { code };
		this.blockedAt = now;
		this.block = 'suspected';
		this.open(now, sentAt);
		this.probeAt = now;
	}

	private open(now: number, sentAt: number) {
		this.openSince = now;
		this.scheduleTrial(sentAt);
	}

	/** A real request was answered. One that left before an outage or a block began doesn't end it. */
	answered(sentAt: number): void {
		if (this.openSince === undefined || sentAt >= this.openSince) this.close();
	}

	private close() {
		this.failuresInARow = this.probes = this.relapses = this.trials = 0;
		this.openSince = this.block = undefined;
	}

	/**
	 * A probe has ended; one that left before the breaker opened says nothing.
	 *
	 * @param signal undefined if it was cut off, and says nothing
	 */
	endProbe(signal: Signal | undefined, sentAt: number, now: number, random: number): void {
		if (this.openSince === undefined || sentAt < this.openSince) return;
		if (signal === undefined) {
			this.probeAt = now;
			return;
		}
		this.probes += 1;
		if (signal === 'blocked' && this.block !== undefined) this.block = 'confirmed';
		else if (signal !== 'outage') {
			if (this.block === undefined) this.openSince = undefined;
			else this.close();
			return;
		}
		this.scheduleProbe(now, random);
	}

	beginTrial(now: number): void {
		this.trials += 1;
		this.scheduleTrial(now);
	}

	private scheduleProbe(now: number, random: number, relapse = 0) {
		const pause = Math.max(
			Math.min(longestProbePause, firstProbePause * 2 ** this.probes),
			relapse,
		);
		this.probeAt = now + Math.min(longestRelapsePause, pause) * (0.75 + random / 4);
	}

	private scheduleTrial(sentAt: number) {
		this.trialAt = sentAt + Math.min(longestTrial, firstTrial * 2 ** this.trials);
	}
}
