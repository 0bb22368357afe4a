import { gates } from '../gate/gates';
import type { ActiveRun, RunHistory } from '../gate/Line';
import { systemClock } from '../http/clock';
import type { Connection, RequestContext } from '../http/connection';
import { endpoints } from '../http/endpoints';
import { send } from '../http/transport';
import { jsonMask } from '../input/keyMask';
import type { SendResult } from '../response/ServiceResponse';
import { signOf, verdictOf, type Verdict } from '../response/verdict';
import { notSentFailure, requestFailure, type Delivery, type StopReason } from './failures';
import type { CheckedItem, OperationDefinition, PlannedRequest } from './operation';
import type { Failure, Outcome } from './outcome';
import { retryDelay } from './retryDelay';
import { yieldToEventLoop } from './yieldToEventLoop';

/** Refusals in a row with nothing accepted, and doubts in a row, after which a run sends nothing more. */
const maxInARow = 10;

/** Milliseconds after which a probe of the service counts as failed. */
const probeTimeout = 10_000;

/** Characters of a body that takes so long to parse that the next one must wait for n8n's turn. */
const longBody = 50_000;

/**
 * Sends the requests of one run: each in its turn, as often as is safe, until the run stops. Everything between
 * an operation and the network goes through here.
 */
export class RequestSender<Params> implements ActiveRun {
	readonly maxConcurrency: number;

	readonly maxRetryWait: number;

	readonly history: RunHistory = { throttled: 0, outageMs: 0 };

	/** Whether the service has accepted anything in this run. */
	hasAccepted = false;

	stopReason: StopReason | undefined;

	private refusalsInARow = 0;

	/** Requests in a row that may have been processed. */
	private uncertainInARow = 0;

	private readonly ending = new AbortController();

	private readonly cancelled: AbortSignal | undefined;

	private readonly cancel = () => this.stop({ kind: 'cancelled' });

	/** @param stopsAtFailure whether a failed request keeps back those that have not left yet */
	constructor(
		private readonly context: RequestContext,
		readonly connection: Connection,
		private readonly operation: OperationDefinition<Params>,
		private readonly stopsAtFailure: boolean,
		private readonly gate = gates.gateOf(
			connection.baseUrl,
			connection.apiKey,
			connection.options.connection,
		),
	) {
		this.maxConcurrency = connection.options.maxConcurrency;
		this.maxRetryWait = connection.options.maxRetryWait;
		gate.join(this);
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
		this.gate.leave(this);
	}

	/** To be called when the run has ended, whatever the reason. */
	end(): void {
		this.cancelled?.removeEventListener('abort', this.cancel);
		this.ending.abort();
		this.gate.leave(this);
	}

	async probe(): Promise<boolean | undefined> {
		const request = { endpoint: endpoints.getLists };
		const result = await send(this.context, this.connection, request, probeTimeout, this.signal);
		return this.signal.aborted ? undefined : signOf(result) !== 'outage';
	}

	log(line: string): void {
		this.context.logger.warn(`Messenger at ${this.connection.host}: ${line}`);
	}

	/** @returns the outcome of each of the request's items */
	async send(request: PlannedRequest<Params>): Promise<(member: CheckedItem<Params>) => Outcome> {
		const { isTest, memberItems } = request;
		const result = await this.deliver(request);
		if ('message' in result) {
			const failure = { ...result, ...(isTest && { isTest }) };
			return () => failure;
		}
		const masked = jsonMask(this.connection.outputMask);
		return (member) => {
			const pairedItem = { item: member.itemIndex };
			const outputs = memberItems?.(result.items, member) ?? result.items;
			return {
				state: 'accepted',
				items: outputs.map((json) => ({ json: masked(json), pairedItem })),
				isTest,
			};
		};
	}

	/** @returns the verdict by which it was accepted, or why it was not */
	private async deliver(planned: PlannedRequest<Params>): Promise<Verdict | Failure> {
		const { operation, connection, gate, context, signal } = this;
		const { endpoint, recipients = () => 1 } = operation;
		const { query, body } = planned.parts;
		const request = { endpoint, query, body: body && JSON.stringify(body) };
		const delivery: Delivery = { attempts: 0, hasLeft: false, throttled: 0, throttledFor: 0 };
		const waiting = { readOnly: endpoint.readOnly, recipients: recipients(planned.parts) };
		let verdict: Verdict | undefined;
		let throttledSince: number | undefined;

		for (let repetitions = 0; ;) {
			const throttledBefore = throttledSince !== undefined;
			const permit = await gate.enter(this, { ...waiting, throttledBefore });
			const throttledFor = () => systemClock.now() - (throttledSince ?? systemClock.now());
			delivery.throttledFor = throttledFor();
			if (permit === undefined || signal.aborted) {
				permit?.settle({ sign: 'nothing' });
				return this.failed(planned, verdict, delivery);
			}
			let settlement: Parameters<typeof permit.settle>[0] = { sign: 'nothing' };
			let delay: number | undefined;
			let failure: Failure | undefined;
			try {
				delivery.attempts += 1;
				const result = await send(context, connection, request);
				delivery.hasLeft ||= result.kind === 'response' || result.requestLeft;
				verdict = await this.judge(result, planned);
				const { sign, retryAfter } = verdict;
				settlement = { sign, retryAfter, failure: nameOf(result) };
				if (sign === 'throttled') {
					throttledSince ??= systemClock.now();
					this.history.throttled += 1;
					delivery.throttled += 1;
					delivery.throttledFor = throttledFor();
				}
				delay = retryDelay({
					verdict,
					readOnly: endpoint.readOnly,
					repetitions,
					throttledFor: delivery.throttledFor,
					maxRetryWait: this.maxRetryWait,
					random: systemClock.random(),
				});
				// Whatever it stops is stopped before the gate lets others go.
				if (sign === 'accepted') this.accepted();
				if (verdict.state !== 'accepted' && delay === undefined) {
					failure = this.failed(planned, verdict, delivery);
				}
			} finally {
				permit.settle(settlement);
			}
			if (failure !== undefined) return failure;
			if (delay === undefined) return verdict;
			if (delay > 0) {
				repetitions += 1;
				// Where the run stops meanwhile, there is no further turn.
				await systemClock.sleep(delay, signal).catch(() => {});
			}
		}
	}

	private async judge(result: SendResult, planned: PlannedRequest<Params>): Promise<Verdict> {
		const { endpoint, toItems, whenRefused } = this.operation;
		const [{ params }] = planned.members as [CheckedItem<Params>];
		// Of many that arrive together, each is parsed in a turn of its own.
		if (result.kind === 'response' && result.body.length > longBody) await yieldToEventLoop();
		return verdictOf(result, {
			readOnly: endpoint.readOnly,
			toItems: (body) => toItems(body, params),
			whenRefused: (status, body) => whenRefused?.(status, body, params),
			copies: planned.members.length,
			budget: this.connection.budget,
		});
	}

	private accepted(): void {
		this.hasAccepted = true;
		this.refusalsInARow = this.uncertainInARow = 0;
	}

	/** A request has failed for good. @param verdict undefined where it was never sent */
	private failed(
		{ parts }: PlannedRequest<Params>,
		verdict: Verdict | undefined,
		delivery: Delivery,
	): Failure {
		if (verdict === undefined) return notSentFailure(this.stopReason);
		const { endpoint, inputsToCheck, subject } = this.operation;
		const about = { url: endpoint.url, inputsToCheck, subject: subject?.(parts) };
		const { failure, affectsEveryRequest } = requestFailure(
			this.connection,
			about,
			verdict,
			delivery,
		);
		if (affectsEveryRequest) this.stop({ kind: 'affects every request', failure });
		else if (this.stopsAtFailure) this.stop({ kind: 'failed', failure });
		// Somebody must look after each, and where another endpoint answers it is no outage that is waited out.
		if (failure.state === 'uncertain' && !this.gate.isAway) {
			this.uncertainInARow += 1;
			if (this.uncertainInARow >= maxInARow) this.stop({ kind: 'failed', failure });
		}
		if (verdict.sign === 'answered' || verdict.sign === 'blocked') {
			this.refusalsInARow += 1;
			if (!this.hasAccepted && this.refusalsInARow >= maxInARow) {
				this.stop({ kind: 'refused', count: this.refusalsInARow, failure });
			}
		}
		return failure;
	}
}

/** What a failure is called: its status, or the network's code. */
function nameOf(result: SendResult): string {
	return result.kind === 'response' ? String(result.status) : result.code;
}
