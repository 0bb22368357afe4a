import type { Failure } from '../response/Failure';
import type { Verdict } from '../response/verdict';
import { maxInARow, type LastResult, type StopReason } from './failures';

/** Requests that met a block twice, after which a run sends nothing more. */
const maxBlockedTwice = 2;

/** Notes what has gone wrong in a run, and says when it is enough to send nothing more (docs/node-contract.md, R3). */
export class StopRules {
	/** True once the service has accepted a request of this run. */
	hasAccepted = false;
	/** True once the service has refused a request of this run as bad: a block that follows is for it. */
	wasRefused = false;
	private refusals = 0;
	private uncertainInARow = 0;
	private blockedTwice = 0;

	constructor(
		private readonly stopsAtFailure: boolean,
		readonly maxRetryWait: number,
	) {}

	/** A request was answered, for the last time or not. */
	note({ signal, meaning, isRefusal, code }: Verdict): void {
		if (signal === 'accepted') {
			this.hasAccepted = true;
			this.uncertainInARow = 0;
		}
		const isJudged = signal === 'answered' || signal === 'accepted';
		const isBad = isRefusal || code === '400' || code === '422';
		this.wasRefused ||= isJudged && isBad && !meaning?.isExpected;
	}

	/** A request has failed for good. In an outage the next one is kept back anyway. */
	reasonToStop(
		failure: Failure,
		{ verdict: { signal }, attempts }: LastResult,
		isOutage: boolean,
	): StopReason | undefined {
		const { state } = failure;
		if (signal === 'blocked' && attempts.blocked > 1) this.blockedTwice += 1;
		const isWaitedOut = this.maxRetryWait > 0 && this.blockedTwice < maxBlockedTwice;
		const isBlocked = signal === 'blocked' && (this.wasRefused || !isWaitedOut);
		if (failure.affectsEveryRequest || isBlocked) return { kind: 'affects every request', failure };
		// Each uncertain item has to be checked by hand.
		if (state === 'uncertain' && !isOutage) this.uncertainInARow += 1;
		const isRefusal = state === 'failed' && (signal === 'answered' || signal === 'blocked');
		if (isRefusal && !this.hasAccepted) this.refusals += 1;
		if (this.stopsAtFailure) return { kind: 'failed' };
		if (this.uncertainInARow >= maxInARow) return { kind: 'uncertain' };
		return this.refusals >= maxInARow ? { kind: 'refused', failure } : undefined;
	}
}
