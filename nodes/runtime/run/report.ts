import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { counted, times } from '../response/phrases';
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
	const outputs = Array.from({ length: count }, (): INodeExecutionData[] => []);
	for (const [itemIndex, outcome] of outcomes) {
		await yieldToEventLoop();
		const output = outputs[run.outputOf(itemIndex)]!;
		if (isFailure(outcome)) {
			output.push(errorItem(node, outcome, itemIndex));
			continue;
		}
		for (const json of outcome.items) {
			output.push({ json, pairedItem: { item: itemIndex } });
		}
	}
	return outputs;
}

/** The editor's texts after the run; a plan's own words replace those on what is uncertain. */
export async function hintsOf(run: EndedRun): Promise<string[]> {
	await yieldToEventLoop();
	const { plan, items, sender } = run;
	const { length } = items.uncertain;
	const doubt =
		length > 0 && `${counted(length, 'item')} may have been processed. Check in the service.`;
	const summary = plan ? plan.hint?.(factsOfHint(run)) : 'Nothing was sent: see the error.';
	const throttled = sender?.throttled ?? 0;
	return [
		(await summary) ?? doubt,
		throttled > 0 && `The service's rate limit slowed down this run, ${times(throttled)}.`,
	].filter((hint): hint is string => typeof hint === 'string' && hint !== '');
}

function factsOfHint({ outcomes, sender, mask }: EndedRun): HintFacts {
	const { host = '', credential } = sender?.connection ?? {};
	return {
		outcomes,
		account: `"${sanitizeUntrusted(String(credential?.name), mask)}" (${host})`,
	};
}
