import { excerpt, InvalidInput } from '../input/InvalidInput';
import type { Mask } from '../input/keyMask';
import { checkService } from '../response/networkProblems';
import { asSentence, cut } from '../response/parse';
import type { Problem } from '../response/Problem';
import { problemOf } from '../response/problemOf';
import { blockedProblem, mayHaveBeenProcessed } from '../response/responseProblems';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Delivery } from './deliver';
import { inSeconds } from './hintsAfterRun';
import type { FailedState, Failure } from './outcome';
import type { FailedExpression } from './ParameterReader';
import type { Run, StopReason } from './Run';

/**
 * The failure of each item that cannot be sent for one reason: a check refused it, an expression threw,
 * or the credential is not in order.
 *
 * @param mask somebody may have entered the API key in another field
 */
export function inputFailures(error: unknown, mask: Mask): (itemIndex: number) => Failure {
	const item = (itemIndex: number) => ` [item ${itemIndex}]`;
	if (error instanceof InvalidInput) {
		const problem = error.problem(mask);
		const description = error.advice(mask);
		return (itemIndex) => ({
			state: 'not sent',
			message: problem + item(itemIndex),
			description,
			parameter: error.parameter,
		});
	}
	const { message, description: advice, context, label } = error as Partial<FailedExpression>;
	const text = (label ?? '') + sanitizeUntrusted(String(message ?? error), mask);
	const description = typeof advice === 'string' ? sanitizeUntrusted(advice, mask) : '';
	return (itemIndex) => ({
		state: 'not sent',
		message: text.includes('[item')
			? text
			: cut(text, item(itemIndex).length + 1) + item(itemIndex),
		description,
		...(typeof context?.parameter === 'string' && { parameter: context.parameter }),
	});
}

/** The failure of a request by a defect of this node, which says nothing of what the service did. */
export function unexpectedFailure(error: unknown, readOnly: boolean, mask: Mask): Failure {
	return {
		state: readOnly ? 'failed' : 'uncertain',
		message: `The node failed: ${sanitizeUntrusted(String((error as Error).message ?? error), mask)}`,
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
	const { host, path, mask } = connection;
	const { url, inputsToCheck, subject } = request;
	const tried = reading.state === 'uncertain' ? 'uncertain' : 'failed';
	const state: FailedState = delivery.hasLeft ? tried : 'not sent';
	const problem = problemOf(reading, {
		host,
		path: path + url,
		inputsToCheck,
		tries: delivery,
		mask,
	});
	const named = `"${excerpt(String(subject), mask)}"`;
	// What has a cause has it for everybody.
	const isNamed =
		subject !== undefined &&
		(state === 'uncertain' || problem.cause === undefined) &&
		!problem.message.includes(named);
	const { outcome } = reading;
	const status = outcome.kind === 'response' ? outcome.status : 500;
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
