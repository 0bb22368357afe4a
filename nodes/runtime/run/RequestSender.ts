import type { IDataObject } from 'n8n-workflow';

import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import { systemClock } from '../http/clock';
import type { Connection } from '../http/connection';
import { send } from '../http/transport';
import { limiters } from '../limiter/limiters';
import type { ActiveRun, Feedback, Slot } from '../limiter/RunQueue';
import { readResult, type Sent } from '../response/cause';
import { notSentFailure, requestFailure, unexpectedFailure, type StopReason } from './failures';
import { aboutOf, outcomesOf, success, type ReadItem } from './itemOutcomes';
import type { Plan, PlannedRequest } from './operation';
import { isFailure, type Failure, type Outcome } from './outcome';
import { Attempts, retryDelay } from './retryDelay';
import type { Findings, Run } from './Run';
import { StopRules } from './StopRules';

/** Milliseconds after which a probe of the service counts as failed. */
const probeTimeout = 10_000;

/** A body of more characters than this takes long to parse, so n8n gets a turn before it. */
const longBody = 50_000;

/** Sends the requests of one run: each when the limiter lets it, and again as long as that is safe. */
export class RequestSender implements ActiveRun {
	readonly maxRetryWait: number;
	stopReason: StopReason | undefined;
	/** Of the items that have ended, at any time. */
	readonly outcomes = new Map<number, Outcome>();
	private readonly rules: StopRules;
	private readonly ending = new AbortController();
	/** Aborted when nothing more is to be sent. */
	readonly abortSignal = this.ending.signal;

	constructor(
		private readonly run: Run,
		readonly connection: Connection,
		private readonly limiter = limiters.limiterOf(connection, run.operation.endpoint),
	) {
		const { context, operation, continues } = run;
		this.maxRetryWait = connection.options.maxRetryWait;
		this.rules = new StopRules(operation.stopsAtFailure === true && !continues);
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
		const result = await send(this.run.context, this.connection, { endpoint }, probeTimeout);
		return feedbackOf(readResult(result, { service, readOnly: true, toItems }));
	}

	log(line: string): void {
		const { service, host, credentialName } = this.connection;
		this.run.context.logger.warn(
			`${service.name} at ${host}: ${line} (credential "${credentialName}")`,
		);
	}

	/**
	 * Carries out a plan: ends what needs no request, and sends one request at a time until one is accepted, then up to
	 * Max Concurrency at once.
	 *
	 * @returns the outcomes; items that were not reached have none
	 */
	async sendAll(
		{ requests, ended = new Map() }: Plan,
		read: Required<Findings>['read'],
	): Promise<Pick<Findings, 'outcomes' | 'stopReason'>> {
		const { connection, rules, outcomes } = this;
		for (const [itemIndex, end] of ended) {
			await yieldToEventLoop();
			const isOutput = 'fields' in end;
			const nothing = { state: 'nothing to send' } as const;
			const outcome = isOutput ? success(connection, nothing, end.fields) : end;
			this.note(itemIndex, outcome, read.get(itemIndex));
		}
		let next = 0;
		const goesOn = () => next < requests.length && this.stopReason === undefined;
		const sendNext = async () => await this.sendPlanned(requests[next++]!);
		while (goesOn() && !rules.hasAccepted) await sendNext();
		const senders = Array.from(
			{ length: Math.min(connection.options.maxConcurrency, requests.length) },
			async () => {
				while (goesOn()) await sendNext();
			},
		);
		// A defect stops the run, but requests on their way are waited for.
		await Promise.allSettled(senders);
		await Promise.all(senders);
		return { outcomes, stopReason: this.stopReason };
	}

	/** Sends a request, and notes how its items have ended. */
	private async sendPlanned(request: PlannedRequest): Promise<void> {
		const { connection, outcomes, run } = this;
		await yieldToEventLoop();
		try {
			const result = await this.send(request);
			await this.noteMembers(request, result);
		} catch (error) {
			const failure = unexpectedFailure(error, run.operation.endpoint.readOnly, connection.mask);
			this.stop({ kind: 'failed', failure });
			// A defect of this node. What has left must not count as not sent, or Retry would send it again.
			for (const { itemIndex } of request.members) outcomes.set(itemIndex, failure);
			await this.noteMembers(request, failure);
		}
	}

	private async noteMembers(request: PlannedRequest, result: IDataObject[] | Failure) {
		for (const [member, outcome] of await outcomesOf(this.connection, request, result)) {
			this.note(member.itemIndex, outcome, member);
		}
	}

	private note(itemIndex: number, outcome: Outcome, item?: ReadItem): void {
		const { operation, memory } = this.run;
		const noted = isFailure(outcome)
			? { ...outcome, about: aboutOf(operation, this.connection.mask, item) }
			: outcome;
		this.outcomes.set(itemIndex, memory.inViewOfEarlierTries(itemIndex, noted));
	}

	/** @returns the output items of what was accepted, or why it was not */
	async send(planned: PlannedRequest): Promise<IDataObject[] | Failure> {
		const { limiter, abortSignal } = this;
		const { endpoint, impact = () => 1 } = this.run.operation;
		const reached = endpoint.readOnly ? 0 : impact(planned.parts);
		const attempts = new Attempts();
		for (;;) {
			const slot = await limiter.acquire(this, reached);
			if (slot === undefined || abortSignal.aborted) {
				slot?.release({ signal: 'nothing' });
				return this.giveUp(planned, attempts);
			}
			const result = await this.sendOnce(planned, attempts, slot);
			if (typeof result !== 'number') return result;
			// If the run stops meanwhile, `acquire` returns no slot.
			await systemClock.sleep(result, abortSignal).catch(() => {});
		}
	}

	/** Sends it once. @returns as {@link send}, or the milliseconds to wait before it is sent again */
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
			if (sent.cause === 'accepted') return sent.items;
			attempts.add(sent, slot.isTrial);
			const delay = this.rules.isFinal(rule)
				? undefined
				: retryDelay(rule, attempts, this.maxRetryWait, sent.answer?.retryAfter);
			return delay ?? this.giveUp(planned, attempts);
		} finally {
			// Last: a failure that ends the run does so before other requests may leave.
			slot.release(feedback);
		}
	}

	/** Sends a request, and reads its result. */
	private async read({ parts: { query, body }, members }: PlannedRequest): Promise<Sent> {
		const { context, operation } = this.run;
		const { endpoint, toItems, whenRefused } = operation;
		const { service } = this.connection;
		const request = {
			endpoint,
			query,
			body: body && JSON.stringify({ ...endpoint.body, ...body }),
		};
		const result = await send(context, this.connection, request);
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

	/** The failure of a request that is not sent again, or that never left; it may stop the run. */
	private giveUp(planned: PlannedRequest, attempts: Attempts): Failure {
		const { run, connection, limiter, rules } = this;
		const { last } = attempts;
		if (last === undefined) return notSentFailure(this.stopReason);
		const failure = requestFailure(connection, run.operation, planned, last, attempts);
		if (rules.noteFailure(last.rule, limiter.isOutage)) this.stop({ kind: 'failed', failure });
		return failure;
	}
}

const feedbackOf = ({ cause, rule, code, answer, failure }: Sent): Feedback => ({
	...rule,
	cause,
	code,
	retryAfter: answer?.retryAfter,
	isAnswer: !failure,
});
