import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import type { Connection } from '../http/connection';
import { excerpt } from '../input/InvalidInput';
import { unmasked, type Mask } from '../input/keyMask';
import { isEmpty } from '../input/text';
import type { CheckedItem, OperationDefinition, Plan, RunFacts } from './operation';
import {
	failureIn,
	isFailure,
	notSentFailure,
	type Failure,
	type Outcome,
	type Outcomes,
	type StopReason,
} from './outcome';
import type { RetryMemory } from './RetryMemory';

/** One run of the node: what all of its steps need. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly operation: OperationDefinition;
	readonly facts: RunFacts;
	/** The outcomes of this try and of earlier ones. */
	readonly memory: RetryMemory;
	/** True if failed items become output items instead of an error that stops the node. */
	readonly continues: boolean;
	/** The number of outputs, of which the operation chooses one for each item. */
	readonly outputs: number;
}

/** An item whose parameters were read: as they were given, without parts, if these aren't in order; or if it needs no request. */
export type ReadItem = Omit<CheckedItem, 'parts'> & Partial<CheckedItem>;

/** What has come of a run. */
export interface RunResult extends Run {
	/** Missing if the credential or an option is wrong. */
	readonly connection?: Connection;
	/** The items whose parameters could be read, if the run began. */
	readonly read?: ReadonlyMap<number, ReadItem>;
	/** The failure of the run as a whole, which then sends nothing. */
	readonly fault?: Failure;
	readonly hint?: Plan['hint'];
	/** Why it sent nothing more, if it stopped. */
	readonly stopReason?: StopReason;
	/** The outcome of each item, in the order of the input. */
	readonly outcomes: Outcomes;
	/** The indexes of its items by how they ended, in the order of the input. */
	readonly items: Readonly<Record<Outcome['state'], number[]>>;
}

/** What the steps of a run have found, next to the outcomes that its memory has. */
export type Findings = Partial<Omit<RunResult, keyof Run | 'outcomes' | 'items'>>;

/** Items that were not reached end as in an earlier try, else as the run did. */
export async function resultOf(run: Run, found: Findings): Promise<RunResult> {
	const { context, operation, memory } = run;
	const rest = found.fault ?? notSentFailure(found.stopReason);
	const { mask = unmasked } = found.connection ?? {};
	const outcomes = new Map<number, Outcome>();
	const items: RunResult['items'] = {
		accepted: [],
		duplicate: [],
		'nothing to send': [],
		uncertain: [],
		failed: [],
		'not sent': [],
	};
	for (const itemIndex of context.getInputData().keys()) {
		await yieldToEventLoop();
		const reached = memory.outcomes.get(itemIndex) ?? memory.outcomeOf(itemIndex, false);
		const about = reached ? undefined : aboutOf(operation, mask, found.read?.get(itemIndex));
		const outcome = reached ?? { ...rest, about };
		outcomes.set(itemIndex, outcome);
		items[outcome.state].push(itemIndex);
	}
	return { ...run, ...found, outcomes, items };
}

/** Says whom and what an item is about, where its parameters could be read. */
export function aboutOf(
	operation: OperationDefinition,
	mask: Mask,
	item?: ReadItem,
): IDataObject | undefined {
	const about = item && operation.about?.(item.params);
	if (about === undefined) return undefined;
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(about)) {
		if (isEmpty(value)) continue;
		// A checked value stays whole: a later run recognizes its message by it.
		const text = item?.parts ? mask(String(value)) : excerpt(value, mask);
		fields[name] = typeof value === 'number' ? value : text;
	}
	return fields;
}

/** The number of items that earlier runs of the execution have or may have sent, such as rounds of a loop. */
export function sentBefore({ operation, facts }: Run): number {
	if (operation.endpoint.readOnly) return 0;
	const { hasReached = () => true } = operation;
	const mayHaveReached = (row: IDataObject) => {
		const failure = failureIn(row);
		return failure ? failure.state === 'uncertain' : hasReached(row);
	};
	return facts.earlierRows().filter(mayHaveReached).length;
}

/** Returns the number of an item's output. If its parameters can't be read, those that the workflow stores decide. */
export function outputIndexOf(
	{ operation, facts, memory, outputs }: Run,
	read: RunResult['read'],
	itemIndex: number,
): number {
	if (outputs === 1 || !operation.outputOf) return 0;
	// An earlier try has sent it: that was no preview, whatever the parameters say now.
	const before = memory.outcomeOf(itemIndex, false);
	if (before !== undefined && !isFailure(before)) return 0;
	const { params = facts.stored } = read?.get(itemIndex) ?? {};
	return operation.outputOf(params, facts);
}
