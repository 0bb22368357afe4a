import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import type { Connection } from '../http/connection';
import { send } from '../http/transport';
import { sanitizeUntrusted } from '../input/untrustedText';
import { limiters } from '../limiter/limiters';
import type { ActiveRun, Feedback, Slot } from '../limiter/RunQueue';
import { readResult, type Failed, type Sent } from '../response/cause';
import { notSentFailure, requestFailure, type StopReason } from './failures';
import type { OperationDefinition, PlannedRequest } from './operation';
import type { Failure } from './outcome';
import { Attempts, retryDelay } from './retryDelay';
import { StopRules } from './StopRules';
import { yieldToEventLoop } from './yieldToEventLoop';

/** Milliseconds after which a probe of the service counts as failed. */
const probeTimeout = 10_000;

/** A body of more characters than this takes long to parse, so n8n gets a turn before it. */
const longBody = 50_000;

/** Sends the requests of one run: each when the limiter lets it, and again as long as that is safe. */
export class RequestSender implements ActiveRun {
	readonly maxRetryWait: number;
	/** The number of 429s that its requests met. */
	throttled = 0;
	stopReason: StopReason | undefined;
	readonly rules: StopRules;
	private readonly ending = new AbortController();
	/** Aborted when nothing more is to be sent. */
	readonly abortSignal = this.ending.signal;

	/** @param stopsAtFailure true if a failed request keeps back those that have not left yet */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly connection: Connection,
		private readonly operation: OperationDefinition,
		stopsAtFailure: boolean,
		private readonly limiter = limiters.limiterOf(connection, operation.endpoint),
	) {
		this.maxRetryWait = connection.options.maxRetryWait;
		this.rules = new StopRules(stopsAtFailure);
		limiter.register(this);
		const cancelled = context.getExecutionCancelSignal();
		const cancel = () => this.stop({ kind: 'cancelled' });
		if (cancelled?.aborted) cancel();
		else cancelled?.addEventListener('abort', cancel, { signal: this.abortSignal });
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

	async probe(): Promise<Feedback> {
		const { service } = this.connection;
		const { endpoint, toItems } = service.probe;
		const result = await send(this.context, this.connection, { endpoint }, probeTimeout);
		return feedbackOf(readResult(result, { service, readOnly: true, toItems }));
	}

	log(line: string): void {
		const { service, host, credential, mask } = this.connection;
		const named = sanitizeUntrusted(String(credential.name), mask);
		this.context.logger.warn(`${service.name} at ${host}: ${line} (credential "${named}")`);
	}

	/** @returns the output items of what was accepted, or why it was not */
	async send(planned: PlannedRequest): Promise<IDataObject[] | Failure> {
		const { limiter, abortSignal } = this;
		const { endpoint, impact = () => 1 } = this.operation;
		const reached = endpoint.readOnly ? 0 : impact(planned.parts);
		const attempts = new Attempts();
		for (;;) {
			const slot = await limiter.acquire(this, reached);
			if (slot === undefined || abortSignal.aborted) {
				slot?.release({ signal: 'nothing' });
				const { last } = attempts;
				if (last) return this.giveUp(planned, last, attempts);
				return notSentFailure(this.stopReason);
			}
			const result = await this.sendOnce(planned, attempts, slot);
			if (typeof result !== 'number') return result;
			// If the run stops meanwhile, `acquire` returns no slot.
			await systemClock.sleep(result, abortSignal).catch(() => {});
		}
	}

	/**
	 * Sends a request once. The slot is released last: a failure that ends the run does so before other requests may leave.
	 *
	 * @returns as {@link send}, or the milliseconds to wait before it is sent again
	 */
	private async sendOnce(
		planned: PlannedRequest,
		attempts: Attempts,
		slot: Slot,
	): Promise<IDataObject[] | Failure | number> {
		let feedback: Feedback = { signal: 'nothing' };
		try {
			const sent = await this.read(planned);
			const { rule } = sent;
			feedback = feedbackOf(sent);
			this.rules.note(rule);
			if (rule.signal === 'throttled') this.throttled += 1;
			if (sent.cause === 'accepted') return sent.items;
			attempts.add(sent, slot.isTrial);
			const delay = this.rules.isOwnBlock(rule)
				? undefined
				: retryDelay(rule, attempts, this.maxRetryWait, sent.answer?.retryAfter);
			return delay ?? this.giveUp(planned, sent, attempts);
		} finally {
			slot.release(feedback);
		}
	}

	/** Sends a request, and reads its result. */
	private async read({ parts: { query, body }, members }: PlannedRequest): Promise<Sent> {
		const { endpoint, toItems, whenRefused } = this.operation;
		const { service } = this.connection;
		const request = { endpoint, query, body: body && JSON.stringify(body) };
		const result = await send(this.context, this.connection, request);
		// If many arrive together, each is parsed in a separate turn.
		if (result.kind === 'response' && result.body.length > longBody) await yieldToEventLoop();
		const { params } = members[0]!;
		return readResult(result, {
			service,
			readOnly: endpoint.readOnly,
			toItems: (body) => toItems(body, params),
			whenRefused: (status, body) => whenRefused?.(status, body, params),
		});
	}

	/** The failure of a request that is not sent again; it may stop the run. */
	private giveUp(planned: PlannedRequest, last: Failed, attempts: Attempts): Failure {
		const { operation, connection, limiter, rules, stopReason } = this;
		const failure = requestFailure(connection, operation, planned, last, attempts, stopReason);
		const reason = rules.reasonToStop(last.rule, failure, limiter.isOutage);
		if (reason) this.stop(reason);
		return failure;
	}
}

const feedbackOf = ({ cause, rule, code, answer, failure }: Sent): Feedback => ({
	...rule,
	cause,
	code,
	retryAfter: answer?.retryAfter,
	isAnswer: !failure,
	isAtProxy: failure?.isAtProxy,
});
