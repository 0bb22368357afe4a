import type { INodeExecutionData } from 'n8n-workflow';

import { jsonMask, type Mask } from '../input/keyMask';
import type { ProblemCause } from '../response/Problem';

/**
 * How an item may fail. `not sent`: it never left. `failed`: surely not accepted. `uncertain`: it left, and
 * whether the service has processed it is not known.
 */
export type FailedState = 'not sent' | 'failed' | 'uncertain';

/**
 * Why an item has no output, in the parts of an n8n error. Plain data without the API key: it is kept with the
 * execution, so that a retry fails again with the same words.
 */
export interface Failure {
	state: FailedState;
	/** What happened. */
	message: string;
	/** Whom or what the item is about, quoted, where the title does not say it yet. */
	subject?: string;
	/** What to do now. */
	description: string;
	/** The status, or the network's code; absent where the input is wrong. */
	httpCode?: string;
	/** n8n's own vocabulary for why an operation failed. */
	cause?: ProblemCause;
	/** Milliseconds that the service asked to wait. */
	retryAfterMs?: number;
	/** Name of the parameter that contains something wrong. */
	parameter?: string;
	/** Whether only the test number may have got it. */
	isTest?: boolean;
	/** Whether it is an earlier try that may have been processed, and this one surely was not accepted. */
	isOfEarlierTry?: boolean;
}

/** An item with an output. */
export interface Success {
	/**
	 * `accepted`: the service took it. `duplicate`: it was skipped, since the service took another one with its
	 * number. `nothing to send`: it needs no request.
	 */
	state: 'accepted' | 'duplicate' | 'nothing to send';
	items: INodeExecutionData[];
	/** Whether only the test number got it. */
	isTest?: boolean;
}

/** How an item has ended. */
export type Outcome = Success | Failure;

/** How the items of a run have ended, in any order. */
export type Outcomes = ReadonlyMap<number, Outcome>;

/** The outcome of an item without a request: its output may hold the key, where its input does. */
export function withoutRequest(
	state: 'duplicate' | 'nothing to send',
	items: INodeExecutionData[],
	outputMask: Mask,
): Success {
	const masked = jsonMask(outputMask);
	return { state, items: items.map((item) => ({ ...item, json: masked(item.json) })) };
}

/** Whether an item has no output. */
export function isFailure(outcome: Outcome | undefined): outcome is Failure {
	return outcome !== undefined && !('items' in outcome);
}

/** The item numbers of a run by how they ended; carried in an error's context. */
export interface RunSummary {
	accepted: number[];
	uncertain: number[];
	failed: number[];
	notSent: number[];
}

/** @param indexes all items of the run; one without an outcome was not sent */
export function summaryOf(indexes: readonly number[], outcomes: Outcomes): RunSummary {
	const summary: RunSummary = { accepted: [], uncertain: [], failed: [], notSent: [] };
	for (const itemIndex of indexes) {
		const state = outcomes.get(itemIndex)?.state ?? 'not sent';
		if (state === 'not sent') summary.notSent.push(itemIndex);
		else if (state in summary)
			summary[state as 'accepted' | 'uncertain' | 'failed'].push(itemIndex);
	}
	return summary;
}
