import { NodeOperationError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import { maskOf, openConnection, type RequestContext } from '../http/connection';
import type { RequestOptions } from '../http/options';
import { inputFailure, notSentFailure, unexpectedFailure } from './failures';
import { errorItem, nodeErrorOf } from './nodeError';
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
			const connection = await openConnection(context, service, input.options());
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

	/** Reads and checks every item that no earlier try has sent. */
	private async check(sender: RequestSender) {
		const { input, operation } = this;
		const { options, mask } = sender.connection;
		const checked: CheckedItem[] = [];
		for (const itemIndex of input.indexes) {
			await yieldToEventLoop();
			const before = input.memory.outcomeOf(itemIndex, options.resendUncertain);
			if (before !== undefined || sender.stopReason !== undefined) continue;
			try {
				const params = input.read(itemIndex);
				const parts = operation.toRequest(params, this.facts);
				if (!('output' in parts)) checked.push({ itemIndex, params, parts });
				else this.succeed(itemIndex, { state: 'nothing to send' }, parts.output);
			} catch (error) {
				this.refused.push(this.fail(itemIndex, inputFailure(error, mask, itemIndex)));
			}
		}
		return checked;
	}

	/** @throws InvalidInput where the run as a whole must not be sent */
	private async plan(checked: CheckedItem[]) {
		const plan: Plan = (await this.operation.plan?.(checked, this.facts)) ?? {
			requests: checked.map((item) => ({ parts: item.parts, members: [item] })),
		};
		for (const [itemIndex, output] of plan.outputs ?? []) {
			await yieldToEventLoop();
			// What was uncertain stays so until it is accepted (R8).
			if (this.input.memory.outcomeOf(itemIndex, false) !== undefined) continue;
			this.succeed(itemIndex, { state: 'nothing to send' }, output);
		}
		return plan;
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

	/** A duplicate gets its output if the item that it repeats was accepted, otherwise that item's failure. */
	private async endDuplicates({ duplicates = [] }: Plan) {
		for (const { itemIndex, firstItem, output } of duplicates) {
			await yieldToEventLoop();
			const first = this.outcomes.get(firstItem);
			if (isFailure(first)) {
				const state = first.state === 'uncertain' ? 'uncertain' : 'not sent';
				this.fail(itemIndex, { ...first, state });
			} else if (first !== undefined) {
				this.succeed(itemIndex, { state: 'duplicate', isTest: first.isTest }, output);
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
		await yieldToEventLoop();
		const hint = await summary?.(outcomes);
		input.showHints(hintsAfterRun(sender?.history, failures, hint));
		return output;
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

/** What is wrong in the same way for all items is said once, as an error of the run (R1). */
function saidOnce(refused: Failure[], indexes: readonly number[]): Failure[] {
	const [first] = refused;
	const isSame = refused.every(
		({ message, description }) => message === first?.message && description === first.description,
	);
	const isOfAll = indexes.length > 1 && refused.length === indexes.length && isSame;
	return isOfAll ? [{ ...first!, itemIndex: undefined }] : refused;
}
