import type { Rule } from '../response/cause';

/** Refusals in a row with nothing accepted, and doubts in a row, after which a run sends nothing more. */
const maxInARow = 10;

/** Requests that failed by a block of the key with nothing accepted in between, after which a run sends nothing more. */
const maxBlocked = 2;

/** Notes what has gone wrong in a run, and says when it is enough to send nothing more (docs/node-contract.md, R3). */
export class StopRules {
	/** True once the service has accepted a request of this run. */
	hasAccepted = false;
	private refusals = 0;
	private badRequests = 0;
	private uncertainInARow = 0;
	private blockedInARow = 0;

	/** @param stopsAtFailure true if a failed request keeps back those that have not left yet */
	constructor(private readonly stopsAtFailure: boolean) {}

	/** A request was answered, for the last time or not. */
	note({ state, signal, isBadRequest }: Rule): void {
		if (isBadRequest) this.badRequests += 1;
		if (state === 'failed' && signal === 'answered') this.refusals += 1;
		if (signal !== 'accepted') return;
		this.hasAccepted = true;
		this.uncertainInARow = this.blockedInARow = 0;
	}

	/** True if it ends the run at once: every request would fail, or this run's bad requests have blocked the key. */
	isFinal({ ofAll, isBlock }: Rule): boolean {
		return ofAll === true || (isBlock === true && this.badRequests > 0);
	}

	/** A request has failed for good. In an outage the next one is kept back anyway. @returns true if the run is to end */
	noteFailure(rule: Rule, isOutage: boolean): boolean {
		if (rule.isBlock) this.blockedInARow += 1;
		// Each uncertain item has to be checked by hand.
		if (rule.state === 'uncertain' && !isOutage) this.uncertainInARow += 1;
		return (
			this.isFinal(rule) ||
			this.stopsAtFailure ||
			this.blockedInARow >= maxBlocked ||
			this.uncertainInARow >= maxInARow ||
			(this.refusals >= maxInARow && !this.hasAccepted)
		);
	}
}
