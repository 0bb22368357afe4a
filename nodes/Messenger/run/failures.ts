import type { Connection } from '../http/connection';
import { excerpt, InvalidInput } from '../input/InvalidInput';
import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { GateReason } from '../gate/Line';
import { checkService } from '../response/networkProblems';
import { asSentence, cut } from '../response/parse';
import { mayHaveBeenProcessed, type Problem, type Tries } from '../response/Problem';
import { blockedProblem, problemOf } from '../response/statusProblems';
import type { Verdict } from '../response/verdict';
import { inSeconds } from '../response/wording';
import type { FailedState, Failure } from './outcome';
import type { FailedExpression } from './ParameterReader';

/** Why a run sends nothing more. */
export type StopReason =
	| GateReason
	/** What failed would fail for all: a wrong key, a block, a redirect, a TLS failure, … */
	| { kind: 'affects every request'; failure: Failure }
	/** So many requests in a row were refused, and none accepted. */
	| { kind: 'refused'; count: number; failure: Failure }
	/** A request has failed, in an operation where the others are to wait then. */
	| { kind: 'failed'; failure: Failure }
	| { kind: 'cancelled' };

/**
 * The failure of each item that cannot be sent for one reason: a check refused it, an expression threw, or the
 * credential is not in order.
 *
 * @param mask somebody may have entered the API key in another field
 */
export function inputFailures(error: unknown, mask: Mask): (itemIndex: number) => Failure {
	const item = (itemIndex: number) => ` [item ${itemIndex}]`;
	if (error instanceof InvalidInput) {
		const problem = error.problem(mask);
		const description = error.advice(mask);
		const { parameter } = error;
		return (itemIndex) => ({
			state: 'not sent',
			message: problem + item(itemIndex),
			description,
			parameter,
		});
	}
	const { message, description: advice, context, label } = error as Partial<FailedExpression>;
	const text = (label ?? '') + sanitizeUntrusted(String(message ?? error), mask);
	const description = typeof advice === 'string' ? sanitizeUntrusted(advice, mask) : '';
	const parameter = typeof context?.parameter === 'string' ? context.parameter : undefined;
	return (itemIndex) => ({
		state: 'not sent',
		message: text.includes('[item')
			? text
			: cut(text, item(itemIndex).length + 1) + item(itemIndex),
		description,
		...(parameter !== undefined && { parameter }),
	});
}

/** The failure of a request by a defect of this node, which says nothing of what the service did. */
export function unexpectedFailure(error: unknown, readOnly: boolean, mask: Mask): Failure {
	const reason = sanitizeUntrusted(String((error as Error).message ?? error), mask);
	const report = 'Please report this to the maintainers of the node.';
	return {
		state: readOnly ? 'failed' : 'uncertain',
		message: `The node failed: ${reason}`,
		description: readOnly ? report : `${mayHaveBeenProcessed} ${report}`,
		httpCode: 'none',
	};
}

/** What was tried until the last word on a request. */
export interface Delivery extends Tries {
	/** Whether it has left in any of the tries. */
	hasLeft: boolean;
}

/**
 * Why a request was not accepted.
 *
 * @param request its `subject`: whom it is about, where that is one
 * @returns also whether every other request of the run would fail in the same way
 */
export function requestFailure(
	{ host, path, mask }: Connection,
	request: { url: string; inputsToCheck: string; subject?: unknown },
	verdict: Verdict,
	delivery: Delivery,
): { failure: Failure; affectsEveryRequest: boolean } {
	const { url, inputsToCheck, subject } = request;
	const tried = verdict.state === 'uncertain' ? 'uncertain' : 'failed';
	const state: FailedState = delivery.hasLeft ? tried : 'not sent';
	const situation = { host, path: path + url, inputsToCheck, tries: delivery, mask };
	const problem = problemOf(verdict, situation);
	const named = `"${excerpt(String(subject), mask)}"`;
	// What has a cause has it for everybody.
	const isNamed =
		subject !== undefined &&
		(state === 'uncertain' || problem.cause === undefined) &&
		!problem.message.includes(named);
	return {
		failure: { ...failureOf(problem, state), ...(isNamed && { subject: named }) },
		affectsEveryRequest: problem.affectsEveryRequest === true,
	};
}

function failureOf(problem: Problem, state: FailedState): Failure {
	const { message, advice, httpCode, cause, retryAfterMs } = problem;
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
	const notSent = (why: string, description: string): Failure => ({
		state: 'not sent',
		message: `Not sent, because ${why}`,
		description,
		httpCode: 'none',
	});
	switch (reason?.kind) {
		case 'blocked':
			return failureOf(blockedProblem, 'not sent');
		case 'affects every request': {
			const { message, description, httpCode, cause } = reason.failure;
			const why = `an earlier request of this run failed: ${message}`;
			return { ...notSent(why, description), httpCode, cause };
		}
		case 'refused': {
			const { message, httpCode } = reason.failure;
			const why = `the service refused ${reason.count} requests in a row and accepted none`;
			const advice = `The last error: ${asSentence(message)} Correct the input, then send this item.`;
			return { ...notSent(why, advice), httpCode };
		}
		case 'waited':
			return waitedFailure(reason, notSent);
		case 'cancelled':
			return notSent('the execution was cancelled', 'Run the workflow again to send this item.');
		default:
			return notSent(
				'an earlier request of this run failed',
				'Fix the earlier error, then send this item.',
			);
	}
}

function waitedFailure(
	{ milliseconds, retryAfter, outage, isUnanswered }: Extract<GateReason, { kind: 'waited' }>,
	notSent: (why: string, description: string) => Failure,
): Failure {
	const waited = inSeconds(milliseconds);
	const raise = "Try again later, or raise 'Max Retry Wait' in the request options.";
	if (outage !== undefined || isUnanswered) {
		const why =
			outage === undefined
				? `the service left other requests unanswered for ${waited}`
				: `the service was unavailable for ${waited} (${outage})`;
		// What has a status has a server at least.
		const advice = /^\D/.test(outage ?? '') ? `${checkService} ${raise}` : raise;
		return { ...notSent(why, advice), cause: 'temporarily-unavailable' };
	}
	const why =
		retryAfter === undefined
			? `the service accepted nothing for ${waited}`
			: `the service asked to wait ${inSeconds(retryAfter)}`;
	return {
		...notSent(why, raise),
		cause: 'rate-limited',
		...(retryAfter !== undefined && { retryAfterMs: Math.round(retryAfter) }),
	};
}
