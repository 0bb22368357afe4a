import type { LimiterStop } from '../limiter/RunQueue';
import type { Connection } from '../http/connection';
import { excerpt, InvalidInput } from '../input/InvalidInput';
import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { adviceIfUnreachable, adviceOnProxy } from '../response/networkProblems';
import type { Service } from '../Service';
import type { Attempts, Failure } from '../response/Failure';
import { blockedKey, failureOf } from '../response/statusProblems';
import type { Verdict } from '../response/verdict';
import { asSentence, inSeconds, joined, mayHaveBeenProcessed } from '../response/phrases';
import type { OperationDefinition, PlannedRequest } from './operation';
import type { FailedExpression } from './ParameterReader';

/** Why a run sends nothing more. */
export type StopReason =
	| LimiterStop
	/** A cause that would fail every request: a wrong key, a block, a redirect, a TLS failure, … */
	| { kind: 'affects every request'; failure: Failure }
	/** {@link maxInARow} requests in a row were refused, and none accepted. */
	| { kind: 'refused'; failure: Failure }
	/** {@link maxInARow} requests in a row may have been processed. */
	| { kind: 'uncertain' }
	/** A request has failed, in an operation where the others are to wait then. */
	| { kind: 'failed' }
	| { kind: 'cancelled' };

/** Milliseconds of waiting that are worth a word. */
const worthNaming = 50;

/** Refusals in a row with nothing accepted, and doubts in a row, after which a run sends nothing more. */
export const maxInARow = 10;

/** The failure of an item that a check refused or whose expression threw; without an index of the whole run. */
export function inputFailure(error: unknown, mask: Mask, itemIndex?: number): Failure {
	const failure = { kind: 'input', state: 'not sent', itemIndex } as const;
	if (error instanceof InvalidInput) {
		const { parameter, kind: refusal } = error;
		const said = { message: error.problem(mask), description: error.advice(mask) };
		return { ...failure, ...said, parameter, refusal };
	}
	const { message, description, context, label = '' } = error as Partial<FailedExpression>;
	return {
		...failure,
		message: label + sanitizeUntrusted(String(message ?? error), mask),
		description: sanitizeUntrusted(String(description ?? ''), mask),
		parameter: context?.parameter,
	};
}

/** The failure of a request by a defect of this node, which says nothing of what the service did. */
export function unexpectedFailure(error: unknown, readOnly: boolean, mask: Mask): Failure {
	const reason = sanitizeUntrusted(String((error as Error).message ?? error), mask);
	return {
		kind: 'network',
		state: readOnly ? 'failed' : 'uncertain',
		message: `The node failed: ${reason}`,
		description: joined(
			!readOnly && mayHaveBeenProcessed,
			'Please report this to the maintainers of the node.',
		),
	};
}

/** The last result of a request that is not sent again. */
export interface LastResult {
	verdict: Verdict;
	attempts: Attempts;
	/** True if the service has told a probe, too, that the key is blocked. */
	isBlock: boolean;
	stopReason?: StopReason;
}

export function requestFailure(
	{ service, host, path, mask }: Connection,
	{ endpoint, inputsToCheck, subject }: OperationDefinition,
	{ parts, members }: PlannedRequest,
	{ verdict, attempts, isBlock, stopReason }: LastResult,
): Failure {
	const failure = failureOf(verdict, {
		service,
		host,
		path: path + endpoint.url,
		inputsToCheck,
		attempts,
		isBlock,
		mask,
	});
	const about = subject?.(parts);
	const named = `"${excerpt(String(about), mask)}"`;
	// A failure with a declared cause concerns every request, not this one's subject.
	const isItsOwn = failure.state === 'uncertain' || failure.cause === undefined;
	const isNamed = about !== undefined && isItsOwn && !failure.message.includes(named);
	const isOfItem = members.length === 1 && !failure.affectsEveryRequest;
	const hasWaited = stopReason?.kind === 'waited' && stopReason.milliseconds >= worthNaming;
	return {
		...failure,
		ofRequest: joined(
			failure.ofRequest,
			hasWaited && `This run stopped, because ${whyWaited(stopReason)}.`,
		),
		itemIndex: isOfItem ? members[0]!.itemIndex : undefined,
		subject: isNamed ? named : undefined,
	};
}

function notSent(why: string, description: string, more: Partial<Failure> = {}): Failure {
	const message = `Not sent, because ${why}`;
	return { kind: 'not sent', state: 'not sent', message, description, ...more };
}

/** Why an item was not sent, and what to do. */
const wordsOfStop: Record<'uncertain' | 'cancelled' | 'failed', [why: string, advice: string]> = {
	uncertain: [
		`${maxInARow} requests in a row may have been processed, and none was accepted`,
		'Check these in the service, then send this item.',
	],
	cancelled: ['the execution was cancelled', 'Run the workflow again to send this item.'],
	failed: ['an earlier request of this run failed', 'Fix the earlier error, then send this item.'],
};

/** The failure of an item that nobody tried to send, because the run had stopped. */
export function notSentFailure(service: Service, reason: StopReason = { kind: 'failed' }): Failure {
	if (reason.kind === 'waited') return waitedTooLong(service, reason);
	if (!('failure' in reason)) return notSent(...wordsOfStop[reason.kind]);
	const { message, description, httpCode, cause } = reason.failure;
	if (reason.kind === 'affects every request') {
		const why = `an earlier request of this run failed: ${message}`;
		return notSent(why, description, { httpCode, cause });
	}
	return notSent(
		`the service refused ${maxInARow} requests in a row and accepted none`,
		`The last error: ${asSentence(message)} Correct the input, then send this item.`,
		{ httpCode },
	);
}

function waitedTooLong(service: Service, stop: LimiterStop) {
	const { cause, code, retryAfter } = stop;
	const why = whyWaited(stop);
	if (cause === 'block') {
		const blocked = blockedKey(service);
		const description = joined(`Not sent, because ${why}.`, blocked.description);
		return notSent(why, description, { ...blocked, description, httpCode: code });
	}
	// A status means that a server answered: only after a network code is it worth checking that one runs.
	const isNetwork = cause === 'outage' && /^\D/.test(code ?? '');
	const description = joined(
		isNetwork && adviceIfUnreachable(service),
		cause === 'proxy outage' && adviceOnProxy,
		"Try again later, or raise 'Max Retry Wait' in Settings → Request Options.",
	);
	return notSent(why, description, {
		cause: cause === 'rate limit' ? 'rate-limited' : 'temporarily-unavailable',
		retryAfterMs: retryAfter && Math.round(retryAfter),
	});
}

function whyWaited({ milliseconds, cause, code, retryAfter }: LimiterStop) {
	const time = inSeconds(milliseconds);
	const hasWaited = milliseconds >= worthNaming;
	const waited = hasWaited ? ` for ${time}` : '';
	const reasons: Record<typeof cause, string> = {
		block: `the API key was ${hasWaited ? `still blocked after ${time}` : 'blocked'}`,
		outage: `the service was unavailable${waited} (${code})`,
		'proxy outage': `the proxy was unavailable${waited} (${code})`,
		unanswered: `the service left other requests unanswered${waited}`,
		'rate limit': retryAfter
			? `the service asked to wait ${inSeconds(retryAfter)}`
			: `the service accepted nothing${waited}`,
	};
	return reasons[cause];
}
