import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { systemClock } from '../http/clock';
import { openConnection, readCredential } from '../http/connection';
import { requestOptions, type RequestOptions } from '../http/options';
import { checkAddress } from '../http/request';
import { checkJson } from '../input/json';
import { keyMask, unmasked } from '../input/keyMask';
import { toggle } from '../input/toggle';
import type { Failure } from '../response/Failure';
import type { Service } from '../Service';
import { factsOf, isAgentsCall, isTool } from './caller';
import { inputFailure, notSentFailure, unexpectedFailure } from './failures';
import { includeInputFields } from './includeInputFields';
import type { CheckedItem, OperationDefinition, Plan, PlannedRequest, RunFacts } from './operation';
import { isFailure, itemsByState, type Outcome, type Success } from './outcome';
import { labelled, ParameterReader } from './ParameterReader';
import { hintsOf, outputOf, stoppingError, without, type EndedRun } from './report';
import { RequestSender } from './RequestSender';
import { RetryMemory } from './RetryMemory';
import { logEnd, logProgress } from './runLog';
import { yieldToEventLoop } from './yieldToEventLoop';

/** One run: reads and checks all items, plans the requests, sends them, and makes the output. */
export class Run {
	private readonly items: INodeExecutionData[];
	/** The outcomes of the items that have ended in this try. */
	private readonly outcomes = new Map<number, Outcome>();
	private readonly memory: RetryMemory;
	private readonly facts: RunFacts;
	/** True if failed items become output items instead of an error that stops the node. */
	private readonly continues: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly service: Service,
		private readonly operation: OperationDefinition,
	) {
		this.items = context.getInputData();
		this.memory = new RetryMemory(context);
		this.facts = factsOf(context);
		// Such an agent tells its model nothing of an error, and the model would call again.
		this.continues = isAgentsCall(context) || context.continueOnFail();
	}

	/**
	 * @returns the output, in the order of the input
	 * @throws NodeApiError, NodeOperationError where the node stops at errors and there is one
	 */
	async execute(): Promise<INodeExecutionData[]> {
		let isStopped = true;
		try {
			const run = await this.sendAll();
			logEnd(run);
			const error = this.continues ? undefined : stoppingError(run);
			if (error) throw error;
			const output = await outputOf(run);
			this.showHints(await hintsOf(run));
			isStopped = false;
			return output;
		} finally {
			// Whatever stops the node, even a defect: Retry must not send again what was accepted.
			await this.memory.remember(this.outcomes, isStopped);
		}
	}

	/** As a tool, the node has nobody to read them. */
	private showHints(messages: string[]) {
		if (isTool(this.context.getNode())) return;
		const location = 'outputPane';
		this.context.addExecutionHints(...messages.map((message) => ({ message, location }) as const));
	}

	/** The fields of an input item, where its output is to have them. @throws InvalidInput if the option is wrong */
	private inputFields(): EndedRun['inputFields'] {
		const { context, operation, items } = this;
		if (operation.ownFields === undefined || isTool(context.getNode())) return undefined;
		const isWanted = context.getNodeParameter(`options.${includeInputFields.name}`, 0, false);
		return toggle(isWanted, includeInputFields) ? (itemIndex) => items[itemIndex]!.json : undefined;
	}

	private async sendAll(): Promise<EndedRun> {
		const { context, service, operation, items, continues } = this;
		const run: Omit<EndedRun, 'items'> = {
			context,
			operation,
			outcomes: this.outcomes,
			refused: [],
			mask: unmasked,
		};
		let rest: Failure;
		try {
			const credential = await readCredential(context, service, items.length);
			run.mask = keyMask(credential.apiKey);
			run.inputFields = this.inputFields();
			const options = labelled(
				requestOptions,
				() => context.getNodeParameter('requestOptions', 0, {}) as RequestOptions,
			);
			const connection = openConnection(context, service, credential, options);
			const stopsAtFailure = operation.stopsAtFailure === true && !continues;
			const sender = new RequestSender(context, connection, operation, stopsAtFailure);
			run.sender = sender;
			void logProgress(sender, () => ({ done: this.outcomes.size, total: items.length }));
			const { checked, refused } = await this.check(sender, run.inputFields);
			run.refused = refused;
			if (refused.length === 0 || continues) {
				run.plan = (await operation.plan?.(checked, this.facts)) ?? {
					requests: checked.map((item) => ({ parts: item.parts, members: [item] })),
				};
				await this.putOut(sender, run.plan.outputs);
				await this.send(sender, run.plan);
				await this.endDuplicates(sender, run.plan);
			}
			rest = notSentFailure(service, sender.stopReason);
		} catch (error) {
			// A fault of the credential, an option or the run as a whole is every item's failure.
			rest = inputFailure(error, run.mask);
			run.refused = [rest];
		} finally {
			run.sender?.end();
		}
		const outcomes = await this.outcomesOfAll(rest);
		return { ...run, outcomes, items: await itemsByState(outcomes) };
	}

	/** Reads and checks each item that no earlier try has sent. @throws InvalidInput if none needs a request, which is a mistake */
	private async check(sender: RequestSender, inputFields: EndedRun['inputFields']) {
		const { context, items, memory, operation, facts } = this;
		const { options, mask, path } = sender.connection;
		const { endpoint, inputsToCheck } = operation;
		const checked: CheckedItem[] = [];
		const refused: Failure[] = [];
		const outputs = new Map<number, IDataObject>();
		const reader = new ParameterReader(context, operation.parameters, operation.evaluateOncePerRun);
		for (const itemIndex of items.keys()) {
			await yieldToEventLoop();
			const before = memory.outcomeOf(itemIndex, options.resendUncertain);
			if (before !== undefined || sender.stopReason !== undefined) continue;
			try {
				// Input fields that are too large for the output would stop the node after the item was sent.
				if (inputFields) checkJson(inputFields(itemIndex), includeInputFields, true);
				const params = reader.read(itemIndex);
				const parts = operation.toRequest(params, facts);
				if ('output' in parts) outputs.set(itemIndex, parts.output);
				else {
					checkAddress(path, { endpoint, query: parts.query }, inputsToCheck);
					const leftOut = parts.leftOut && { left_out: parts.leftOut(mask) };
					checked.push({ itemIndex, params, parts, leftOut });
				}
			} catch (error) {
				refused.push(this.fail(itemIndex, inputFailure(error, mask, itemIndex)));
			}
		}
		if (outputs.size > 0 && outputs.size === items.length) operation.refuseWithoutRequests?.();
		await this.putOut(sender, outputs);
		return { checked, refused };
	}

	/** Ends items that need no request. */
	private async putOut(sender: RequestSender, outputs: Plan['outputs'] = new Map()) {
		for (const [itemIndex, output] of outputs) {
			await yieldToEventLoop();
			// An uncertain item stays so until it is accepted (R8).
			if (this.memory.outcomeOf(itemIndex, false) !== undefined) continue;
			this.succeed(sender, itemIndex, { state: 'nothing to send' }, output);
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
		{ members, memberFields, isTest }: PlannedRequest,
		result: IDataObject[] | Failure,
	) {
		const answer = Array.isArray(result) ? sender.connection.maskOutput(result) : undefined;
		for (const member of members) {
			await yieldToEventLoop();
			const { itemIndex } = member;
			if (answer === undefined) this.fail(itemIndex, { ...(result as Failure), isTest });
			else {
				const own = memberFields?.(member) ?? member.leftOut;
				this.succeed(sender, itemIndex, { state: 'accepted', isTest }, own, answer);
			}
		}
	}

	/** A duplicate gets the columns of the item that it repeats, if that was accepted; otherwise its failure. */
	private async endDuplicates(sender: RequestSender, { duplicates = [] }: Plan) {
		for (const { itemIndex, firstItem, output } of duplicates) {
			await yieldToEventLoop();
			const first = this.outcomes.get(firstItem);
			if (isFailure(first)) {
				const state = first.state === 'uncertain' ? 'uncertain' : 'not sent';
				this.fail(itemIndex, { ...first, state });
			} else if (first !== undefined) {
				// A field that was left out of the other item says nothing of this one.
				const columns = first.items.map((item) => without(['left_out'], item));
				const success = { state: 'duplicate', isTest: first.isTest } as const;
				this.succeed(sender, itemIndex, success, output, columns);
			}
		}
	}

	/** @param own this item's fields @param answer the answer's items, masked once for all members of a request */
	private succeed(
		{ connection }: RequestSender,
		itemIndex: number,
		success: Omit<Success, 'items'>,
		own: IDataObject = {},
		answer: IDataObject[] = [{}],
	) {
		const fields = connection.maskOutput(own);
		const items = answer.map((item) => ({ ...item, ...fields }));
		this.outcomes.set(itemIndex, { ...success, items });
	}

	private fail(itemIndex: number, failure: Failure) {
		const failureOfAllTries = this.memory.withEarlierDoubt(itemIndex, failure);
		this.outcomes.set(itemIndex, failureOfAllTries);
		return failureOfAllTries;
	}

	/** In the order of the input. Items that were not reached end as in an earlier try, else as `rest`. */
	private async outcomesOfAll(rest: Failure) {
		const outcomes = new Map<number, Outcome>();
		for (const itemIndex of this.items.keys()) {
			await yieldToEventLoop();
			const before = this.memory.outcomeOf(itemIndex, false);
			outcomes.set(itemIndex, this.outcomes.get(itemIndex) ?? before ?? rest);
		}
		return outcomes;
	}
}
