import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../response/Failure';
import { yieldToEventLoop } from './yieldToEventLoop';

/** An item with an output. */
export interface Success {
	/** `duplicate`: it was skipped, since the service accepted another one with its number. */
	state: 'accepted' | 'duplicate' | 'nothing to send';
	/** The fields of each output item, without those of the input. */
	items: IDataObject[];
	/** True if only the test number got it. */
	isTest?: boolean;
}

/** The result of one item. */
export type Outcome = Success | Failure;

/** The outcomes of a run's items, in any order. */
export type Outcomes = ReadonlyMap<number, Outcome>;

export function isFailure(outcome: Outcome | undefined): outcome is Failure {
	return outcome !== undefined && !('items' in outcome);
}

/** The indexes of a run's items by how they ended, in the order of the input. */
export type ItemsByState = Record<Outcome['state'], number[]>;

/** @param outcomes of all items, in the order of the input */
export async function itemsByState(outcomes: Outcomes): Promise<ItemsByState> {
	const items: ItemsByState = {
		accepted: [],
		duplicate: [],
		'nothing to send': [],
		uncertain: [],
		failed: [],
		'not sent': [],
	};
	for (const [itemIndex, { state }] of outcomes) {
		await yieldToEventLoop();
		items[state].push(itemIndex);
	}
	return items;
}
