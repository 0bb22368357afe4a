import type { LimiterStop } from '../limiter/RunQueue';
import type { Connection } from '../http/connection';
import { excerpt, InvalidInput } from '../input/InvalidInput';
import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Failed } from '../response/cause';
import type { Service } from '../Service';
import { asSentence, inSeconds, joined, mayHaveBeenProcessed, times } from '../response/phrases';
import { adviceIfUnreachable, adviceOnProxy, quoteOf, explain } from '../response/words';
import type { OperationDefinition, PlannedRequest } from './operation';
import type { Failure } from './outcome';
import type { FailedExpression } from './ParameterReader';
import type { Attempts } from './retryDelay';

/** Why a run sends nothing more. */
export type StopReason =
	| LimiterStop
	/** A cause that would fail every request: a wrong key, a redirect, a TLS failure, … */
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
	const failure = { isInput: true, state: 'not sent', itemIndex } as const;
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
		state: readOnly ? 'failed' : 'uncertain',
		message: `The node failed: ${reason}`,
		description: joined(
			!readOnly && mayHaveBeenProcessed,
			'Please report this to the maintainers of the node.',
		),
	};
}

/** The failure of a request that is not sent again, by its last sending. */
export function requestFailure(
	{ service, host, path, mask }: Connection,
	operation: OperationDefinition,
	{ parts, members }: PlannedRequest,
	sent: Failed,
	attempts: Attempts,
	stopReason?: StopReason,
): Failure {
	const { cause, rule, code, answer } = sent;
	const { state } = rule;
	const { tried } = attempts;
	const situation = { ...operation, service, host, path: path + operation.endpoint.url, mask };
	const { message, description } = explain(sent, situation);
	// Of several people nobody knows which one it was.
	const isOfOne = (operation.impact?.(parts) ?? 1) === 1;
	const about = isOfOne ? operation.about?.(members[0]!.params, parts).subject : undefined;
	const named = `"${excerpt(String(about), mask)}"`;
	// A failure with a declared cause concerns every request, not this one's subject; a block may be a firewall's.
	const isItsOwn = state === 'uncertain' || rule.n8nCause === undefined || rule.isBlock;
	const hasWaited = stopReason?.kind === 'waited' && stopReason.milliseconds >= worthNaming;
	return {
		state,
		message,
		description,
		ofRequest: joined(
			cause === 'throttled' && throttledSentence(attempts, answer?.retryAfter),
			rule.signal === 'outage' && tried > 1 && `The node tried ${times(tried)}.`,
			state === 'uncertain' && mayHaveBeenProcessed,
			quoteOf(sent, situation),
			hasWaited && `This run stopped, because ${whyWaited(stopReason)}.`,
		),
		n8nCause: rule.n8nCause,
		httpCode: code,
		retryAfterMs: answer?.retryAfter,
		itemIndex: members.length === 1 && !rule.ofAll ? members[0]!.itemIndex : undefined,
		subject: about !== undefined && isItsOwn && !message.includes(named) ? named : undefined,
	};
}

function throttledSentence({ throttled, throttledFor }: Attempts, retryAfter?: number) {
	const during = throttled === 1 ? '' : ` in ${inSeconds(throttledFor)}`;
	const asked = retryAfter === undefined ? '' : ` and asked to wait ${inSeconds(retryAfter)}`;
	return `The service throttled this request ${times(throttled)}${during}${asked}. It was not processed.`;
}

function notSent(why: string, description: string, more: Partial<Failure> = {}): Failure {
	const message = `Not sent, because ${why}`;
	return { state: 'not sent', message, description, ...more };
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
	const { message, description, httpCode, n8nCause } = reason.failure;
	if (reason.kind === 'affects every request') {
		const why = `an earlier request of this run failed: ${message}`;
		return notSent(why, description, { httpCode, n8nCause });
	}
	return notSent(
		`the service refused ${maxInARow} requests in a row and accepted none`,
		`The last error: ${asSentence(message)} Correct the input, then send this item.`,
		{ httpCode },
	);
}

function waitedTooLong(service: Service, stop: LimiterStop) {
	const { cause, code, isBlock, retryAfter } = stop;
	const why = whyWaited(stop);
	// A status means that a server answered: only after a network code is it worth checking that one runs.
	const isNetwork = cause === 'outage' && /^\D/.test(code ?? '');
	const description = joined(
		isNetwork && adviceIfUnreachable(service),
		cause === 'proxy outage' && adviceOnProxy,
		isBlock ? `${service.blocked.description} Or raise` : 'Try again later, or raise',
		"'Max Retry Wait' in Settings → Request Options.",
	);
	return notSent(why, description, {
		n8nCause: cause === 'rate limit' ? 'rate-limited' : 'temporarily-unavailable',
		retryAfterMs: retryAfter && Math.round(retryAfter),
	});
}

function whyWaited({ milliseconds, cause, code, isBlock, retryAfter }: LimiterStop) {
	const time = inSeconds(milliseconds);
	const waited = milliseconds >= worthNaming ? ` for ${time}` : '';
	const reasons: Record<typeof cause, string> = {
		outage: isBlock
			? `the API key was temporarily blocked${waited} (${code})`
			: `the service was unavailable${waited} (${code})`,
		'proxy outage': `the proxy was unavailable${waited} (${code})`,
		unanswered: `the service left other requests unanswered${waited}`,
		'rate limit': retryAfter
			? `the service asked to wait ${inSeconds(retryAfter)}`
			: `the service accepted nothing${waited}`,
	};
	return reasons[cause];
}
