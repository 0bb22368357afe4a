import { foreignText } from '../foreignText';
import { InvalidInput, quoted } from '../input/InvalidInput';
import { checkService } from '../response/networkProblems';
import { asSentence, cut } from '../response/parse';
import type { Problem } from '../response/Problem';
import { problemOf } from '../response/problemOf';
import { blockedProblem, mayHaveBeenProcessed } from '../response/responseProblems';
import { quoteWithoutKey, withoutKey } from '../response/withoutKey';
import type { Delivery } from './deliver';
import { inSeconds } from './hints';
import type { FailedState, Failure } from './outcome';
import type { Run, StopReason } from './Run';

/**
 * The failure of an item that cannot be sent: a check refused it, an expression threw, or the
 * credential is not in order.
 *
 * @param apiKey somebody may have entered it in another field
 */
export function inputFailure(error: unknown, itemIndex: number, apiKey?: string): Failure {
	const shown = (text: string) => {
		if (apiKey === undefined) return text;
		// What is quoted already has other characters in the place of some that a key may have.
		return quoteWithoutKey(quoteWithoutKey(text, apiKey), foreignText(apiKey));
	};
	const item = ` [item ${itemIndex}]`;
	if (error instanceof InvalidInput) {
		return {
			state: 'not sent',
			message: shown(error.message) + item,
			description: shown(error.advice),
			parameter: error.parameter,
		};
	}
	const { message, description, context } = error as {
		message?: unknown;
		description?: unknown;
		context?: { parameter?: unknown };
	};
	const clean = (words: string) => shown(foreignText(shown(words)));
	const text = clean(String(message ?? error));
	return {
		state: 'not sent',
		message: text.includes('[item') ? text : cut(text, item.length + 1) + item,
		description: typeof description === 'string' ? clean(description) : '',
		...(typeof context?.parameter === 'string' && { parameter: context.parameter }),
	};
}

/** The failure of a request by a defect of this node, which says nothing of what the service did. */
export function unexpectedFailure(error: unknown, readOnly: boolean): Failure {
	return {
		state: readOnly ? 'failed' : 'uncertain',
		message: `The node failed: ${foreignText(String((error as Error).message ?? error))}`,
		description: [
			...(readOnly ? [] : [mayHaveBeenProcessed]),
			'Please report this to the maintainers of the node.',
		].join(' '),
		httpCode: 'none',
	};
}

/** Why a request was not accepted, and what that means for the run. */
export interface RequestFailure {
	failure: Failure;
	/** Whether every other request of the run would fail in the same way. */
	isWrongForAll: boolean;
	/** Whether the service refused what is in the request. */
	isRefusal: boolean;
}

/**
 * @param request its `subject`: whom it is about, where that is one
 * @param delivery without a `reading` where it was never sent
 */
export function requestFailure(
	{ connection, stopReason }: Run,
	request: { url: string; inputsToCheck: string; subject?: unknown },
	delivery: Delivery,
): RequestFailure {
	const { reading } = delivery;
	if (reading === undefined) {
		return { failure: notSentFailure(stopReason), isWrongForAll: false, isRefusal: false };
	}
	const { apiKey, baseUrl, host } = connection;
	const { url, inputsToCheck, subject } = request;
	const tried = reading.state === 'uncertain' ? 'uncertain' : 'failed';
	const state: FailedState = delivery.hasLeft ? tried : 'not sent';
	const { pathname: path } = new URL(baseUrl + url);
	const problem = problemOf(reading, { host, path, inputsToCheck, tries: delivery, apiKey });
	// What a reader does not see is left out in a quote: what was in parts may be the key now.
	const named = quoteWithoutKey(quoted(withoutKey(String(subject), apiKey)), apiKey);
	// What has a cause has it for everybody.
	const isNamed =
		subject !== undefined &&
		(state === 'uncertain' || problem.cause === undefined) &&
		!problem.message.includes(named);
	const { status = 500 } = reading.outcome;
	return {
		failure: { ...failureOf(problem, state), ...(isNamed && { subject: named }) },
		isWrongForAll: problem.isWrongForAll === true,
		isRefusal: status < 500 && status !== 429 && reading.meaning?.isAnswer !== true,
	};
}

function failureOf(
	{ message, advice, httpCode, cause, retryAfterMs }: Problem,
	state: FailedState,
): Failure {
	return {
		state,
		message,
		description: advice.join(' '),
		httpCode,
		...(cause && { cause }),
		...(retryAfterMs !== undefined && { retryAfterMs }),
	};
}

/** The failure of an item that nobody tried to send, because the run had stopped. */
export function notSentFailure(reason: StopReason | undefined): Failure {
	const notSent = (message: string, description: string): Failure => ({
		state: 'not sent',
		message,
		description,
		httpCode: 'none',
	});
	switch (reason?.kind) {
		case 'blocked':
			return failureOf(blockedProblem, 'not sent');
		case 'wrong for all':
			return {
				...notSent(
					`Not sent, because an earlier request of this run failed: ${reason.failure.message}`,
					reason.failure.description,
				),
				httpCode: reason.failure.httpCode,
				cause: reason.failure.cause,
			};
		case 'refused':
			return {
				...notSent(
					`Not sent, because the service refused ${reason.count} requests in a row and accepted none`,
					`The last error: ${asSentence(reason.failure.message)} Correct the input, then send this item.`,
				),
				httpCode: reason.failure.httpCode,
			};
		case 'waited':
			return {
				...notSent(
					reason.outage !== undefined
						? `Not sent, because the service was unavailable for ${inSeconds(reason.milliseconds)} (${reason.outage})`
						: reason.retryAfter === undefined
							? `Not sent, because the service accepted nothing for ${inSeconds(reason.milliseconds)}`
							: `Not sent, because the service asked to wait ${inSeconds(reason.retryAfter)}`,
					// What has a status has a server at least.
					`${/^\D/.test(reason.outage ?? '0') ? `${checkService} ` : ''}Try again later, or raise 'Max Retry Wait' in the request options.`,
				),
				cause: reason.outage !== undefined ? 'temporarily-unavailable' : 'rate-limited',
				...(reason.retryAfter !== undefined && { retryAfterMs: Math.round(reason.retryAfter) }),
			};
		case 'cancelled':
			return notSent(
				'Not sent, because the execution was cancelled',
				'Run the workflow again to send this item.',
			);
		default:
			return notSent(
				'Not sent, because an earlier request of this run failed',
				'Fix the earlier error, then send this item.',
			);
	}
}
