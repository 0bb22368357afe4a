import type { INodeExecutionData } from 'n8n-workflow';

import type { RefusalKind } from '../input/InvalidInput';
import type { Problem } from '../response/Problem';

/** Why an item has no output. Plain data without the API key: n8n keeps it with the execution (R7). */
export interface Failure extends Omit<Problem, 'httpCode'> {
	/** It never left; or it was surely not accepted; or it left, and may have been processed. */
	state: 'not sent' | 'failed' | 'uncertain';
	/** Absent where it is about the whole run or a request of several items. */
	itemIndex?: number;
	/** Absent where the input is wrong. */
	httpCode?: string;
	/** Whom or what the item is about, quoted, where the title does not say it yet. */
	subject?: string;
	/** Name of the parameter that contains something wrong. */
	parameter?: string;
	/** By which the error of several items counts those of bad input. */
	kind?: RefusalKind;
	/** Whether only the test number may have got it. */
	isTest?: boolean;
	/** Whether it is an earlier try that may have been processed, and this one surely was not accepted. */
	isOfEarlierTry?: boolean;
}

/** An item with an output. */
export interface Success {
	/** `duplicate`: it was skipped, since the service accepted another one with its number. */
	state: 'accepted' | 'duplicate' | 'nothing to send';
	items: INodeExecutionData[];
	/** Whether only the test number got it. */
	isTest?: boolean;
}

/** How an item has ended. */
export type Outcome = Success | Failure;

/** How the items of a run have ended, in any order. */
export type Outcomes = ReadonlyMap<number, Outcome>;

export function isFailure(outcome: Outcome | undefined): outcome is Failure {
	return outcome !== undefined && !('items' in outcome);
}
