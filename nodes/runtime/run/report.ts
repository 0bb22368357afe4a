import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { jsonMask, type Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { counted, inSeconds, times } from '../response/phrases';
import { isTool } from './caller';
import { errorItem, nodeErrorOf, type NodeError } from './nodeError';
import type { HintFacts, OperationDefinition, Plan } from './operation';
import { isFailure, type Failure, type ItemsByState, type Outcomes } from './outcome';
import type { RequestSender } from './RequestSender';
import { yieldToEventLoop } from './yieldToEventLoop';

/** A run in which every item has ended. */
export interface EndedRun {
	context: IExecuteFunctions;
	operation: OperationDefinition;
	/** The outcome of each item, in the order of the input. */
	outcomes: Outcomes;
	items: ItemsByState;
	/** The failures that stopped the run before its first request. */
	refused: Failure[];
	mask: Mask;
	/** The input items. */
	input: INodeExecutionData[];
	/** The field of the node's own output, if the fields of the input are to stand next to it. */
	outputField?: string;
	/** Returns the number of the output for an item. */
	outputOf(itemIndex: number): number;
	/** Missing if the credential or an option is wrong. */
	sender?: RequestSender;
	/** Missing if the run was not to begin. */
	plan?: Plan;
}

const isCancelled = ({ sender }: EndedRun) => sender?.stopReason?.kind === 'cancelled';

/** The error that stops a node which does not continue, if there is one. */
export function stoppingError(run: EndedRun): NodeError | undefined {
	const { context, outcomes, refused } = run;
	const node = context.getNode();
	if (isCancelled(run)) {
		// By the word "canceled" n8n tells a stopped execution from a failed one.
		return withRunSummary(new NodeOperationError(node, 'The execution was canceled'), run);
	}
	const [failure = firstFailure(outcomes), ...others] = saidOnce(refused, outcomes.size);
	if (failure === undefined) return undefined;
	const error = nodeErrorOf(node, failure, others);
	return withRunSummary(error, run, failure);
}

/** Preferably not an item that was only kept back by the failure of another. */
function firstFailure(outcomes: Outcomes) {
	const failures = [...outcomes.values()].filter(isFailure);
	return failures.find(({ state }) => state !== 'not sent') ?? failures[0];
}

/** Says once, as an error of the run, what is wrong in the same way for all items (R1). */
function saidOnce(refused: Failure[], count: number): Failure[] {
	const said = new Set(
		refused.map(({ message, description }) => [message, description].join('\n')),
	);
	const isOfAll = said.size === 1 && count > 1 && refused.length === count;
	return isOfAll ? [{ ...refused[0]!, itemIndex: undefined }] : refused;
}

/**
 * Adds to an error that stops the node what became of the run's other items, each fact on a separate line: what
 * the service accepted must not be sent again by hand (E3). After a cancel the error names no failure.
 */
export function withRunSummary(error: NodeError, run: EndedRun, failure?: Failure): NodeError {
	const { context, operation, outcomes, items, refused, sender } = run;
	const { accepted, uncertain, failed, duplicate, 'not sent': notSent } = items;
	error.context.run = { accepted, uncertain, failed, notSent };
	const isInput = failure?.isInput === true;
	const isOnly = outcomes.size === 1;
	const [first] = outcomes.keys();
	// The title and the advice say how the error's own item has ended.
	const own = isOnly && failure && !isInput ? first : failure?.itemIndex;
	// An error of what nobody tried to send says itself how long the run waited.
	const wasTried = failure === undefined || failure.ofRequest !== undefined;
	const lines = [error.description, wasTried && outageSentence(sender)];
	const say = (items: number[], what: string, who = counted(items.length, 'item')) => {
		const isOwn = items.length === 1 && items[0] === own;
		lines.push(items.length > 0 && !isOwn && `${who} ${what} (${ranges(items)}).`);
	};
	if (accepted.length + uncertain.length + failed.length === 0) {
		const othersWait = isInput && own !== undefined && refused.length < outcomes.size;
		const isWorthSkipping = othersWait && !isTool(context.getNode());
		lines.push('Nothing was sent.', isWorthSkipping && skipAdvice(refused.length));
	} else if (!operation.endpoint.readOnly) {
		const ofAll = `${accepted.length} of ${outcomes.size} items`;
		say(accepted, `${were(accepted.length)} accepted`, ofAll);
		say(uncertain, 'may have been processed');
		say(failed, 'failed');
		say(duplicate, 'skipped as duplicate');
		say(notSent, `${were(notSent.length)} not sent`);
		// Test sends are not remembered.
		const isKept = (itemIndex: number) => !outcomes.get(itemIndex)?.isTest;
		if (!isOnly && [...accepted, ...uncertain].some(isKept) && !isTool(context.getNode())) {
			if (isCancelled(run)) lines.push(cancelAdvice);
			else lines.push(retryAdvice(context), uncertain.some(isKept) && resendAdvice);
		}
	}
	error.description = lines.filter((line) => line).join('<br>');
	return error;
}

const skipAdvice = (refused: number) =>
	`To send the others without ${refused === 1 ? 'it' : 'them'}, set Settings → On Error to 'Continue'.`;

const were = (count: number) => (count === 1 ? 'was' : 'were');

/** n8n offers no Retry for a cancelled execution, and its Retry by REST knows nothing of what was sent. */
const cancelAdvice =
	'n8n offers no Retry for it. Run the workflow again with the rest only: it sends all of its input.';

function retryAdvice(context: IExecuteFunctions) {
	return context.getMode() === 'integrated'
		? "To send only the rest, press Retry in this sub-workflow's list of executions. Retry of the parent workflow sends everything again."
		: 'To send only the rest, open Executions and press Retry. Execute step sends everything again.';
}

const resendAdvice =
	"Retry leaves out what may have been processed. If it wasn't, turn on 'Send Again If Unsure' in Settings → Request Options, save, and press Retry with the currently saved workflow.";

/** The error's context has all numbers. */
const maxRanges = 10;

/** Item numbers as a person reads them: `0 to 3, 7`. */
function ranges(items: number[]) {
	const firsts = items.filter((item, index) => item - 1 !== items[index - 1]);
	const lasts = items.filter((item, index) => item + 1 !== items[index + 1]);
	const texts = firsts
		.slice(0, maxRanges)
		.map((first, index) => (first === lasts[index] ? first : `${first} to ${lasts[index]}`));
	return texts.join(', ') + (firsts.length > maxRanges ? ', …' : '');
}

/** @returns the items of each of the node's outputs, in the order of the input */
export async function outputsOf(run: EndedRun, count: number): Promise<INodeExecutionData[][]> {
	const { context, outcomes } = run;
	const node = context.getNode();
	// n8n moves an item to the error output only where it has no other fields. It then adds those of the input.
	const isMoved = node.onError === 'continueErrorOutput';
	const outputs = Array.from({ length: count }, (): INodeExecutionData[] => []);
	for (const [itemIndex, outcome] of outcomes) {
		await yieldToEventLoop();
		const output = outputs[run.outputOf(itemIndex)]!;
		if (isFailure(outcome)) {
			const item = errorItem(node, outcome, itemIndex);
			output.push(isMoved ? item : withInput(run, itemIndex, item));
			continue;
		}
		for (const json of outcome.items) {
			output.push(withInput(run, itemIndex, { json, pairedItem: { item: itemIndex } }));
		}
	}
	return outputs;
}

/** Puts an output next to the fields and files of its input item, where that is wanted. */
function withInput(
	{ input, outputField, mask, sender }: EndedRun,
	index: number,
	item: INodeExecutionData,
) {
	if (outputField === undefined) return item;
	const maskOutput = sender?.connection.maskOutput ?? jsonMask(mask);
	const { json, binary } = input[index]!;
	return {
		...item,
		json: { ...maskOutput(json), [outputField]: item.json },
		...(binary && { binary }),
	};
}

/** The editor's texts after the run; a plan's own words replace those on what is uncertain. */
export async function hintsOf(run: EndedRun): Promise<string[]> {
	await yieldToEventLoop();
	const { plan, outcomes, items, sender } = run;
	const throttled = sender?.history.throttled ?? 0;
	// After the Retry of an uncertain item, what was given up is uncertain still (R8).
	const isGivenUp = [...items.failed, ...items.uncertain].some((itemIndex) => {
		const outcome = outcomes.get(itemIndex);
		return isFailure(outcome) && outcome.httpCode === '429';
	});
	const { length } = items.uncertain;
	const doubt =
		length > 0 &&
		`${counted(length, 'item')} may have been processed. Check in the service before you resend ${length === 1 ? 'it' : 'them'}.`;
	const summary = plan ? plan.hint?.(factsOfHint(run)) : 'Nothing was sent: see the error.';
	return [
		(await summary) ?? doubt,
		throttled > 0 &&
			`The service's rate limit slowed down this run. ` +
				`Requests were throttled ${times(throttled)}${isGivenUp ? '' : ' and sent again automatically'}.`,
		outageSentence(sender),
	].filter((hint): hint is string => typeof hint === 'string' && hint !== '');
}

function factsOfHint({ context, outcomes, sender, mask }: EndedRun): HintFacts {
	const { host = '', credential, options } = sender?.connection ?? {};
	const isApart = context.getNode().onError === 'continueErrorOutput';
	return {
		outcomes,
		account: `"${sanitizeUntrusted(String(credential?.name), mask)}" (${host})`,
		failedRows: isApart ? 'tab "Error Branch"' : 'rows with "error"',
		isBatched: (options?.batching.interval ?? 0) > 0,
		mask,
	};
}

/** Milliseconds of outage that are worth a word. */
const worthSaying = 1000;

/** Says how long the run waited in an outage of the service or of a proxy, which may not have ended. */
function outageSentence(sender?: RequestSender): string | false {
	const outageMs = sender?.history.outageMs ?? 0;
	if (outageMs < worthSaying) return false;
	return `This run waited ${inSeconds(outageMs)} because the service or the proxy was unavailable.`;
}
