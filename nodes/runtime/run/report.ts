import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { jsonMask, type Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { counted, inSeconds, times } from '../response/phrases';
import { errorItem } from './nodeError';
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
	/** True if an earlier try has ended an item. */
	isKnown(itemIndex: number): boolean;
	/** Returns the number of the output for an item. */
	outputOf(itemIndex: number): number;
	/** Missing if the credential or an option is wrong. */
	sender?: RequestSender;
	/** Missing if the run was not to begin. */
	plan?: Plan;
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
export function outageSentence(sender?: RequestSender): string | false {
	const outageMs = sender?.history.outageMs ?? 0;
	if (outageMs < worthSaying) return false;
	return `This run waited ${inSeconds(outageMs)} because the service or the proxy was unavailable.`;
}
