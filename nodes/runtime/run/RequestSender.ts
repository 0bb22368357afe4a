import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import type { Connection } from '../http/connection';
import { send } from '../http/transport';
import { sanitizeUntrusted } from '../input/untrustedText';
import { limiters } from '../limiter/limiters';
import type { ActiveRun, Feedback, RunHistory } from '../limiter/RunQueue';
import type { Attempts, Failure } from '../response/Failure';
import type { SendResult } from '../response/ServiceResponse';
import { signalOf, verdictOf, type Verdict } from '../response/verdict';
import { notSentFailure, requestFailure, type StopReason } from './failures';
import type { OperationDefinition, PlannedRequest } from './operation';
import { retryDelay } from './retryDelay';
import { StopRules } from './StopRules';
import { yieldToEventLoop } from './yieldToEventLoop';

/** Milliseconds after which a probe of the service counts as failed. */
const probeTimeout = 10_000;

/** A body of more characters than this takes long to parse, so n8n gets a turn before it. */
const longBody = 50_000;

/** Sends the requests of one run: each when the limiter lets it, and again as long as that is safe. */
export class RequestSender implements ActiveRun {
	readonly maxConcurrency = this.connection.options.maxConcurrency;
	readonly maxRetryWait = this.connection.options.maxRetryWait;
	readonly history: RunHistory = { throttled: 0, outageMs: 0 };
	stopReason: StopReason | undefined;
	readonly rules = new StopRules(this.stopsAtFailure, this.maxRetryWait);
	private readonly ending = new AbortController();
	/** Aborted when nothing more is to be sent. */
	readonly abortSignal = this.ending.signal;

	/** @param stopsAtFailure true if a failed request keeps back those that have not left yet */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly connection: Connection,
		private readonly operation: OperationDefinition,
		private readonly stopsAtFailure: boolean,
		private readonly limiter = limiters.limiterOf(connection, operation.endpoint),
	) {
		limiter.register(this);
		const cancelled = context.getExecutionCancelSignal();
		const cancel = () => this.stop({ kind: 'cancelled' });
		if (cancelled?.aborted) cancel();
		else cancelled?.addEventListener('abort', cancel, { signal: this.abortSignal });
	}

	/** The execution, as n8n's log names it. */
	get execution() {
		return `execution ${this.context.getExecutionId()}`;
	}

	/** From now on nothing more leaves. Requests in flight are waited for. The first reason counts. */
	stop(reason: StopReason): void {
		this.stopReason ??= reason;
		this.end();
	}

	/** From now on nothing more leaves, for no particular reason. */
	end(): void {
		this.ending.abort();
		this.limiter.unregister(this);
	}

	async probe() {
		const connection = { ...this.connection, budget: { bytesLeft: Infinity } };
		const { service } = connection;
		const request = { endpoint: service.probe.endpoint };
		const result = await send(this.context, connection, request, probeTimeout, this.abortSignal);
		return this.abortSignal.aborted ? undefined : signalOf(service, result);
	}

	log(line: string): void {
		const { service, host, credential, mask } = this.connection;
		const named = sanitizeUntrusted(String(credential.name), mask);
		this.context.logger.warn(`${service.name} at ${host}: ${line} (credential "${named}")`);
	}

	/** @returns the output items of what was accepted, or why it was not */
	async send(planned: PlannedRequest): Promise<IDataObject[] | Failure> {
		const { connection, limiter, context, abortSignal, rules } = this;
		const { endpoint, impact = () => 1 } = this.operation;
		const { readOnly } = endpoint;
		const { query, body } = planned.parts;
		const request = { endpoint, query, body: body && JSON.stringify(body) };
		const attempts = new SendingCount();
		let verdict: Verdict | undefined;

		for (;;) {
			const isRepeated = attempts.throttled + attempts.blocked > 0;
			const reached = readOnly ? 0 : impact(planned.parts);
			const slot = await limiter.acquire(this, { impact: reached, isRepeated });
			if (slot === undefined || abortSignal.aborted) {
				slot?.release({ signal: 'nothing' });
				if (verdict) return this.failed(planned, verdict, attempts);
				return notSentFailure(connection.service, this.stopReason);
			}
			let feedback: Feedback = { signal: 'nothing' };
			let delay: number | undefined;
			try {
				const result = await send(context, connection, request);
				verdict = await this.judge(result, planned);
				const isOfKey = verdict.signal === 'blocked' && limiter.isBlock;
				attempts.add(verdict, isOfKey);
				rules.note(verdict);
				if (verdict.signal === 'throttled') this.history.throttled += 1;
				const isSecond = attempts.blocked > 1 || this.maxRetryWait === 0;
				// If only this request is blocked, it keeps back no other.
				const isOwnBlock = verdict.signal === 'blocked' && !isOfKey && isSecond;
				feedback = isOwnBlock ? { signal: 'answered' } : verdict;
				if (verdict.state === 'accepted') return verdict.items;
				delay = retryDelay(verdict, attempts, rules, readOnly);
				// `failed` may stop the run. That must happen before `release` lets other requests leave.
				if (delay === undefined) return this.failed(planned, verdict, attempts);
			} finally {
				slot.release(feedback);
			}
			// If the run stops meanwhile, `acquire` returns no slot. Each pause has its own signal: with more than ten
			// listeners on one, Node warns of a leak in n8n's log.
			await systemClock.sleep(delay, AbortSignal.any([abortSignal])).catch(() => {});
		}
	}

	private async judge(result: SendResult, { members }: PlannedRequest) {
		const { endpoint, toItems, whenRefused } = this.operation;
		const { service, budget, options } = this.connection;
		const { params } = members[0]!;
		// If many arrive together, each is parsed in a separate turn.
		if (result.kind === 'response' && result.body.length > longBody) await yieldToEventLoop();
		return verdictOf(result, {
			service,
			readOnly: endpoint.readOnly,
			trustsStatus: options.trustSuccessStatus,
			toItems: (body) => toItems(body, params),
			whenRefused: (status, body) => whenRefused?.(status, body, params),
			copies: members.length,
			budget,
		});
	}

	/** The failure of a request that is not sent again; it may stop the run. */
	private failed(planned: PlannedRequest, verdict: Verdict, attempts: Attempts): Failure {
		const { operation, connection, stopReason } = this;
		const { isBlock, isOutage } = this.limiter;
		const last = { verdict, attempts, isBlock, stopReason };
		const failure = requestFailure(connection, operation, planned, last);
		const reason = this.rules.reasonToStop(failure, last, isOutage);
		if (reason) this.stop(reason);
		return failure;
	}
}

/** Counts how often one request was sent. */
class SendingCount implements Attempts {
	count = 0;
	hasLeft = false;
	throttled = 0;
	blocked = 0;
	private throttledSince: number | undefined;

	get throttledFor() {
		return this.throttledSince === undefined ? 0 : systemClock.now() - this.throttledSince;
	}

	/** @param isOfKey true for a 403 while a probe has confirmed the block: it is about the key, and doesn't count */
	add({ result, signal }: Verdict, isOfKey: boolean): void {
		this.hasLeft ||= result.kind === 'response' || result.requestLeft;
		if (isOfKey) return;
		this.count += 1;
		if (signal === 'blocked') this.blocked += 1;
		if (signal === 'throttled') {
			this.throttledSince ??= systemClock.now();
			this.throttled += 1;
		}
	}
}
