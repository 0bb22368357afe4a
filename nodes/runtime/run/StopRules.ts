import type { Rule } from '../response/cause';
import { maxInARow, type StopReason } from './failures';
import type { Failure } from './outcome';

/** Requests that failed by a block of the key with nothing accepted in between, after which a run sends nothing more. */
const maxBlocked = 2;

/** Notes what has gone wrong in a run, and says when it is enough to send nothing more (docs/node-contract.md, R3). */
export class StopRules {
	/** True once the service has accepted a request of this run. */
	hasAccepted = false;
	/** True once the service has refused a request of this run as bad. */
	private wasRefused = false;
	private refusals = 0;
	private uncertainInARow = 0;
	private blockedInARow = 0;

	/** @param stopsAtFailure true if a failed request keeps back those that have not left yet */
	constructor(private readonly stopsAtFailure: boolean) {}

	/** A request was answered, for the last time or not. */
	note({ signal, isBadRequest }: Rule): void {
		this.wasRefused ||= isBadRequest === true;
		if (signal !== 'accepted') return;
		this.hasAccepted = true;
		this.uncertainInARow = this.blockedInARow = 0;
	}

	/** True for a block that this run has caused: waiting and sending again would prolong it. */
	isOwnBlock({ isBlock }: Rule): boolean {
		return isBlock === true && this.wasRefused;
	}

	/** A request has failed for good. In an outage the next one is kept back anyway. */
	reasonToStop(rule: Rule, failure: Failure, isOutage: boolean): StopReason | undefined {
		const { state, signal, ofAll, isBlock } = rule;
		if (isBlock) this.blockedInARow += 1;
		if (ofAll || this.isOwnBlock(rule) || this.blockedInARow >= maxBlocked) {
			return { kind: 'affects every request', failure };
		}
		// Each uncertain item has to be checked by hand.
		if (state === 'uncertain' && !isOutage) this.uncertainInARow += 1;
		if (state === 'failed' && signal === 'answered' && !this.hasAccepted) this.refusals += 1;
		if (this.stopsAtFailure) return { kind: 'failed' };
		if (this.uncertainInARow >= maxInARow) return { kind: 'uncertain' };
		return this.refusals >= maxInARow ? { kind: 'refused', failure } : undefined;
	}
}
