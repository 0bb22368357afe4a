import type { Rule } from '../response/cause';
import type { Failure, StopReason } from '../run/outcome';

/** Doubts in a row, or refusals before anything was accepted, after which a run sends nothing more. */
const maxInARow = 10;

/** Requests that failed by a block of the key with nothing accepted in between, after which a run sends nothing more. */
const maxBlocked = 2;

/** Stops a run: by n8n's cancel, by the limiter, or when enough has gone wrong (docs/node-contract.md, R3). */
export class Brake {
	/** Why nothing more leaves, if the run was stopped. */
	reason: StopReason | undefined;
	/** True once the service has accepted a request of this run. */
	hasAccepted = false;

	private readonly ending = new AbortController();
	/** Aborted when nothing more is to be sent. */
	readonly signal = this.ending.signal;

	/** Those that came before anything was accepted. */
	private refusals = 0;
	private badRequests = 0;
	private uncertainInARow = 0;
	private blockedInARow = 0;

	/** @param stopsAtFailure true if a failed request keeps back those that have not left yet */
	constructor(private readonly stopsAtFailure: boolean) {}

	/** From now on nothing more leaves. Requests in flight are waited for. The first reason counts. */
	stop(reason: StopReason): void {
		this.reason ??= reason;
		this.end();
	}

	/** From now on nothing more leaves, for no particular reason. */
	end(): void {
		this.ending.abort();
	}

	/** Stops the run when n8n cancels its execution. */
	obey(cancelled?: AbortSignal): void {
		const cancel = () => this.stop({ kind: 'cancelled' });
		if (cancelled?.aborted) cancel();
		else cancelled?.addEventListener('abort', cancel, { signal: this.signal });
	}

	/** A request was answered, for the last time or not. */
	note({ state, signal, isBadRequest }: Rule): void {
		if (isBadRequest) this.badRequests += 1;
		if (state === 'failed' && signal === 'answered') this.refusals += 1;
		if (signal !== 'good') return;
		this.hasAccepted = true;
		this.uncertainInARow = this.blockedInARow = 0;
	}

	/** True if it ends the run at once: every request would fail, or this run's bad requests have blocked the key. */
	isFinal({ ofAll, isBlock }: Rule): boolean {
		return ofAll === true || (isBlock === true && this.badRequests > 0);
	}

	/** A request has failed for good. In an outage the next one is kept back anyway. */
	noteFailure(rule: Rule, failure: Failure, isOutage: boolean): void {
		if (rule.isBlock) this.blockedInARow += 1;
		// Each uncertain item has to be checked by hand.
		if (rule.state === 'uncertain' && !isOutage) this.uncertainInARow += 1;
		const isEnough =
			this.isFinal(rule) ||
			this.stopsAtFailure ||
			this.blockedInARow >= maxBlocked ||
			this.uncertainInARow >= maxInARow ||
			(this.refusals >= maxInARow && !this.hasAccepted);
		if (isEnough) this.stop({ kind: 'failed', failure });
	}
}
