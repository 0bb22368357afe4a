import type { IDataObject } from 'n8n-workflow';

import type { RequestContext } from '../http/connection';
import type { jsonMask, Mask } from '../input/keyMask';
import type { RunHistory } from '../limiter/RunQueue';
import type { Failure } from '../response/Failure';
import type { OperationDefinition, Plan } from './operation';
import type { ItemsByState, Outcomes } from './outcome';

/** A run in which every item has ended. */
export interface EndedRun {
	context: RequestContext;
	operation: OperationDefinition;
	plan: Plan;
	/** The outcome of each item, in the order of the input. */
	outcomes: Outcomes;
	items: ItemsByState;
	/** The failures that stopped the run before its first request. */
	refused: Failure[];
	history?: RunHistory;
	isCancelled: boolean;
	/** True if failed items are output as items instead of an error that stops the node. */
	continues: boolean;
	/** Returns the fields of an input item where its output is to have them, too. */
	inputFields?(itemIndex: number): IDataObject;
	mask: Mask;
	maskOutput: ReturnType<typeof jsonMask>;
}
