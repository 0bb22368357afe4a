import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import { maskOf, openConnection, type RequestContext } from '../http/connection';
import type { RequestOptions } from '../http/options';
import { refuse } from '../input/InvalidInput';
import { excessOfValue, isLostInJson } from '../input/json';
import { unmasked, type Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { inputFailures, notSentFailure, unexpectedFailure } from './failures';
import { hintsAfterRun } from './hintsAfterRun';
import { badItemsError, errorItem, isTool, nodeErrorOf, type NodeError } from './nodeError';
import type {
	CheckedItem,
	OperationDefinition,
	Plan,
	PlannedRequest,
	RequestParts,
	RunFacts,
} from './operation';
import { isFailure, summaryOf, withoutRequest, type Failure, type Outcome } from './outcome';
import type { RetryMemory } from './RetryMemory';
import { RequestSender } from './RequestSender';
import { startedInEditor } from './startedInEditor';
import { notSentSentence, withRunSummary } from './summary';
import { yieldToEventLoop } from './yieldToEventLoop';

/** n8n knows by its own word "canceled" that an execution was stopped and has not failed. */
const canceled = 'The execution was canceled';

/** What a run works on: all input items, or the one of a tool call. */
export interface RunInput<Params> {
	/** The numbers of the items. */
	indexes: readonly number[];
	/** An item's parameters. @throws Error where an expression fails */
	read(itemIndex: number): Params;
	/** n8n's Request Options. @throws Error where an expression fails */
	options(): RequestOptions;
	memory: RetryMemory;
	/** Whether failed items are answered as items, in place of an error that stops the node. */
	continues: boolean;
	/** Shows a text in the editor, beside the output. */
	showHints(messages: string[]): void;
}

/**
 * One execution of an operation, step by step: read and check all items, plan the requests, send them, make the
 * output. The same for all input items and for one tool call.
 */
export class Run<Params extends object> {
	/** How each item has ended, as far as it has. */
	private readonly outcomes = new Map<number, Outcome>();

	/** What stops the run before its first request. */
	private readonly refused: Array<[itemIndex: number, failure: Failure]> = [];

	private readonly facts: RunFacts;

	private readonly startedAt = systemClock.now();

	private sender: RequestSender<Params> | undefined;

	/** Without a sender there is no key, and nothing comes from outside. */
	private mask: Mask = unmasked;

	private outputMask: Mask = unmasked;

	/** Requests that were not sent, although they could have been. */
	private keptBack = 0;

	constructor(
		private readonly context: RequestContext,
		private readonly operation: OperationDefinition<Params>,
		private readonly input: RunInput<Params>,
	) {
		this.facts = { timezone: context.getTimezone(), isManual: startedInEditor(context) };
	}

	/**
	 * @returns the output, in the order of the input
	 * @throws NodeApiError, NodeOperationError where the node stops at errors and there is one
	 */
	async execute(): Promise<INodeExecutionData[]> {
		let plan: Plan<Params> = { requests: [] };
		try {
			this.sender = await this.open();
			const checked = await this.check(this.sender);
			if (this.refused.length === 0 || this.input.continues) {
				plan = await this.plan(checked);
				await this.send(this.sender, plan.requests);
				await this.endDuplicates(plan);
			}
		} catch (error) {
			const failureOf = inputFailures(error, this.sender ? this.mask : await maskOf(this.context));
			this.failRest(failureOf);
		} finally {
			this.sender?.end();
		}
		return await this.finish(plan);
	}

	/** @throws InvalidInput where the credential or an option is wrong: then that is every item's failure */
	private async open(): Promise<RequestSender<Params>> {
		const connection = await openConnection(this.context, this.input.options());
		this.mask = connection.mask;
		this.outputMask = connection.outputMask;
		const stopsAtFailure = this.operation.stopsAtFailure === true && !this.input.continues;
		return new RequestSender(this.context, connection, this.operation, stopsAtFailure);
	}

	/** Reads and checks every item that no earlier try has sent. */
	private async check(sender: RequestSender<Params>): Promise<Array<CheckedItem<Params>>> {
		const { input, outcomes, operation } = this;
		const { resendUncertain } = sender.connection.options;
		const checked: Array<CheckedItem<Params>> = [];
		for (const itemIndex of input.indexes) {
			await yieldToEventLoop();
			const before = input.memory.outcomeOf(itemIndex, resendUncertain);
			if (before !== undefined) {
				outcomes.set(itemIndex, before);
				continue;
			}
			if (sender.stopReason !== undefined) continue;
			try {
				const params = input.read(itemIndex);
				const parts = operation.toRequest(params, this.facts);
				if (Array.isArray(parts)) {
					const items = parts.map((json) => ({ json, pairedItem: { item: itemIndex } }));
					outcomes.set(itemIndex, withoutRequest('nothing to send', items, this.outputMask));
				} else {
					checkBody(parts);
					checked.push({ itemIndex, params, parts });
				}
			} catch (error) {
				const failure = inputFailures(error, this.mask)(itemIndex);
				this.fail(itemIndex, failure);
				this.refused.push([itemIndex, failure]);
			}
		}
		return checked;
	}

	/** @throws InvalidInput where the run as a whole must not be sent */
	private async plan(checked: Array<CheckedItem<Params>>): Promise<Plan<Params>> {
		const { plan } = this.operation;
		if (plan === undefined) {
			return { requests: checked.map((item) => ({ parts: item.parts, members: [item] })) };
		}
		const planned = await plan(checked, this.facts);
		for (const [itemIndex, items] of planned.outputs ?? []) {
			this.outcomes.set(itemIndex, withoutRequest('nothing to send', items, this.outputMask));
		}
		return planned;
	}

	/**
	 * Sends the requests, as many at once as the service takes. Until one was accepted they go one by one: what is
	 * wrong for all is tried once.
	 */
	private async send(
		sender: RequestSender<Params>,
		requests: Array<PlannedRequest<Params>>,
	): Promise<void> {
		const { maxConcurrency, batching } = sender.connection.options;
		let next = 0;
		let turn = Promise.resolve();
		/** n8n's Batching: a pause after every so many requests. */
		const pause = async (position: number) => {
			if (batching.interval === 0 || position === 0 || position % batching.size > 0) return;
			await systemClock.sleep(batching.interval, sender.signal).catch(() => {});
		};
		const sendNext = async (): Promise<void> => {
			const position = next;
			next += 1;
			const request = requests[position];
			if (request === undefined) return;
			turn = turn.then(async () => await pause(position));
			await turn;
			await yieldToEventLoop();
			await this.sendOne(sender, request);
		};
		while (next < requests.length && !sender.hasAccepted) await sendNext();
		const lanes = Math.min(maxConcurrency, requests.length - next);
		await Promise.all(
			Array.from({ length: lanes }, async () => {
				while (next < requests.length) await sendNext();
			}),
		);
		// Who reads that the key is blocked must know how much that kept back (docs/node-contract.md, "Errors").
		this.keptBack = requests.filter(({ members: [first] }) => {
			return first && this.outcomes.get(first.itemIndex)?.state === 'not sent';
		}).length;
	}

	private async sendOne(
		sender: RequestSender<Params>,
		request: PlannedRequest<Params>,
	): Promise<void> {
		try {
			const outcomeOf = await sender.send(request);
			for (const member of request.members) {
				await yieldToEventLoop();
				const outcome = outcomeOf(member);
				if (isFailure(outcome)) this.fail(member.itemIndex, outcome);
				else this.outcomes.set(member.itemIndex, outcome);
			}
		} catch (error) {
			// A defect of this node: the run ends in good order all the same.
			const failure = unexpectedFailure(error, this.operation.endpoint.readOnly, this.mask);
			sender.stop({ kind: 'failed', failure });
			for (const { itemIndex } of request.members) this.fail(itemIndex, failure);
		}
	}

	/** A skipped item has its output where its number got the message, else the other item's failure. */
	private async endDuplicates({ duplicates = [] }: Plan<Params>): Promise<void> {
		for (const { itemIndex, of, output } of duplicates) {
			await yieldToEventLoop();
			const first = this.outcomes.get(of);
			if (isFailure(first)) {
				const state = first.state === 'uncertain' ? 'uncertain' : 'not sent';
				this.fail(itemIndex, { ...first, state });
			} else {
				const items = [{ json: output, pairedItem: { item: itemIndex } }];
				this.outcomes.set(itemIndex, withoutRequest('duplicate', items, this.outputMask));
			}
		}
	}

	private fail(itemIndex: number, failure: Failure): void {
		this.outcomes.set(itemIndex, this.input.memory.withEarlierDoubt(itemIndex, failure));
	}

	/** What is wrong for all is said once, and is the failure of each item that has not ended. */
	private failRest(failureOf: (itemIndex: number) => Failure): void {
		const { memory, indexes } = this.input;
		for (const itemIndex of indexes) {
			const before = memory.outcomeOf(itemIndex, false);
			if (before !== undefined) this.outcomes.set(itemIndex, before);
			else if (!this.outcomes.has(itemIndex)) this.fail(itemIndex, failureOf(itemIndex));
		}
		const [first = 0] = indexes.filter((itemIndex) => isFailure(this.outcomes.get(itemIndex)));
		this.refused.splice(0, Infinity, [first, failureOf(first)]);
	}

	/**
	 * Keeps what a retry must know, and makes the output.
	 *
	 * @throws the error of the first item that failed, where the node stops at errors
	 */
	private async finish({ hints }: Plan<Params>): Promise<INodeExecutionData[]> {
		const { context, outcomes, input, sender } = this;
		const { indexes, continues } = input;
		const node = context.getNode();
		for (const itemIndex of indexes) {
			if (!outcomes.has(itemIndex)) this.fail(itemIndex, notSentFailure(sender?.stopReason));
		}
		const failed = this.refused[0] ?? this.firstFailure();
		const isCancelled = sender?.stopReason?.kind === 'cancelled';
		const isStopped = !continues && (failed !== undefined || isCancelled);
		input.memory.remember(outcomes, isStopped);
		this.logDoubt();
		// Where it goes on after errors, n8n would put its input out in place of what was sent.
		if (isStopped && isCancelled) {
			const [itemIndex] = indexes;
			throw this.withSummary(new NodeOperationError(node, canceled, { itemIndex }));
		}
		if (isStopped && failed !== undefined) {
			const error =
				this.refused.length > 0
					? badItemsError(node, this.refused)
					: nodeErrorOf(node, failed[1], failed[0]);
			throw this.withSummary(error, failed[1]);
		}
		const output: INodeExecutionData[] = [];
		for (const itemIndex of indexes) {
			await yieldToEventLoop();
			const outcome = outcomes.get(itemIndex);
			if (isFailure(outcome)) output.push(errorItem(node, this.withKeptBack(outcome), itemIndex));
			else for (const item of outcome?.items ?? []) output.push(item);
		}
		const took = systemClock.now() - this.startedAt;
		input.showHints([
			...(hints?.(outcomes) ?? []),
			...hintsAfterRun(sender?.history, took, outcomes),
		]);
		return output;
	}

	/** @param failure the one that the error is made of */
	private withSummary(error: NodeError, failure?: Failure): NodeError {
		const { indexes } = this.input;
		const isIntegrated = this.context.getMode() === 'integrated';
		return withRunSummary(error, summaryOf(indexes, this.outcomes), indexes.length, {
			readOnly: this.operation.endpoint.readOnly,
			place: isTool(this.context.getNode()) ? 'tool' : isIntegrated ? 'sub-workflow' : 'workflow',
			keptBack: failure?.httpCode === '403' ? this.keptBack : 0,
			// An item that nobody tried to send says itself how long the run waited.
			history: failure?.httpCode === 'none' ? undefined : this.sender?.history,
		});
	}

	/** A failure as an item of its own, which has no summary of the run. */
	private withKeptBack(failure: Failure): Failure {
		if (failure.httpCode !== '403' || this.keptBack === 0) return failure;
		return { ...failure, description: `${failure.description} ${notSentSentence(this.keptBack)}` };
	}

	/** The failure that says what happened: not one of an item that another's failure kept back. */
	private firstFailure(): [itemIndex: number, failure: Failure] | undefined {
		const failures = this.input.indexes.flatMap((itemIndex): Array<[number, Failure]> => {
			const outcome = this.outcomes.get(itemIndex);
			return isFailure(outcome) ? [[itemIndex, outcome]] : [];
		});
		return failures.find(([, { state }]) => state !== 'not sent') ?? failures[0];
	}

	/** Somebody must look after what is in doubt, also where nobody reads the output. */
	private logDoubt(): void {
		const { uncertain } = summaryOf(this.input.indexes, this.outcomes);
		if (uncertain.length === 0 || this.sender === undefined) return;
		const execution = `execution ${this.context.getExecutionId()}`;
		this.sender.log(`${uncertain.length} items of ${execution} may have been processed`);
	}
}

/** All parameters together. */
const all = { name: 'parameters', displayName: 'Parameters', which: 'of the item' };

/** Levels and values that a request's body may have around what one parameter returned. */
const aroundParameters = 1000;

/** @throws InvalidInput where a body is no JSON, or too large */
function checkBody({ body }: RequestParts): void {
	const excess = excessOfValue(body, aroundParameters);
	if (excess !== undefined) {
		refuse(all, `are too large: ${excess}`, 'Check what the expressions return.');
	}
	try {
		// An expression may return what has no JSON: a circle, a number too big, a depth without end.
		JSON.stringify(body, function (this: Record<string, unknown>, key: string, value: unknown) {
			if (isLostInJson(this[key])) throw new Error(`"${key}" is ${String(this[key])}`);
			return value;
		});
	} catch (error) {
		const [reason = ''] = (error as Error).message.split('\n', 1);
		refuse(
			all,
			(mask) => `can't be written as JSON: ${sanitizeUntrusted(reason, mask)}`,
			'Check what the expressions return.',
		);
	}
}
