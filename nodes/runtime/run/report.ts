import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPairedItemData,
} from 'n8n-workflow';

import type { Failure } from '../response/Failure';
import type { EndedRun } from './EndedRun';
import { errorFields, errorItem, nodeErrorOf, type NodeError } from './nodeError';
import { isFailure, type Outcomes } from './outcome';
import { hintsAfterRun, withKeptBack, withRunSummary } from './summary';
import { yieldToEventLoop } from './yieldToEventLoop';

export function stopsNode({ items, isCancelled, continues }: EndedRun): boolean {
	const failed = items.failed.length + items.uncertain.length + items['not sent'].length;
	return !continues && (failed > 0 || isCancelled);
}

/** The error that stops the node. */
export function stoppingError(run: EndedRun): NodeError {
	const { context, outcomes, refused, isCancelled } = run;
	const node = context.getNode();
	const [failure = firstFailure(outcomes), ...others] = saidOnce(refused, outcomes.size);
	// By the word "canceled" n8n tells a stopped execution from a failed one.
	if (isCancelled || failure === undefined) {
		return withRunSummary(new NodeOperationError(node, 'The execution was canceled'), run);
	}
	const error = nodeErrorOf(node, withKeptBack(failure, keptBackBy(run)), others);
	return withRunSummary(error, run, failure);
}

/** Preferably not an item that was only kept back by the failure of another. */
function firstFailure(outcomes: Outcomes) {
	const failures = [...outcomes.values()].filter(isFailure);
	return failures.find(({ state }) => state !== 'not sent') ?? failures[0];
}

/** Says once, as an error of the run, what is wrong in the same way for all items (R1). */
function saidOnce(refused: Failure[], count: number): Failure[] {
	const [first] = refused;
	const isSame = refused.every(
		({ message, description }) => message === first?.message && description === first.description,
	);
	return isSame && count > 1 && refused.length === count
		? [{ ...first!, itemIndex: undefined }]
		: refused;
}

/** The number of requests that did not leave. */
const keptBackBy = ({ plan, outcomes }: EndedRun) =>
	plan.requests.filter(({ members }) => outcomes.get(members[0]!.itemIndex)?.state === 'not sent')
		.length;

/** The output of all items, in the order of the input. */
export async function outputOf(run: EndedRun): Promise<INodeExecutionData[]> {
	const { context, outcomes } = run;
	const keptBack = keptBackBy(run);
	const output: INodeExecutionData[] = [];
	for (const [itemIndex, outcome] of outcomes) {
		await yieldToEventLoop();
		if (isFailure(outcome)) {
			output.push(errorItem(context.getNode(), withKeptBack(outcome, keptBack), itemIndex));
		} else for (const item of outcome.items) output.push(item);
	}
	await addInputFields(output, run);
	return output;
}

/** Gives each output item the fields of its input item, where that is wanted. */
async function addInputFields(
	output: INodeExecutionData[],
	{ context, operation, outcomes, inputFields, maskOutput }: EndedRun,
) {
	if (inputFields === undefined) return;
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

/** The fields of an object except some. */
export function without(names: readonly string[], fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The editor's texts after the run. */
export async function hintsOf(run: EndedRun): Promise<string[]> {
	await yieldToEventLoop();
	return hintsAfterRun(run, await run.plan.summary?.(run.outcomes, run.mask));
}
