import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import { maskOf, openConnection, type RequestContext } from '../http/connection';
import type { RequestOptions } from '../http/options';
import { checkAddress } from '../http/request';
import { jsonMask, unmasked, type Mask } from '../input/keyMask';
import type { Failure } from '../response/Failure';
import type { Service } from '../Service';
import type { EndedRun } from './EndedRun';
import { inputFailure, notSentFailure, unexpectedFailure } from './failures';
import type { CheckedItem, OperationDefinition, Plan, PlannedRequest } from './operation';
import { isFailure, itemsByState, type Outcome, type Success } from './outcome';
import { hintsOf, outputOf, stoppingError, stopsNode, without } from './report';
import { RequestSender } from './RequestSender';
import type { RetryMemory } from './RetryMemory';
import { logEnd, logProgress } from './runLog';
import { startedInEditor } from './startedInEditor';
import { yieldToEventLoop } from './yieldToEventLoop';

/** The input of a run: all input items, or the one of a tool call. */
export interface RunInput {
	indexes: readonly number[];
	/** An item's parameters. @throws Error if an expression fails */
	read(itemIndex: number): object;
	/** n8n's Request Options. @throws Error if an expression fails */
	options(): RequestOptions;
	memory: RetryMemory;
	/** True if failed items become output items instead of an error that stops the node. */
	continues: boolean;
	/**
	 * The fields of an input item, for its output; undefined if the output is to have only its own.
	 * @throws Error if the option is wrong
	 */
	inputFields?(): ((itemIndex: number) => IDataObject) | undefined;
	/** Shows texts in the editor, next to the output. */
	showHints(messages: string[]): void;
}

/** One run: reads and checks all items, plans the requests, sends them, and makes the output. */
export class Run {
	private readonly outcomes = new Map<number, Outcome>();
	/** The failures that stop the run before its first request. */
	private refused: Failure[] = [];
	private readonly facts = {
		timezone: this.context.getTimezone(),
		isManual: startedInEditor(this.context),
	};
	/** The execution, as n8n's log names it. */
	private readonly execution = `execution ${this.context.getExecutionId()}`;
	private sender: RequestSender | undefined;
	private plan: Plan = {
		requests: [],
		summary: async () => 'This run sent nothing: see the error.',
	};
	private mask: Mask = unmasked;
	private inputFields: ReturnType<NonNullable<RunInput['inputFields']>>;

	constructor(
		private readonly context: RequestContext,
		private readonly service: Service,
		private readonly operation: OperationDefinition,
		private readonly input: RunInput,
	) {}

	/**
	 * @returns the output, in the order of the input
	 * @throws NodeApiError, NodeOperationError where the node stops at errors and there is one
	 */
	async execute(): Promise<INodeExecutionData[]> {
		const rest = await this.sendAll();
		const ended = await this.end(rest);
		if (this.sender) logEnd(this.sender, this.execution, ended.items);
		let isStopped = true;
		try {
			if (stopsNode(ended)) throw stoppingError(ended);
			const output = await outputOf(ended);
			this.input.showHints(await hintsOf(ended));
			isStopped = false;
			return output;
		} finally {
			// Whatever stops the node, even a defect: Retry must not send again what was accepted.
			await this.input.memory.remember(ended.outcomes, isStopped);
		}
	}

	/** @returns what the items that were not reached end as */
	private async sendAll(): Promise<Failure> {
		const { context, service, operation, input } = this;
		try {
			this.inputFields = input.inputFields?.();
			const connection = await openConnection(
				context,
				service,
				input.options(),
				input.indexes.length,
			);
			this.mask = connection.mask;
			const stopsAtFailure = operation.stopsAtFailure === true && !input.continues;
			const sender = new RequestSender(context, connection, operation, stopsAtFailure);
			this.sender = sender;
			void logProgress(sender, this.execution, () => ({
				done: this.outcomes.size,
				total: input.indexes.length,
			}));
			const checked = await this.check(sender);
			if (this.refused.length === 0 || input.continues) {
				await this.planRequests(checked);
				await this.send(sender);
				await this.endDuplicates();
			}
			return notSentFailure(service, sender.stopReason);
		} catch (error) {
			// A fault of the credential, an option or the run as a whole is every item's failure.
			if (this.sender === undefined) this.mask = await maskOf(context, service);
			const failure = inputFailure(error, this.mask);
			this.refused = [failure];
			return failure;
		} finally {
			this.sender?.end();
		}
	}

	/**
	 * Reads and checks every item that no earlier try has sent.
	 * @throws InvalidInput if no item needs a request, and that is a mistake
	 */
	private async check(sender: RequestSender) {
		const { input, operation } = this;
		const { options, mask, path } = sender.connection;
		const { endpoint, inputsToCheck } = operation;
		const checked: CheckedItem[] = [];
		const outputs = new Map<number, IDataObject>();
		for (const itemIndex of input.indexes) {
			await yieldToEventLoop();
			const before = input.memory.outcomeOf(itemIndex, options.resendUncertain);
			if (before !== undefined || sender.stopReason !== undefined) continue;
			try {
				const params = input.read(itemIndex);
				const parts = operation.toRequest(params, this.facts);
				if ('output' in parts) outputs.set(itemIndex, parts.output);
				else {
					checkAddress(path, { endpoint, query: parts.query }, inputsToCheck);
					const leftOut = parts.leftOut && { left_out: parts.leftOut(mask) };
					checked.push({ itemIndex, params, parts, ...(leftOut && { leftOut }) });
				}
			} catch (error) {
				this.refused.push(this.fail(itemIndex, inputFailure(error, mask, itemIndex)));
			}
		}
		if (outputs.size > 0 && outputs.size === input.indexes.length)
			operation.refuseWithoutRequests?.();
		await this.putOut(outputs);
		return checked;
	}

	/** @throws InvalidInput if the run as a whole must not be sent */
	private async planRequests(checked: CheckedItem[]) {
		this.plan = (await this.operation.plan?.(checked, this.facts)) ?? {
			requests: checked.map((item) => ({
				parts: item.parts,
				members: [item],
				memberFields: leftOutOf,
			})),
		};
		await this.putOut(this.plan.outputs);
	}

	/** Ends items that need no request. */
	private async putOut(outputs: Plan['outputs'] = new Map()) {
		for (const [itemIndex, output] of outputs) {
			await yieldToEventLoop();
			// An uncertain item stays so until it is accepted (R8).
			if (this.input.memory.outcomeOf(itemIndex, false) !== undefined) continue;
			this.succeed(itemIndex, { state: 'nothing to send' }, output);
		}
	}

	/** One by one until one is accepted: what is wrong for all is tried once (R3). Then up to Max Concurrency at once. */
	private async send(sender: RequestSender) {
		const { requests } = this.plan;
		const { maxConcurrency, batching } = sender.connection.options;
		let next = 0;
		let turn = Promise.resolve();
		/** n8n's Batching: a pause after each batch of requests. */
		const pause = async (position: number) => {
			if (batching.interval === 0 || position === 0 || position % batching.size > 0) return;
			await systemClock.sleep(batching.interval, sender.signal).catch(() => {});
		};
		const sendNext = async () => {
			const position = next++;
			turn = turn.then(async () => await pause(position));
			await turn;
			await yieldToEventLoop();
			await this.sendOne(sender, requests[position]!);
		};
		const goesOn = () => next < requests.length && sender.stopReason === undefined;
		while (goesOn() && !sender.hasAccepted) await sendNext();
		await Promise.all(
			Array.from({ length: Math.min(maxConcurrency, requests.length) }, async () => {
				while (goesOn()) await sendNext();
			}),
		);
	}

	private async sendOne(sender: RequestSender, request: PlannedRequest) {
		try {
			await this.endMembers(sender, request, await sender.send(request));
		} catch (error) {
			// A defect of this node. What has left must not count as not sent, or Retry would send it again.
			const { readOnly } = this.operation.endpoint;
			const failure = unexpectedFailure(error, readOnly, sender.connection.mask);
			sender.stop({ kind: 'failed' });
			await this.endMembers(sender, request, failure);
		}
	}

	private async endMembers(
		{ connection }: RequestSender,
		{ members, memberFields, isTest }: PlannedRequest,
		result: IDataObject[] | Failure,
	) {
		const answer = Array.isArray(result) ? connection.maskOutput(result) : undefined;
		for (const member of members) {
			await yieldToEventLoop();
			const { itemIndex } = member;
			if (answer === undefined) this.fail(itemIndex, { ...(result as Failure), isTest });
			else this.succeed(itemIndex, { state: 'accepted', isTest }, memberFields?.(member), answer);
		}
	}

	/** A duplicate gets the columns of the item that it repeats, if that was accepted; otherwise its failure. */
	private async endDuplicates() {
		const { duplicates = [] } = this.plan;
		for (const { itemIndex, firstItem, output } of duplicates) {
			await yieldToEventLoop();
			const first = this.outcomes.get(firstItem);
			if (isFailure(first)) {
				const state = first.state === 'uncertain' ? 'uncertain' : 'not sent';
				this.fail(itemIndex, { ...first, state });
			} else if (first !== undefined) {
				// A field that was left out of the other item says nothing of this one.
				const columns = first.items.map(({ json }) => without(['left_out'], json));
				this.succeed(itemIndex, { state: 'duplicate', isTest: first.isTest }, output, columns);
			}
		}
	}

	/** @param answer masked once for all members of a request; each adds what is its own */
	private succeed(
		itemIndex: number,
		success: Omit<Success, 'items'>,
		own: IDataObject = {},
		answer: IDataObject[] = [{}],
	) {
		const fields = this.sender!.connection.maskOutput(own);
		const items = answer.map((item) => ({
			json: { ...item, ...fields },
			pairedItem: { item: itemIndex },
		}));
		this.outcomes.set(itemIndex, { ...success, items });
	}

	private fail(itemIndex: number, failure: Failure) {
		const inView = this.input.memory.withEarlierDoubt(itemIndex, failure);
		this.outcomes.set(itemIndex, inView);
		return inView;
	}

	/** Items that were not reached end as in an earlier try, else as `rest`. */
	private async end(rest: Failure): Promise<EndedRun> {
		const { context, operation, input, plan, refused, sender, mask, inputFields } = this;
		const outcomes = new Map<number, Outcome>();
		for (const itemIndex of input.indexes) {
			await yieldToEventLoop();
			const before = () => input.memory.outcomeOf(itemIndex, false);
			outcomes.set(itemIndex, this.outcomes.get(itemIndex) ?? before() ?? rest);
		}
		return {
			context,
			operation,
			plan,
			outcomes,
			items: await itemsByState(outcomes),
			refused,
			history: sender?.history,
			isCancelled: sender?.stopReason?.kind === 'cancelled',
			continues: input.continues,
			inputFields,
			mask,
			maskOutput: sender?.connection.maskOutput ?? jsonMask(mask),
		};
	}
}

const leftOutOf = ({ leftOut }: CheckedItem): IDataObject => ({ ...leftOut });
