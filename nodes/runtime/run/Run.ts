import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import { openConnection, readCredential } from '../http/connection';
import { requestOptions, type RequestOptions } from '../http/options';
import { checkAddress } from '../http/request';
import { excerpt, refuse } from '../input/InvalidInput';
import { checkJson } from '../input/json';
import { keyMask, unmasked } from '../input/keyMask';
import { Fields, isEmpty } from '../input/text';
import { toggle } from '../input/toggle';
import type { Service } from '../Service';
import { factsOf, isAgentsCall } from './caller';
import { earlierRows } from './earlierRuns';
import { inputFailure, notSentFailure, unexpectedFailure } from './failures';
import { includeInputFields, outputFieldFor } from './includeInputFields';
import type {
	CheckedItem,
	Member,
	OperationDefinition,
	Plan,
	PlannedRequest,
	RunFacts,
} from './operation';
import { itemsByState, type Failure, type Outcome, type Success } from './outcome';
import { labelled, ParameterReader } from './ParameterReader';
import { hintsOf, outputsOf, type EndedRun } from './report';
import { stoppingError } from './stoppingError';
import { RequestSender } from './RequestSender';
import { responseRows } from './responseRows';
import { RetryMemory } from './RetryMemory';
import { logEnd, logProgress } from './runLog';
import { yieldToEventLoop } from './yieldToEventLoop';

/** An item whose parameters were read and, if they are in order, its request. */
type ReadItem = Pick<CheckedItem, 'params'> & Partial<CheckedItem>;

/** n8n's own setting of a node. */
const alwaysOutputData = { name: 'alwaysOutputData', displayName: 'Always Output Data' };

/** One run: reads and checks all items, plans the requests, sends them, and makes the output. */
export class Run {
	private readonly items: INodeExecutionData[];
	/** The outcomes of the items that have ended in this try. */
	private readonly outcomes = new Map<number, Outcome>();
	private readonly memory: RetryMemory;
	private readonly facts: RunFacts;
	/** True if failed items become output items instead of an error that stops the node. */
	private readonly continues: boolean;
	/** The parameters of each item that was read and, if they are in order, its request. */
	private readonly read = new Map<number, ReadItem>();
	private mask = unmasked;

	/** @param outputs the number of outputs, of which the operation chooses one for each item */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly service: Service,
		private readonly operation: OperationDefinition,
		private readonly outputs = 1,
	) {
		this.items = context.getInputData();
		this.memory = new RetryMemory(context);
		this.facts = {
			...factsOf(context),
			count: this.items.length,
			earlierRows: () => earlierRows(context, service),
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
			logEnd(run);
			const error = this.continues ? undefined : stoppingError(run);
			if (error) throw error;
			const outputs = await outputsOf(run, this.outputs);
			this.showHints(await hintsOf(run));
			isStopped = false;
			return outputs;
		} finally {
			// Whatever stops the node, even a defect: Retry must not send again what was accepted.
			await this.memory.remember(this.outcomes, isStopped);
		}
	}

	/** As a tool, the node has nobody to read them. */
	private showHints(messages: string[]) {
		if (this.facts.isTool) return;
		const location = 'outputPane';
		this.context.addExecutionHints(...messages.map((message) => ({ message, location }) as const));
	}

	/** True if the output has the fields of the input. @throws InvalidInput if the option is wrong */
	private includesInput(): boolean {
		const isWanted = this.context.getNodeParameter(`options.${includeInputFields.name}`, 0, false);
		return toggle(isWanted, includeInputFields) && !this.facts.isTool;
	}

	/** Returns the number of an item's output. If its parameters can't be read, those that the workflow stores decide. */
	private outputOf(itemIndex: number): number {
		const { context, operation, facts, outputs, read } = this;
		if (outputs === 1 || !operation.outputOf) return 0;
		return operation.outputOf(read.get(itemIndex)?.params ?? context.getNode().parameters, facts);
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
		const { context, service, operation, items, continues } = this;
		const run: Omit<EndedRun, 'items' | 'mask'> = {
			context,
			operation,
			input: items,
			outcomes: this.outcomes,
			refused: [],
			isKnown: (itemIndex) => this.memory.outcomeOf(itemIndex, false) !== undefined,
			outputOf: (itemIndex) => this.outputOf(itemIndex),
		};
		let rest: Failure;
		try {
			const credential = await readCredential(context, service, items.length);
			this.mask = keyMask(credential.apiKey);
			if (this.includesInput()) run.outputField = outputFieldFor(items, service);
			const options = labelled(
				requestOptions,
				() => context.getNodeParameter('requestOptions', 0, {}) as RequestOptions,
			);
			const connection = openConnection(context, service, credential, options);
			const stopsAtFailure = operation.stopsAtFailure === true && !continues;
			const sender = new RequestSender(context, connection, operation, stopsAtFailure);
			run.sender = sender;
			if (!operation.endpoint.readOnly) await this.memory.claim();
			void logProgress(sender, () => ({ done: this.outcomes.size, total: items.length }));
			const { checked, refused, ended } = await this.check(sender, run.outputField);
			run.refused = refused;
			this.checkAlwaysOutputData(run);
			if (refused.length === 0 || continues) {
				run.plan = (await operation.plan?.(checked, this.facts, ended.size)) ?? {
					requests: checked.map((item) => ({ parts: item.parts, members: [item] })),
				};
				await this.end(sender, ended);
				await this.end(sender, run.plan.ended);
				await this.send(sender, run.plan);
			}
			rest = notSentFailure(service, sender.stopReason);
		} catch (error) {
			// A fault of the credential, an option or the run as a whole is every item's failure.
			rest = inputFailure(error, this.mask);
			run.refused = [rest];
		} finally {
			run.sender?.end();
		}
		const outcomes = await this.outcomesOfAll(rest);
		return { ...run, mask: this.mask, outcomes, items: await itemsByState(outcomes) };
	}

	/** Reads and checks each item that no earlier try has sent. */
	private async check(sender: RequestSender, outputField?: string) {
		const { context, items, memory, operation, facts } = this;
		const { options, mask, path } = sender.connection;
		const { endpoint, inputsToCheck } = operation;
		const checked: CheckedItem[] = [];
		const refused: Failure[] = [];
		const ended = new Map<number, { fields: IDataObject }>();
		const reader = new ParameterReader(context, operation.parameters, operation.evaluateOncePerRun);
		for (const [itemIndex, { json }] of items.entries()) {
			await yieldToEventLoop();
			const before = memory.outcomeOf(itemIndex, options.resendUncertain);
			if (before !== undefined || sender.stopReason !== undefined) continue;
			try {
				// Input fields that are too large for the output would stop the node after the item was sent.
				if (outputField !== undefined) checkJson(json, includeInputFields, true);
				const params = reader.read(itemIndex);
				this.read.set(itemIndex, { params });
				const parts = operation.toRequest(params, facts);
				if ('output' in parts) ended.set(itemIndex, { fields: parts.output });
				else {
					checkAddress(path, { endpoint, query: parts.query }, inputsToCheck);
					const leftOut = parts.leftOut && { left_out: parts.leftOut(mask) };
					const item = { itemIndex, params, parts, leftOut };
					this.read.set(itemIndex, item);
					checked.push(item);
				}
			} catch (error) {
				refused.push(this.fail(itemIndex, inputFailure(error, mask, itemIndex)));
			}
		}
		return { checked, refused, ended };
	}

	/** Ends items that need no request. */
	private async end(sender: RequestSender, ended: Plan['ended'] = new Map()) {
		for (const [itemIndex, end] of ended) {
			await yieldToEventLoop();
			// An uncertain item stays so until it is accepted (R8).
			if (this.memory.outcomeOf(itemIndex, false) !== undefined) continue;
			if ('fields' in end) this.succeed(sender, itemIndex, 'nothing to send', end.fields);
			else this.fail(itemIndex, end);
		}
	}

	/** Sends one request at a time until one is accepted (R3), then up to Max Concurrency at once. */
	private async send(sender: RequestSender, { requests }: Plan) {
		const { maxConcurrency, batching } = sender.connection.options;
		let next = 0;
		let pauses = Promise.resolve();
		const pause = async () => await systemClock.sleep(batching.interval, sender.abortSignal);
		const sendNext = async () => {
			const position = next++;
			// n8n's Batching: a pause after each batch of requests.
			const beginsNextBatch = position > 0 && position % batching.size === 0;
			if (beginsNextBatch && batching.interval > 0) pauses = pauses.then(pause).catch(() => {});
			await pauses;
			await yieldToEventLoop();
			await this.sendOne(sender, requests[position]!);
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
		sender: RequestSender,
		request: PlannedRequest,
		result: IDataObject[] | Failure,
	) {
		const nextRow = Array.isArray(result) ? this.rowsOf(sender, result) : undefined;
		for (const member of request.members) {
			await yieldToEventLoop();
			if (nextRow === undefined)
				this.failMember(member, { ...(result as Failure), isTest: request.isTest });
			else this.acceptMember(sender, request, member, nextRow());
		}
	}

	/** Returns a response, row by row. The answer to a read is of one item, and was counted while it was read. */
	private rowsOf({ connection }: RequestSender, items: IDataObject[]): () => IDataObject[] {
		const masked = connection.maskOutput(items);
		return this.operation.endpoint.readOnly
			? () => masked
			: responseRows(masked, connection.budget);
	}

	private failMember(member: Member, failure: Failure) {
		const isDuplicate = member.duplicateOf !== undefined && failure.state !== 'uncertain';
		this.fail(member.itemIndex, isDuplicate ? { ...failure, state: 'not sent' } : failure, member);
	}

	private acceptMember(
		sender: RequestSender,
		{ memberFields, isTest }: PlannedRequest,
		member: Member,
		answer: IDataObject[],
	) {
		const fields = memberFields?.(member) ?? member.leftOut;
		const state = member.duplicateOf === undefined ? 'accepted' : 'duplicate';
		this.succeed(sender, member.itemIndex, state, fields, answer, isTest);
	}

	/** @param own this item's fields @param answer the answer's items, masked once for all members of a request */
	private succeed(
		{ connection }: RequestSender,
		itemIndex: number,
		state: Success['state'],
		own: IDataObject = {},
		answer: IDataObject[] = [{}],
		isTest?: boolean,
	) {
		const fields = connection.maskOutput(own);
		const items = answer.map((item) => ({ ...item, ...fields }));
		this.outcomes.set(itemIndex, { state, items, isTest });
	}

	private fail(itemIndex: number, failure: Failure, item = this.read.get(itemIndex)) {
		const about = failure.about ?? this.aboutOf(item);
		const failureOfAllTries = this.memory.withEarlierDoubt(itemIndex, { ...failure, about });
		this.outcomes.set(itemIndex, failureOfAllTries);
		return failureOfAllTries;
	}

	/** Says whom and what an item is about, as far as its parameters could be read. */
	private aboutOf(item?: ReadItem): IDataObject | undefined {
		const about = item && this.operation.about?.(item.params, item.parts);
		if (about === undefined) return undefined;
		const fields = new Fields<string | number>();
		for (const [name, value] of Object.entries(about)) {
			if (isEmpty(value)) continue;
			// What was checked stays whole, or a later run would not recognize it (R12).
			const text = item?.parts ? this.mask(String(value)) : excerpt(value, this.mask);
			fields[name] = typeof value === 'number' ? value : text;
		}
		return fields;
	}

	/** In the order of the input. Items that were not reached end as in an earlier try, else as `rest`. */
	private async outcomesOfAll(rest: Failure) {
		const outcomes = new Map<number, Outcome>();
		for (const itemIndex of this.items.keys()) {
			await yieldToEventLoop();
			const before = this.memory.outcomeOf(itemIndex, false);
			const about = this.continues ? this.aboutOf(this.read.get(itemIndex)) : undefined;
			outcomes.set(itemIndex, this.outcomes.get(itemIndex) ?? before ?? { ...rest, about });
		}
		return outcomes;
	}
}
