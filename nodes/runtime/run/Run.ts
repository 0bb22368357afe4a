import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPairedItemData,
} from 'n8n-workflow';

import { systemClock } from '../http/clock';
import { maskOf, openConnection, type RequestContext } from '../http/connection';
import type { RequestOptions } from '../http/options';
import { checkAddress } from '../http/request';
import { jsonMask, unmasked } from '../input/keyMask';
import { inputFailure, notSentFailure, unexpectedFailure } from './failures';
import { errorFields, errorItem, nodeErrorOf } from './nodeError';
import type { CheckedItem, OperationDefinition, Plan, PlannedRequest } from './operation';
import { isFailure, type Failure, type Outcome, type Success } from './outcome';
import { RequestSender } from './RequestSender';
import type { RetryMemory } from './RetryMemory';
import { logEnd, logProgress } from './runLog';
import { startedInEditor } from './startedInEditor';
import { hintsAfterRun, withKeptBack, withRunSummary } from './summary';
import type { Service } from '../service';
import { yieldToEventLoop } from './yieldToEventLoop';

/** The plan of a run that is refused as a whole. */
const nothingPlanned: Plan = {
	requests: [],
	summary: async () => 'This run sent nothing: see the error.',
};

/** What a run works on: all input items, or the one of a tool call. */
export interface RunInput {
	indexes: readonly number[];
	/** An item's parameters. @throws Error where an expression fails */
	read(itemIndex: number): object;
	/** n8n's Request Options. @throws Error where an expression fails */
	options(): RequestOptions;
	memory: RetryMemory;
	/** Whether failed items are answered as items, in place of an error that stops the node. */
	continues: boolean;
	/**
	 * The fields of an input item, for its output; undefined where the output is to have only its own.
	 * @throws Error where the option is wrong
	 */
	inputFields?(): ((itemIndex: number) => IDataObject) | undefined;
	/** Shows texts in the editor, beside the output. */
	showHints(messages: string[]): void;
}

/** One run: reads and checks all items, plans the requests, sends them, and makes the output. */
export class Run {
	private readonly outcomes = new Map<number, Outcome>();
	/** What stops the run before its first request. */
	private refused: Failure[] = [];
	private readonly facts = {
		timezone: this.context.getTimezone(),
		isManual: startedInEditor(this.context),
	};
	/** The execution, as n8n's log names it. */
	private readonly execution = `execution ${this.context.getExecutionId()}`;
	private sender: RequestSender | undefined;
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
		const { context, service, operation, input } = this;
		let plan = nothingPlanned;
		let runFailure: Failure | undefined;
		try {
			this.inputFields = input.inputFields?.();
			const connection = await openConnection(
				context,
				service,
				input.options(),
				input.indexes.length,
			);
			const stopsAtFailure = operation.stopsAtFailure === true && !input.continues;
			const sender = new RequestSender(context, connection, operation, stopsAtFailure);
			this.sender = sender;
			void logProgress(sender, this.execution, () => ({
				done: this.outcomes.size,
				total: input.indexes.length,
			}));
			const checked = await this.check(sender);
			if (this.refused.length === 0 || input.continues) {
				plan = await this.plan(checked);
				await this.send(sender, plan.requests);
				await this.endDuplicates(plan);
			}
		} catch (error) {
			// What is wrong with the credential, an option or the run as a whole is every item's failure.
			runFailure = inputFailure(error, await maskOf(context, service));
			this.refused = [runFailure];
		} finally {
			this.sender?.end();
		}
		return await this.finish(plan, runFailure ?? notSentFailure(service, this.sender?.stopReason));
	}

	/**
	 * Reads and checks every item that no earlier try has sent.
	 * @throws InvalidInput where no item needs a request, and that is a mistake
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

	/** @throws InvalidInput where the run as a whole must not be sent */
	private async plan(checked: CheckedItem[]) {
		const plan: Plan = (await this.operation.plan?.(checked, this.facts)) ?? {
			requests: checked.map((item) => ({
				parts: item.parts,
				members: [item],
				memberFields: leftOutOf,
			})),
		};
		await this.putOut(plan.outputs);
		return plan;
	}

	/** Ends items that need no request. */
	private async putOut(outputs: Plan['outputs'] = new Map()) {
		for (const [itemIndex, output] of outputs) {
			await yieldToEventLoop();
			// What was uncertain stays so until it is accepted (R8).
			if (this.input.memory.outcomeOf(itemIndex, false) !== undefined) continue;
			this.succeed(itemIndex, { state: 'nothing to send' }, output);
		}
	}

	/** One by one until one is accepted: what is wrong for all is tried once (R3). Then up to Max Concurrency at once. */
	private async send(sender: RequestSender, requests: PlannedRequest[]) {
		const { maxConcurrency, batching } = sender.connection.options;
		let next = 0;
		let turn = Promise.resolve();
		/** n8n's Batching: a pause after every so many requests. */
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
		const { members, memberFields, isTest } = request;
		let result;
		try {
			result = await sender.send(request);
		} catch (error) {
			// A defect of this node: the run ends in good order all the same.
			const { readOnly } = this.operation.endpoint;
			result = unexpectedFailure(error, readOnly, sender.connection.mask);
			sender.stop({ kind: 'failed' });
		}
		let answer: IDataObject[] | undefined;
		for (const member of members) {
			await yieldToEventLoop();
			const { itemIndex } = member;
			if (Array.isArray(result)) {
				answer ??= sender.connection.maskOutput(result);
				this.succeed(itemIndex, { state: 'accepted', isTest }, memberFields?.(member), answer);
			} else this.fail(itemIndex, { ...result, isTest });
		}
	}

	/** A duplicate gets the columns of the item that it repeats, if that was accepted; otherwise its failure. */
	private async endDuplicates({ duplicates = [] }: Plan) {
		for (const { itemIndex, firstItem, output } of duplicates) {
			await yieldToEventLoop();
			const first = this.outcomes.get(firstItem);
			if (isFailure(first)) {
				const state = first.state === 'uncertain' ? 'uncertain' : 'not sent';
				this.fail(itemIndex, { ...first, state });
			} else if (first !== undefined) {
				// What was left out of the other item says nothing of this one.
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

	/** Makes the output, and keeps what a retry must know. Items not reached end as in an earlier try, else as `rest`. */
	private async finish({ requests, summary }: Plan, rest: Failure) {
		const { context, outcomes, input, sender } = this;
		const { indexes, continues, memory } = input;
		const ended = indexes.map((itemIndex) => {
			const outcome = outcomes.get(itemIndex) ?? memory.outcomeOf(itemIndex, false) ?? rest;
			outcomes.set(itemIndex, outcome);
			return outcome;
		});
		const failures = ended.filter(isFailure);
		const isCancelled = sender?.stopReason?.kind === 'cancelled';
		const isStopped = !continues && (failures.length > 0 || isCancelled);
		memory.remember(outcomes, isStopped);
		if (sender) logEnd(sender, this.execution, ended);
		const keptBack = requests.filter(
			({ members }) => outcomes.get(members[0]!.itemIndex)?.state === 'not sent',
		).length;
		if (isStopped) throw this.errorOf(failures, isCancelled, keptBack);
		const output: INodeExecutionData[] = [];
		for (const [position, outcome] of ended.entries()) {
			if (isFailure(outcome)) {
				await yieldToEventLoop();
				const failure = withKeptBack(outcome, keptBack);
				output.push(errorItem(context.getNode(), failure, indexes[position]!));
			} else for (const item of outcome.items) output.push(item);
		}
		await this.addInputFields(output);
		await yieldToEventLoop();
		const hint = await summary?.(outcomes, sender?.connection.mask ?? unmasked);
		input.showHints(hintsAfterRun(sender?.history, failures, hint));
		return output;
	}

	/** Gives each output item the fields of its input item, where that is wanted. */
	private async addInputFields(output: INodeExecutionData[]) {
		const { context, service, operation, outcomes, sender, inputFields } = this;
		if (inputFields === undefined) return;
		const maskOutput = sender?.connection.maskOutput ?? jsonMask(await maskOf(context, service));
		const ownFields = [...errorFields, ...(operation.ownFields ?? [])];
		// n8n moves an item to the error output only where it has no other fields. It then adds those of the input.
		const isMoved = context.getNode().onError === 'continueErrorOutput';
		for (const [position, { json, ...item }] of output.entries()) {
			await yieldToEventLoop();
			const { item: itemIndex } = item.pairedItem as IPairedItemData;
			if (isMoved && isFailure(outcomes.get(itemIndex))) continue;
			const fields = maskOutput(without(ownFields, inputFields(itemIndex)));
			output[position] = { ...item, json: { ...fields, ...json } };
		}
	}

	/** The error that stops the node. */
	private errorOf(failures: Failure[], isCancelled: boolean, keptBack: number) {
		const { context, operation, input, outcomes } = this;
		const node = context.getNode();
		// Preferably not an item that was only kept back by the failure of another.
		const first = failures.find(({ state }) => state !== 'not sent') ?? failures[0];
		const [failure = first, ...others] = saidOnce(this.refused, input.indexes);
		// By the word "canceled" n8n tells a stopped execution from a failed one.
		const error =
			isCancelled || failure === undefined
				? new NodeOperationError(node, 'The execution was canceled')
				: nodeErrorOf(node, withKeptBack(failure, keptBack), others);
		const { readOnly } = operation.endpoint;
		const history = this.sender?.history;
		return withRunSummary(error, input.indexes, outcomes, { context, readOnly, history });
	}
}

const leftOutOf = ({ leftOut }: CheckedItem): IDataObject => ({ ...leftOut });

function without(names: readonly string[], fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** What is wrong in the same way for all items is said once, as an error of the run (R1). */
function saidOnce(refused: Failure[], indexes: readonly number[]): Failure[] {
	const [first] = refused;
	const isSame = refused.every(
		({ message, description }) => message === first?.message && description === first.description,
	);
	const isOfAll = indexes.length > 1 && refused.length === indexes.length && isSame;
	return isOfAll ? [{ ...first!, itemIndex: undefined }] : refused;
}
