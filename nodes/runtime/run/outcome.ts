import type { IDataObject } from 'n8n-workflow';

import type { FailedExpression } from '../engine/ParameterReader';
import { InvalidInput } from '../input/InvalidInput';
import { isObject } from '../input/json';
import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { LimiterStop } from '../limiter/ClientQueue';
import { inSeconds, joined, mayHaveBeenProcessed } from '../response/phrases';
import { outageWords } from '../response/words';

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
	/** Sentences about its last sending, after the description: its tries, the beginning of its answer. */
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
	/** True if it was refused because a value is missing. */
	isMissing?: boolean;
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

const failedStates: unknown[] = ['not sent', 'failed', 'uncertain'] satisfies Array<
	Failure['state']
>;

/** The details of a failed item's row (E1), which begins with its `error`: another row may have the service's, after its own. */
export function failureIn(row: IDataObject): IDataObject | undefined {
	const { details } = row;
	const isOurs = Object.keys(row)[0] === 'error' && isObject(details);
	return isOurs && failedStates.includes(details.state) ? details : undefined;
}

/** Why a run sends nothing more. */
export type StopReason =
	| LimiterStop
	/** By this failure every request would fail, or enough of them have failed (Brake.ts). */
	| { kind: 'failed'; failure: Failure }
	| { kind: 'cancelled' };

/** The failure of an item that a check refused; without an index of the whole run. */
export function inputFailure(error: unknown, mask: Mask, itemIndex?: number): Failure {
	const failure = { isInput: true, state: 'not sent', itemIndex } as const;
	if (error instanceof InvalidInput) {
		const { parameter, advice, kind } = error;
		const said = { message: error.shown(mask), description: advice, parameter };
		return { ...failure, ...said, ...(kind === 'missing' && { isMissing: true }) };
	}
	// n8n's own, such as of a missing credential.
	const { label = '', message, description, parameter } = error as Partial<FailedExpression>;
	return {
		...failure,
		message: label + sanitizeUntrusted(String(message ?? error), mask),
		description: sanitizeUntrusted(String(description ?? ''), mask),
		parameter,
	};
}

/** The failure of a request by a defect of this node, which says nothing of what the service did. */
export function unexpectedFailure(error: unknown, readOnly: boolean, mask: Mask): Failure {
	const reason = sanitizeUntrusted(String((error as Error).message ?? error), mask);
	return {
		state: readOnly ? 'failed' : 'uncertain',
		message: `The node failed: ${reason}`,
		description: joined(
			!readOnly && mayHaveBeenProcessed,
			'Please report this to the maintainers of the node.',
		),
	};
}

/** The failure of an item that nobody tried to send. @param reason undefined if the run was not to begin */
export function notSentFailure(reason?: StopReason): Failure {
	if (reason === undefined) return notSent('another item was refused');
	if (reason.kind === 'cancelled') return notSent('the execution was cancelled');
	if (reason.kind === 'waited') return waitedTooLong(reason);
	const { message, description, httpCode } = reason.failure;
	const why = `an earlier request of this run failed: ${message}`;
	return notSent(why, { description, httpCode });
}

function waitedTooLong({ cause, failure, retryAfter }: LimiterStop): Failure {
	const outage = outageWords(failure?.cause);
	const reasons: Record<typeof cause, string> = {
		outage: `${outage.what} (${failure?.code ?? 'no answer'})`,
		unanswered: 'the service left other requests unanswered',
		'rate limit': retryAfter
			? `the service asked to wait ${inSeconds(retryAfter)}`
			: 'the service accepted nothing',
	};
	return notSent(reasons[cause], {
		description: joined(
			outage.advice,
			"Try again later, or raise 'Max Retry Wait' in Settings → Request Options.",
		),
		retryAfterMs: retryAfter && Math.round(retryAfter),
	});
}

function notSent(why: string, more: Partial<Failure> = {}): Failure {
	const message = `Not sent, because ${why}`;
	return { state: 'not sent', message, description: '', ...more };
}
