import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { unmasked, type Mask } from '../input/keyMask';
import type { CheckedItem, OperationDefinition, Plan, PlannedRequest, RunFacts } from './operation';
import { maskOf, openConnection } from '../http/connection';
import type { RequestOptions } from '../http/options';
import { systemClock } from '../http/systemClock';
import { badItemsError } from './badItems';
import { Breather } from './Breather';
import { inputFailures, notSentFailure, unexpectedFailure } from './failures';
import { hintsOf } from './hintsAfterRun';
import { isManual } from './manual';
import { errorItem, nodeErrorOf, type NodeError } from './nodeError';
import { isFailure, nothingToSend, type Failure, type Outcome, type SentAs } from './outcome';
import { inputItems, ParameterReader } from './ParameterReader';
import { prepare } from './prepare';
import { Progress } from './Progress';
import { Run } from './Run';
import { sendRequest } from './sendRequest';
import { notSentSentence, withRunSummary } from './summary';

/** n8n knows by its own word "canceled" that an execution was stopped and has not failed. */
const canceled = 'The execution was canceled';

/** One execution of an operation for all input items, step by step. */
export class ItemsRun<Sent extends object> {
	private readonly items: INodeExecutionData[];

	/** How each item has ended, as far as it has. */
	private readonly outcomes: Array<Outcome | undefined>;

	/** As what the items are sent, or an earlier try has sent them. */
	private readonly sentAs: Array<SentAs | undefined> = [];

	private readonly progress: Progress;

	private readonly facts: RunFacts;

	private readonly breather = new Breather();

	private readonly continues: boolean;

	private readonly startedAt = systemClock.now();

	/** Requests that were not sent, although they could have been. */
	private keptBack = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: OperationDefinition<Sent>,
	) {
		this.items = inputItems(context);
		this.outcomes = new Array<Outcome | undefined>(this.items.length);
		this.continues = context.continueOnFail();
		this.progress = new Progress(context);
		this.facts = { timezone: context.getTimezone(), isManual: isManual(context) };
	}

	/**
	 * @returns the output, in the order of the input
	 * @throws NodeApiError, NodeOperationError where the node stops at errors and there is one
	 */
	async execute(): Promise<INodeExecutionData[]> {
		const run = await this.open();
		try {
			const checked = await this.check(run);
			const plan = await this.plan(run, checked);
			await this.send(run, plan.requests);
			this.countKeptBack(plan.requests);
			await this.settleDuplicates(run, plan);
			return await this.finish(run, plan);
		} finally {
			run?.end();
		}
	}

	/** Gives undefined where the credential or an option is wrong: then that is every item's failure. */
	private async open(): Promise<Run | undefined> {
		try {
			const options = this.context.getNodeParameter('requestOptions', 0, {}) as RequestOptions;
			const connection = await openConnection(this.context, options);
			const stopsAtFailure = this.operation.stopsAtFailure === true && !this.continues;
			return new Run(this.context, connection, stopsAtFailure);
		} catch (error) {
			const mask = await maskOf(this.context);
			const failureOf = inputFailures(error, mask);
			for (const itemIndex of this.items.keys()) {
				const before = this.progress.outcomeOf(itemIndex, false);
				this.outcomes[itemIndex] = isOver(before) ? before : failureOf(itemIndex);
			}
			if (this.continues) return undefined;
			throw this.withSummary(nodeErrorOf(this.context.getNode(), failureOf(0), 0));
		}
	}

	/**
	 * Reads and checks every item that an earlier try has not sent.
	 *
	 * @throws NodeOperationError for all items that are not in order, where the node stops at errors
	 */
	private async check(run: Run | undefined): Promise<Array<CheckedItem<Sent>>> {
		if (run === undefined) return [];
		const { operation, outcomes, progress } = this;
		const reader = new ParameterReader(this.context, operation.parameters, operation.onceARun);
		const checked: Array<CheckedItem<Sent>> = [];
		const bad: Array<[itemIndex: number, failure: Failure]> = [];
		for (const itemIndex of this.items.keys()) {
			await this.breather.breathe();
			const before = progress.outcomeOf(itemIndex, run.connection.options.resendUncertain);
			if (isOver(before)) outcomes[itemIndex] = before;
			const sentAs = progress.sentAsOf(itemIndex);
			this.sentAs[itemIndex] = sentAs;
			if (run.stopReason?.kind === 'cancelled') {
				outcomes[itemIndex] ??= notSentFailure(run.stopReason);
				continue;
			}
			// An item that was sent still counts where others are compared with it.
			if (before !== undefined && operation.plan === undefined) continue;
			try {
				const sent = reader.read(itemIndex) as Sent;
				const parts = prepare(operation, sent, this.facts);
				if (!Array.isArray(parts)) {
					// What only the test number has got is still to be sent where it is no test any more.
					const isTest = operation.isTest?.(sent, this.facts);
					const counts = (outcome?: Outcome) => isTest === true || outcome?.isTest !== true;
					const wasSent = before !== undefined && counts(before);
					if (wasSent) outcomes[itemIndex] = before;
					const skipped = progress.skippedOf(itemIndex);
					const isSkipped = skipped && counts(progress.outcomeOf(skipped.of, false));
					checked.push({
						itemIndex,
						sent,
						parts,
						wasSent,
						...(wasSent && { wasTest: before.isTest, sentAs }),
						...(isSkipped && { skipped }),
					});
				} else {
					const pairedItem = { item: itemIndex };
					const items = parts.map((json) => ({ json, pairedItem }));
					outcomes[itemIndex] = nothingToSend(items, run.connection.outputMask);
				}
			} catch (error) {
				if (isOver(before)) continue;
				const failure = inputFailures(error, run.connection.mask)(itemIndex);
				outcomes[itemIndex] = failure;
				bad.push([itemIndex, failure]);
			}
		}
		if (bad.length > 0 && !this.continues) {
			progress.keep(outcomes, this.sentAs);
			throw this.withSummary(badItemsError(this.context.getNode(), bad));
		}
		return checked;
	}

	/** @throws NodeOperationError where the run as a whole must not be sent */
	private async plan(run: Run | undefined, checked: Array<CheckedItem<Sent>>): Promise<Plan<Sent>> {
		const { operation, outcomes } = this;
		const nothing = { outputs: new Map(), duplicates: [], hints: () => [] };
		if (operation.plan === undefined) {
			const requests = checked.map((item) => ({ parts: item.parts, members: [item] }));
			return { ...nothing, requests };
		}
		try {
			const plan = await operation.plan(checked, this.facts, this.breather);
			for (const [itemIndex, items] of plan.outputs) {
				outcomes[itemIndex] = nothingToSend(items, outputMaskOf(run));
			}
			for (const { members, sentAs } of plan.requests) {
				await this.breather.breathe();
				for (const member of members) this.sentAs[member.itemIndex] = sentAs?.(member);
			}
			return plan;
		} catch (error) {
			const failureOf = inputFailures(error, run?.connection.mask ?? unmasked);
			const itemIndex = checked.find(({ wasSent }) => !wasSent)?.itemIndex ?? 0;
			if (!this.continues) {
				this.progress.keep(outcomes, this.sentAs);
				const failure = failureOf(itemIndex);
				throw this.withSummary(nodeErrorOf(this.context.getNode(), failure, itemIndex));
			}
			for (const { itemIndex } of checked) {
				if (isOver(outcomes[itemIndex])) continue;
				outcomes[itemIndex] = failureOf(itemIndex);
			}
			return { ...nothing, requests: [] };
		}
	}

	/**
	 * Sends the requests, as many at once as the service takes. Until one was accepted they go one by
	 * one: what is wrong for all is tried once.
	 */
	private async send(run: Run | undefined, requests: Array<PlannedRequest<Sent>>): Promise<void> {
		if (run === undefined) return;
		const { maxConcurrency, batching } = run.connection.options;
		let next = 0;
		let turn = Promise.resolve();
		/** n8n's Batching: a pause after every so many requests. */
		const pause = async (position: number) => {
			if (batching.interval === 0 || position === 0 || position % batching.size > 0) return;
			await systemClock.sleep(batching.interval, run.signal).catch(() => {});
		};
		const sendNext = async (): Promise<void> => {
			const position = next;
			next += 1;
			const request = requests[position];
			if (request === undefined) return;
			turn = turn.then(async () => await pause(position));
			await turn;
			await this.breather.breathe();
			try {
				const outcomeOf = await sendRequest(this.context, run, this.operation, request);
				for (const member of request.members) {
					await this.breather.breathe();
					this.outcomes[member.itemIndex] = outcomeOf(member);
				}
			} catch (error) {
				// A defect of this node: the run ends in good order all the same.
				const { readOnly } = this.operation.endpoint;
				const failure = unexpectedFailure(error, readOnly, run.connection.mask);
				run.stop({ kind: 'failed', failure });
				for (const { itemIndex } of request.members) this.outcomes[itemIndex] = failure;
			}
		};
		while (next < requests.length && !run.hasAccepted) await sendNext();
		const lanes = Math.min(maxConcurrency, requests.length - next);
		await Promise.all(
			Array.from({ length: lanes }, async () => {
				while (next < requests.length) await sendNext();
			}),
		);
	}

	/** Who reads that the key is blocked must know how much that kept back (docs/node-contract.md, "Errors"). */
	private countKeptBack(requests: Array<PlannedRequest<Sent>>): void {
		this.keptBack = requests.filter(({ members: [first] }) => {
			const outcome = first && this.outcomes[first.itemIndex];
			return outcome?.state === 'not sent';
		}).length;
	}

	/** A skipped item has its output where its number got the message, else the other item's failure. */
	private async settleDuplicates(run: Run | undefined, { duplicates }: Plan<Sent>): Promise<void> {
		for (const { itemIndex, skipped, output } of duplicates) {
			await this.breather.breathe();
			const first = this.outcomes[skipped.of];
			if (first !== undefined && isFailure(first)) {
				const state = first.state === 'uncertain' ? 'uncertain' : 'not sent';
				this.outcomes[itemIndex] = { ...first, state };
			} else {
				const items = [{ json: output, pairedItem: { item: itemIndex } }];
				this.outcomes[itemIndex] = nothingToSend(items, outputMaskOf(run), skipped);
			}
		}
	}

	/**
	 * Keeps what a retry must know, and makes the output.
	 *
	 * @throws the error of the first item that failed, where the node stops at errors
	 */
	private async finish(run: Run | undefined, { hints }: Plan<Sent>): Promise<INodeExecutionData[]> {
		const { context, outcomes, progress } = this;
		const node = context.getNode();
		// Where it goes on after errors, n8n would put its input out in place of what was sent.
		if (run?.stopReason?.kind === 'cancelled' && !this.continues) {
			progress.keep(outcomes, this.sentAs);
			const error = new NodeOperationError(node, canceled, { itemIndex: 0 });
			throw this.withSummary(error, run);
		}
		const failed = this.firstFailure();
		if (failed !== undefined && !this.continues) {
			progress.keep(outcomes, this.sentAs);
			const [itemIndex, failure] = failed;
			throw this.withSummary(nodeErrorOf(node, failure, itemIndex), run, failure);
		}
		if (failed === undefined) progress.clear(outcomes, this.sentAs);
		else progress.remember(outcomes, this.sentAs);

		const output: INodeExecutionData[] = [];
		for (const [itemIndex, outcome] of outcomes.entries()) {
			await this.breather.breathe();
			if (outcome === undefined) continue;
			if (isFailure(outcome)) output.push(errorItem(node, this.withKeptBack(outcome), itemIndex));
			else for (const item of outcome.items) output.push(item);
		}
		const seconds = (systemClock.now() - this.startedAt) / 1000;
		const facts = hintsOf(run?.history, seconds, outcomes);
		context.addExecutionHints(
			...[...hints(outcomes), ...facts].map((message) => ({
				message,
				location: 'outputPane' as const,
			})),
		);
		return output;
	}

	/** @param failure the one that the error is made of, where that is one of a request */
	private withSummary(error: NodeError, run?: Run, failure?: Failure): NodeError {
		const { readOnly } = this.operation.endpoint;
		const beyond = this.progress.beyond(this.outcomes.length);
		const outcomes = beyond.map((outcome) => (isOver(outcome) ? outcome : undefined));
		return withRunSummary(error, [...this.outcomes, ...outcomes], {
			readOnly,
			keptBack: failure?.httpCode === '403' ? this.keptBack : 0,
			// An item that nobody tried to send says itself how long the run waited.
			history: failure?.httpCode === 'none' ? undefined : run?.history,
		});
	}

	/** A failure as an item of its own, which has no summary of the run. */
	private withKeptBack(failure: Failure): Failure {
		if (failure.httpCode !== '403' || this.keptBack === 0) return failure;
		return { ...failure, description: `${failure.description} ${notSentSentence(this.keptBack)}` };
	}

	/** The failure that says what happened: not one of an item that another's failure kept back. */
	private firstFailure(): [itemIndex: number, failure: Failure] | undefined {
		let first: [number, Failure] | undefined;
		for (const [itemIndex, outcome] of this.outcomes.entries()) {
			if (outcome === undefined || !isFailure(outcome)) continue;
			if (outcome.state !== 'not sent') return [itemIndex, outcome];
			first ??= [itemIndex, outcome];
		}
		return first;
	}
}

/** Without a run there is no key, and nothing comes from outside. */
function outputMaskOf(run: Run | undefined): Mask {
	return run?.connection.outputMask ?? unmasked;
}

/** Whether an item is not to be sent again: unlike one that only the test number has got. */
function isOver(before: Outcome | undefined): before is Outcome {
	return before !== undefined && before.isTest !== true;
}
