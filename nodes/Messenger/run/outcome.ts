import type { INodeExecutionData } from 'n8n-workflow';

import { jsonMask, type Mask } from '../input/keyMask';
import type { ProblemCause } from '../response/Problem';

/**
 * How an item may fail. `not sent`: it never left. `failed`: surely not accepted. `uncertain`: it
 * left, and whether the service has processed it is not known.
 */
export type FailedState = 'not sent' | 'failed' | 'uncertain';

/**
 * Why an item has no output, in the parts of an n8n error. Plain data without the API key: it is
 * kept with the execution, so that a retry fails again with the same words.
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
	/** Name of the parameter that holds something wrong. */
	parameter?: string;
	/** Whether only the test number may have got it. */
	isTest?: boolean;
}

/** Why an item was skipped: the service has accepted another one with the same key, such as a number. */
export interface Skipped {
	of: number;
	key: string;
}

/** What is compared of an item that was sent: those with the same key and settings are duplicates. */
export interface SentAs {
	/** Such as the campaign, without its recipients. */
	settings: string;
	/** Such as the number. */
	key: string;
}

/** How an item has ended. */
export type Outcome =
	/** `accepted`: the service took it. `nothing to send`: it has an output without a request. */
	| {
			state: 'accepted' | 'nothing to send';
			items: INodeExecutionData[];
			skipped?: Skipped;
			/** Whether only the test number got it. */
			isTest?: boolean;
	  }
	| Failure;

/** The outcome of an item that needs no request: its output may hold the key, where its input does. */
export function nothingToSend(
	items: INodeExecutionData[],
	outputMask: Mask,
	skipped?: Skipped,
): Outcome {
	const masked = jsonMask(outputMask);
	return {
		state: 'nothing to send',
		items: items.map((item) => ({ ...item, json: masked(item.json) })),
		...(skipped && { skipped }),
	};
}

/** Whether an item has no output. */
export function isFailure(outcome: Outcome): outcome is Failure {
	return !('items' in outcome);
}

/** The item numbers of a run by how they ended; carried in an error's context. */
export interface RunSummary {
	accepted: number[];
	uncertain: number[];
	failed: number[];
	notSent: number[];
}

/** @param outcomes by item; one that is missing was not sent */
export function summaryOf(outcomes: ReadonlyArray<Outcome | undefined>): RunSummary {
	const summary: RunSummary = { accepted: [], uncertain: [], failed: [], notSent: [] };
	for (const [itemIndex, outcome] of outcomes.entries()) {
		const state = outcome?.state ?? 'not sent';
		if (state === 'not sent') summary.notSent.push(itemIndex);
		else if (state !== 'nothing to send') summary[state].push(itemIndex);
	}
	return summary;
}
