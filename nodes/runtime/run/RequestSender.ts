import type { IDataObject } from 'n8n-workflow';

import { gates } from '../limiter/limiters';
import type { ActiveRun, RunHistory, Settlement } from '../limiter/RunQueue';
import { systemClock } from '../http/clock';
import type { Connection, RequestContext } from '../http/connection';
import { send } from '../http/transport';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Attempts } from '../response/Problem';
import type { SendResult } from '../response/ServiceResponse';
import { signOf, verdictOf, type Verdict } from '../response/verdict';
import { maxInARow, notSentFailure, requestFailure, type StopReason } from './failures';
import type { OperationDefinition, PlannedRequest } from './operation';
import type { Failure } from './outcome';
import { retryDelay } from './retryDelay';
import { yieldToEventLoop } from './yieldToEventLoop';

/** Milliseconds after which a probe of the service counts as failed. */
const probeTimeout = 10_000;

/** Characters of a body from which on parsing takes long enough that n8n gets a turn before it. */
const longBody = 50_000;

/** Sends the requests of one run: each in its turn, as often as is safe, until the run stops. */
export class RequestSender implements ActiveRun {
	readonly maxConcurrency = this.connection.options.maxConcurrency;
	readonly maxRetryWait = this.connection.options.maxRetryWait;
	readonly history: RunHistory = { throttled: 0, outageMs: 0 };
	/** Whether the service has accepted anything in this run. */
	hasAccepted = false;
	stopReason: StopReason | undefined;
	/** How many requests were refused before anything was accepted. */
	private refusals = 0;
	private uncertainInARow = 0;
	private readonly ending = new AbortController();
	/** Aborted when nothing more is to be sent. */
	readonly signal = this.ending.signal;

	/** @param stopsAtFailure whether a failed request keeps back those that have not left yet */
	constructor(
		private readonly context: RequestContext,
		readonly connection: Connection,
		private readonly operation: OperationDefinition,
		private readonly stopsAtFailure: boolean,
		private readonly gate = gates.gateOf(connection),
	) {
		gate.join(this);
		const cancelled = context.getExecutionCancelSignal();
		const cancel = () => this.stop({ kind: 'cancelled' });
		if (cancelled?.aborted) cancel();
		else cancelled?.addEventListener('abort', cancel, { signal: this.signal });
	}

	/** From now on nothing more leaves; what is on its way is waited for. The first reason counts. */
	stop(reason: StopReason): void {
		this.stopReason ??= reason;
		this.end();
	}

	/** To be called when the run has ended, whatever the reason. */
	end(): void {
		this.ending.abort();
		this.gate.leave(this);
	}

	async probe(): Promise<boolean | undefined> {
		const connection = { ...this.connection, budget: { bytesLeft: Infinity } };
		const request = { endpoint: this.connection.service.probe.endpoint };
		const result = await send(this.context, connection, request, probeTimeout, this.signal);
		return this.signal.aborted ? undefined : signOf(this.connection.service, result) !== 'outage';
	}

	log(line: string): void {
		const { service, host, credential, mask } = this.connection;
		const named = sanitizeUntrusted(String(credential.name), mask);
		this.context.logger.warn(`${service.name} at ${host}: ${line} (credential "${named}")`);
	}

	/** @returns the output items of what was accepted, or why it was not */
	async send(planned: PlannedRequest): Promise<IDataObject[] | Failure> {
		const { connection, gate, context, signal, maxRetryWait } = this;
		const { endpoint, impact = () => 1 } = this.operation;
		const { readOnly } = endpoint;
		const { query, body } = planned.parts;
		const request = { endpoint, query, body: body && JSON.stringify(body) };
		const waiting = { impact: readOnly ? 0 : impact(planned.parts) };
		let throttledSince: number | undefined;
		const attempts: Attempts = {
			count: 0,
			hasLeft: false,
			throttled: 0,
			get throttledFor() {
				return systemClock.now() - (throttledSince ?? systemClock.now());
			},
		};
		let verdict: Verdict | undefined;

		for (;;) {
			const permit = await gate.enter(this, { ...waiting, isThrottled: attempts.throttled > 0 });
			if (permit === undefined || signal.aborted) {
				permit?.settle({ sign: 'nothing' });
				return verdict
					? this.failed(planned, verdict, attempts)
					: notSentFailure(connection.service, this.stopReason);
			}
			let settlement: Settlement = { sign: 'nothing' };
			let delay: number | undefined;
			try {
				const result = await send(context, connection, request);
				attempts.count += 1;
				attempts.hasLeft ||= result.kind === 'response' || result.requestLeft;
				settlement = verdict = await this.judge(result, planned);
				if (verdict.sign === 'accepted') {
					this.hasAccepted = true;
					this.uncertainInARow = 0;
				}
				if (verdict.sign === 'throttled') {
					throttledSince ??= systemClock.now();
					attempts.throttled += 1;
					this.history.throttled += 1;
				}
				if (verdict.state === 'accepted') return verdict.items;
				delay = retryDelay(verdict, attempts, readOnly, maxRetryWait);
				// This may stop the run, which must come before `settle` lets other requests leave.
				if (delay === undefined) return this.failed(planned, verdict, attempts);
			} finally {
				permit.settle(settlement);
			}
			// If the run stops meanwhile, `enter` gives no permit.
			if (delay > 0) await systemClock.sleep(delay, signal).catch(() => {});
		}
	}

	private async judge(result: SendResult, { members }: PlannedRequest) {
		const { endpoint, toItems, whenRefused } = this.operation;
		const { params } = members[0]!;
		// Of many that arrive together, each is parsed in a turn of its own.
		if (result.kind === 'response' && result.body.length > longBody) await yieldToEventLoop();
		return verdictOf(result, {
			service: this.connection.service,
			readOnly: endpoint.readOnly,
			toItems: (body) => toItems(body, params),
			whenRefused: (status, body) => whenRefused?.(status, body, params),
			copies: members.length,
			budget: this.connection.budget,
		});
	}

	/** A request has failed for good. */
	private failed(planned: PlannedRequest, verdict: Verdict, attempts: Attempts): Failure {
		const { operation, connection, gate } = this;
		const failure = requestFailure(connection, operation, planned, verdict, attempts);
		if (failure.affectsEveryRequest) this.stop({ kind: 'affects every request', failure });
		if (this.stopsAtFailure) this.stop({ kind: 'failed' });
		// A person must check each. An outage holds back the next one, but not where only this endpoint fails.
		if (failure.state === 'uncertain' && !gate.isAway) this.uncertainInARow += 1;
		if (this.uncertainInARow >= maxInARow) this.stop({ kind: 'failed' });
		const isRefusal = verdict.sign === 'answered' || verdict.sign === 'blocked';
		if (isRefusal && !this.hasAccepted) this.refusals += 1;
		if (this.refusals >= maxInARow) this.stop({ kind: 'refused', failure });
		return failure;
	}
}
