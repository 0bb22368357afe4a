import type { IDataObject } from 'n8n-workflow';

export interface Success {
	/** `duplicate`: it was skipped, since the service accepted another one with its number. */
	state: 'accepted' | 'duplicate' | 'nothing to send';
	/** The fields of each output item. */
	items: IDataObject[];
	/** True if only the test number got it. */
	isTest?: boolean;
}

/** Why an item has no output. Plain data without the API key: n8n keeps it with the execution. */
export interface Failure {
	/** It never left; or it was definitely not accepted; or it left, and may have been processed. */
	state: 'not sent' | 'failed' | 'uncertain';
	message: string;
	/** Says what to do now. */
	description: string;
	/** Sentences about its last sending, after the description: its tries, its doubt, the beginning of its answer. */
	ofRequest?: string;
	/** The status, or the network's code. For what was not sent, that of the failure that ended the run. */
	httpCode?: string;
	/** Milliseconds that the service asked to wait. */
	retryAfterMs?: number;
	/** Absent where it is about the whole run or a request of several items. */
	itemIndex?: number;
	/** Fields of `details` that say whom and what the item is about. */
	about?: IDataObject;
	/** True if a check refused it, or an expression failed. */
	isInput?: boolean;
	parameter?: string;
	/** True if only the test number may have got it. */
	isTest?: boolean;
	/** True if another Retry may have sent it: then it says itself what to press. */
	isOfOtherRetry?: boolean;
}

export type Outcome = Success | Failure;

/** The outcomes of a run's items, in any order. */
export type Outcomes = ReadonlyMap<number, Outcome>;

export function isFailure(outcome: Outcome | undefined): outcome is Failure {
	return outcome !== undefined && !('items' in outcome);
}
