import type { Connection, RequestContext } from '../http/connection';
import { endpoints } from '../http/endpoints';
import { RequestSignals } from '../http/RequestSignals';
import { isOutage } from './retryDecision';
import { BlockedError, type Permit } from '../gate/Pacer';
import { services, type GoingRun, type ServiceState } from '../gate/services';
import { systemClock } from '../http/systemClock';
import { send } from '../http/transport';
import type { RequestFailure } from './failures';
import type { Failure } from './outcome';
import { Patience } from '../gate/Patience';

/** Refusals in a row, with nothing accepted, after which a run sends nothing more. */
const maxRefusals = 10;

/**
 * Milliseconds to wait for a service that has never answered this n8n: that is more likely a wrong
 * address than an outage, and somebody may be waiting for the error.
 */
const firstContactWait = 5_000;

/** Milliseconds after which a probe of the service counts as failed. */
const probeTimeout = 10_000;

/** Why a run sends nothing more. */
export type StopReason =
	/** What failed would fail for all: a wrong key, a block, a redirect, a TLS failure, … */
	| { kind: 'wrong for all'; failure: Failure }
	/** So many requests in a row were refused, and none accepted. */
	| { kind: 'refused'; count: number; failure: Failure }
	/** A request has failed, in an operation where the others are to wait then. */
	| { kind: 'failed'; failure: Failure }
	/** Another run was told that the key is blocked. */
	| { kind: 'blocked' }
	/** The service accepted nothing for as long as the run may wait. */
	| { kind: 'waited'; milliseconds: number; retryAfter?: number; outage?: string }
	| { kind: 'cancelled' };

/** What a run met on its way, for the hints after it. */
export interface RunHistory {
	/** How often a request was throttled. */
	throttled: number;
	/** Milliseconds for which the service was away. */
	away: number;
}

/**
 * One execution of the node for its input items, or one call of it as an agent's tool: what it may
 * send, and when it ends. All its requests ask here for their turn.
 */
export class Run implements GoingRun {
	readonly history: RunHistory = { throttled: 0, away: 0 };

	/** Whether the service has accepted anything in this run. */
	hasAccepted = false;

	stopReason: StopReason | undefined;

	private refusals = 0;

	/** Requests in a row that may have been processed. */
	private doubts = 0;

	/** How many of its requests wait for their turn. */
	private waiting = 0;

	private awaySince: number | undefined;

	private readonly ending = new AbortController();

	private readonly patience = new Patience(
		systemClock,
		(milliseconds, retryAfter) =>
			this.stop({
				kind: 'waited',
				milliseconds,
				retryAfter: retryAfter || undefined,
				outage: this.service.breaker.outage,
			}),
		() => this.service.breaker.isOpen || this.service.pacer.pausedFor() > 0,
	);

	private readonly cancelled: AbortSignal | undefined;

	private readonly cancel = () => this.stop({ kind: 'cancelled' });

	constructor(
		private readonly context: RequestContext,
		readonly connection: Connection,
		/** Whether a failed request keeps back those that have not left yet. */
		private readonly stopsAtFailure = false,
		private readonly service: ServiceState = services.stateOf(
			connection.baseUrl,
			connection.apiKey,
			connection.options.connection,
		),
	) {
		service.runs.add(this);
		this.cancelled = context.getExecutionCancelSignal();
		if (this.cancelled?.aborted) this.cancel();
		else this.cancelled?.addEventListener('abort', this.cancel);
	}

	/** Aborted when nothing more is to be sent. */
	get signal(): AbortSignal {
		return this.ending.signal;
	}

	/** From now on nothing more leaves; what is on its way is waited for. The first reason counts. */
	stop(reason: StopReason): void {
		if (this.stopReason !== undefined) return;
		this.stopReason = reason;
		this.ending.abort();
		this.patience.end();
	}

	/** To be called when the run has ended, whatever the reason. */
	end(): void {
		this.cancelled?.removeEventListener('abort', this.cancel);
		this.patience.end();
		this.service.runs.delete(this);
	}

	/**
	 * Waits for a request's turn: for the pace, and for the end of an outage.
	 *
	 * @param throttledBefore whether the service has throttled this very request before
	 * @returns undefined where the run has stopped before that
	 */
	async turn(throttledBefore: boolean): Promise<Permit | undefined> {
		const { pacer, breaker } = this.service;
		const { maxConcurrency } = this.connection.options;
		this.waiting += 1;
		try {
			for (;;) {
				if (breaker.isOpen) await this.waitForService();
				if (!throttledBefore) this.awaitPause();
				const permit = await pacer.admit({
					run: this,
					maxConcurrency,
					throttledBefore,
					signal: this.signal,
				});
				if (!breaker.isOpen && !this.signal.aborted) return permit;
				permit.released();
				this.signal.throwIfAborted();
			}
		} catch (error) {
			// The pacer and the breaker end the waiting in no other way.
			if (error instanceof BlockedError) this.stop({ kind: 'blocked' });
			return undefined;
		} finally {
			this.waiting -= 1;
		}
	}

	/** The service has accepted a request. */
	accepted(): void {
		this.hasAccepted = true;
		this.refusals = this.doubts = 0;
		this.answered();
		// In an outage it is a late one, which does not tell of its end.
		if (!this.service.breaker.isOpen) this.renewAll();
	}

	private renewAll(): void {
		for (const run of this.service.runs) run.renew();
	}

	renew(): void {
		this.patience.renew();
		this.awaitPause();
	}

	/** What waits while the service makes all wait is waited for no longer than Max Retry Wait. */
	awaitPause(): void {
		const { pacer } = this.service;
		if (this.waiting === 0 || pacer.pausedFor() === 0) return;
		this.patience.strain(this.connection.options.maxRetryWait, pacer.askedFor());
	}

	/** The service has answered, whatever it said. */
	answered(): void {
		this.meet();
		this.service.breaker.answered();
	}

	/** The service has answered for the first time: it is no wrong address, and worth a longer wait. */
	private meet(): void {
		if (this.service.hasAnswered) return;
		this.service.hasAnswered = true;
		this.renewAll();
	}

	/**
	 * The service is away, or out of order.
	 *
	 * @param failure its status, or the network's code
	 */
	outage(failure: string): void {
		this.service.breaker.failed(failure);
	}

	/** The service has throttled a request, as the pacer knows. */
	throttled(): void {
		this.history.throttled += 1;
		this.answered();
		this.patience.strain(this.connection.options.maxRetryWait, this.service.pacer.askedFor());
		for (const run of this.service.runs) run.awaitPause();
	}

	/** A request has failed for good; to be called before the next one may leave. */
	failed({ failure, isWrongForAll, isRefusal }: RequestFailure): void {
		if (isWrongForAll) this.stop({ kind: 'wrong for all', failure });
		else if (this.stopsAtFailure) this.stop({ kind: 'failed', failure });
		// Somebody must look after each, and where another endpoint answers it is no outage that is waited out.
		if (failure.state === 'uncertain' && !this.service.breaker.isOpen) {
			this.doubts += 1;
			if (this.doubts >= maxRefusals) this.stop({ kind: 'failed', failure });
		}
		if (!isRefusal) return;
		this.refusals += 1;
		if (!this.hasAccepted && this.refusals >= maxRefusals) {
			this.stop({ kind: 'refused', count: this.refusals, failure });
		}
	}

	/** Milliseconds to wait for a service that is away. */
	private get outageLimit(): number {
		const { maxRetryWait } = this.connection.options;
		return this.service.hasAnswered ? maxRetryWait : Math.min(maxRetryWait, firstContactWait);
	}

	private async waitForService(): Promise<void> {
		const { breaker } = this.service;
		this.awaySince ??= systemClock.now();
		// A probe is waited for, but not one after the other.
		this.patience.strain(Math.max(this.outageLimit, probeTimeout));
		try {
			await breaker.untilClosed({
				ask: async () => await this.probe(),
				onPause: () => this.patience.strain(this.outageLimit),
				signal: this.signal,
			});
		} finally {
			if (this.awaySince !== undefined) this.history.away += systemClock.now() - this.awaySince;
			this.awaySince = undefined;
		}
	}

	/** Asks for something that changes nothing. Gives whether the service answers. */
	private async probe(): Promise<boolean> {
		// A probe ends with the run; that says nothing of the service, for which other runs may wait.
		const signals = new RequestSignals(probeTimeout, systemClock, this.signal);
		const connection = { ...this.connection, signals };
		const outcome = await send(this.context, connection, { endpoint: endpoints.getLists });
		const isBack = !isOutage(outcome) && !this.signal.aborted;
		if (isBack) {
			this.meet();
			this.service.pacer.beginCarefully();
		}
		return isBack;
	}
}
