import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openConnection, readCredential } from '../http/connection';
import { requestOptions } from '../http/options';
import { refuse } from '../input/InvalidInput';
import { keyMask } from '../input/keyMask';
import type { Service } from '../Service';
import { factsOf, isAgentsCall } from './caller';
import { earlierRows } from './earlierRuns';
import { inputFailure, notSentFailure, unexpectedFailure } from './failures';
import { ItemOutcomes, type ReadItem } from './ItemOutcomes';
import type { CheckedItem, OperationDefinition, Plan, PlannedRequest, RunFacts } from './operation';
import { isFailure, itemsByState, type Failure } from './outcome';
import { labelled, ParameterReader } from './ParameterReader';
import { hintsOf, outputsOf, type EndedRun } from './report';
import { stoppingError } from './stoppingError';
import { RequestSender } from './RequestSender';
import { RetryMemory } from './RetryMemory';
import { yieldToEventLoop } from './yieldToEventLoop';

/** n8n's own setting of a node. */
const alwaysOutputData = { name: 'alwaysOutputData', displayName: 'Always Output Data' };

/** One run: reads and checks all items, plans the requests, sends them, and makes the output. */
export class Run {
	private readonly items: INodeExecutionData[];
	private readonly memory: RetryMemory;
	private readonly outcomes: ItemOutcomes;
	private readonly facts: RunFacts;
	/** True if failed items become output items instead of an error that stops the node. */
	private readonly continues: boolean;

	/** @param outputs the number of outputs, of which the operation chooses one for each item */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly service: Service,
		private readonly operation: OperationDefinition,
		private readonly outputs = 1,
	) {
		this.items = context.getInputData();
		this.memory = new RetryMemory(context);
		this.outcomes = new ItemOutcomes(operation, this.memory);
		this.facts = {
			...factsOf(context),
			earlierRows: () => earlierRows(context),
		};
		// Such an agent tells its model nothing of an error, and the model would call again.
		this.continues = isAgentsCall(context) || context.continueOnFail();
	}

	/**
	 * @returns the outputs, each in the order of the input
	 * @throws NodeApiError, NodeOperationError where the node stops at errors and there is one
	 */
	async execute(): Promise<INodeExecutionData[][]> {
		let isStopped = true;
		try {
			const run = await this.sendAll();
			const error = this.continues ? undefined : stoppingError(run);
			if (error) throw error;
			const outputs = await outputsOf(run, this.outputs);
			this.showHints(await hintsOf(run));
			isStopped = false;
			return outputs;
		} finally {
			// Whatever stops the node, even a defect: Retry must not send again what was accepted.
			await this.memory.remember(this.outcomes.byItem, isStopped);
		}
	}

	/** As a tool, the node has nobody to read them. */
	private showHints(messages: string[]) {
		if (this.facts.isTool) return;
		const location = 'outputPane';
		this.context.addExecutionHints(...messages.map((message) => ({ message, location }) as const));
	}

	/** Returns the number of an item's output. If its parameters can't be read, those that the workflow stores decide. */
	private outputOf(itemIndex: number): number {
		const { context, operation, facts, outputs, memory } = this;
		if (outputs === 1 || !operation.outputOf) return 0;
		// An earlier try has sent it: that was no preview, whatever the parameters say now.
		const before = memory.outcomeOf(itemIndex, false);
		if (before !== undefined && !isFailure(before)) return 0;
		const { params = context.getNode().parameters } = this.outcomes.read.get(itemIndex) ?? {};
		return operation.outputOf(params, facts);
	}

	/** @throws InvalidInput if n8n would give the first output an empty item, and so run the nodes behind it */
	private checkAlwaysOutputData(run: Partial<EndedRun>): void {
		const isFirst = (itemIndex: number) => this.outputOf(itemIndex) === 0;
		if (!this.context.getNode().alwaysOutputData || [...this.items.keys()].every(isFirst)) return;
		// An item with the error keeps n8n from adding an empty one.
		run.outputOf = () => 0;
		refuse(alwaysOutputData, 'would run the nodes after this one', 'Turn off Always Output Data.');
	}

	private async sendAll(): Promise<EndedRun> {
		const { context, service, operation, items, outcomes, continues } = this;
		const run: Omit<EndedRun, 'items' | 'mask'> = {
			context,
			operation,
			outcomes: outcomes.byItem,
			refused: [],
			outputOf: (itemIndex) => this.outputOf(itemIndex),
		};
		let rest: Failure;
		try {
			const credential = await readCredential(context, service, items.length);
			outcomes.mask = keyMask(credential.apiKey);
			const options = labelled(
				requestOptions,
				() => context.getNodeParameter('requestOptions', 0, {}) as IDataObject,
			);
			const connection = openConnection(context, service, credential, options);
			const stopsAtFailure = operation.stopsAtFailure === true && !continues;
			const sender = new RequestSender(context, connection, operation, stopsAtFailure);
			run.sender = sender;
			if (!operation.endpoint.readOnly) await this.memory.claim();
			const { checked, refused, ended } = await this.check(sender);
			run.refused = refused;
			this.checkAlwaysOutputData(run);
			if (refused.length === 0 || continues) {
				run.plan = (await operation.plan?.(checked, this.facts)) ?? {
					requests: checked.map((item) => ({ parts: item.parts, members: [item] })),
				};
				await this.end(sender, ended);
				await this.end(sender, run.plan.ended);
				await this.send(sender, run.plan);
			}
			rest = notSentFailure(service, sender.stopReason);
		} catch (error) {
			// A fault of the credential, an option or the run as a whole is every item's failure.
			rest = inputFailure(error, outcomes.mask);
			run.refused = [rest];
		} finally {
			run.sender?.end();
		}
		const all = await outcomes.ofAll(items.length, rest, continues);
		return { ...run, mask: outcomes.mask, outcomes: all, items: await itemsByState(all) };
	}

	/** Reads and checks each item that no earlier try has sent. */
	private async check(sender: RequestSender) {
		const { context, items, memory, outcomes, operation, facts } = this;
		const { options, mask } = sender.connection;
		const checked: CheckedItem[] = [];
		const refused: Failure[] = [];
		const ended = new Map<number, { fields: IDataObject }>();
		const reader = new ParameterReader(context, operation.parameters);
		for (const itemIndex of items.keys()) {
			await yieldToEventLoop();
			const before = memory.outcomeOf(itemIndex, options.resendUncertain);
			if (before !== undefined || sender.stopReason !== undefined) continue;
			try {
				const params = reader.read(itemIndex);
				const item: ReadItem = { itemIndex, params };
				outcomes.read.set(itemIndex, item);
				const parts = operation.toRequest(params, facts);
				if ('output' in parts) ended.set(itemIndex, { fields: parts.output });
				else {
					item.parts = parts;
					if (parts.leftOut) item.leftOut = { left_out: parts.leftOut(mask) };
					checked.push(item as CheckedItem);
				}
			} catch (error) {
				refused.push(outcomes.fail(itemIndex, inputFailure(error, mask, itemIndex)));
			}
		}
		return { checked, refused, ended };
	}

	/** Ends items that need no request. */
	private async end({ connection }: RequestSender, ended: Plan['ended'] = new Map()) {
		for (const [itemIndex, end] of ended) {
			await yieldToEventLoop();
			// An uncertain item stays so until it is accepted (R8).
			if (this.memory.outcomeOf(itemIndex, false) !== undefined) continue;
			const state = 'nothing to send';
			if ('fields' in end) this.outcomes.succeed(connection, itemIndex, { state }, end.fields);
			else this.outcomes.fail(itemIndex, end);
		}
	}

	/** Sends one request at a time until one is accepted (R3), then up to Max Concurrency at once. */
	private async send(sender: RequestSender, { requests }: Plan) {
		const { maxConcurrency } = sender.connection.options;
		let next = 0;
		const sendNext = async () => {
			const request = requests[next++]!;
			await yieldToEventLoop();
			await this.sendOne(sender, request);
		};
		const goesOn = () => next < requests.length && sender.stopReason === undefined;
		while (goesOn() && !sender.rules.hasAccepted) await sendNext();
		await Promise.all(
			Array.from({ length: Math.min(maxConcurrency, requests.length) }, async () => {
				while (goesOn()) await sendNext();
			}),
		);
	}

	private async sendOne(sender: RequestSender, request: PlannedRequest) {
		const { outcomes } = this;
		const { connection } = sender;
		try {
			await outcomes.endMembers(connection, request, await sender.send(request));
		} catch (error) {
			// A defect of this node. What has left must not count as not sent, or Retry would send it again.
			const { readOnly } = this.operation.endpoint;
			const failure = unexpectedFailure(error, readOnly, connection.mask);
			sender.stop({ kind: 'failed', failure });
			await outcomes.endMembers(connection, request, failure);
		}
	}
}
