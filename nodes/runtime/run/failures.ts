import type { LimiterStop } from '../limiter/RunQueue';
import type { Connection } from '../http/connection';
import { InvalidInput, type FailedExpression } from '../input/InvalidInput';
import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Failed } from '../response/cause';
import { inSeconds, joined, mayHaveBeenProcessed, times } from '../response/phrases';
import { explain, outageWords, quoteOf } from '../response/words';
import type { OperationDefinition, PlannedRequest } from './operation';
import type { Failure } from './outcome';
import type { Attempts } from './retryDelay';

/** Why a run sends nothing more. */
export type StopReason =
	| LimiterStop
	/** By this failure every request would fail, or enough of them have failed (StopRules.ts). */
	| { kind: 'failed'; failure: Failure }
	| { kind: 'cancelled' };

/** The failure of an item that a check refused; without an index of the whole run. */
export function inputFailure(error: unknown, mask: Mask, itemIndex?: number): Failure {
	const failure = { isInput: true, state: 'not sent', itemIndex } as const;
	if (error instanceof InvalidInput) {
		const { parameter, advice } = error;
		return { ...failure, message: error.shown(mask), description: advice, parameter };
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

/** The failure of a request that is not sent again, by its last sending. */
export function requestFailure(
	{ service, host, mask }: Connection,
	operation: OperationDefinition,
	{ members }: PlannedRequest,
	sent: Failed,
	attempts: Attempts,
): Failure {
	const { cause, rule, code, answer } = sent;
	const { state } = rule;
	const { tried } = attempts;
	const situation = { ...operation, service, host, mask };
	const { message, description } = explain(sent, situation);
	return {
		state,
		message,
		description,
		ofRequest: joined(
			cause === 'throttled' && throttledSentence(attempts, answer?.retryAfter),
			rule.signal === 'outage' && tried > 1 && `The node tried ${times(tried)}.`,
			state === 'uncertain' && mayHaveBeenProcessed,
			quoteOf(sent, situation),
		),
		httpCode: code,
		retryAfterMs: answer?.retryAfter,
		itemIndex: members.length === 1 && !rule.ofAll ? members[0]!.itemIndex : undefined,
	};
}

function throttledSentence({ throttled }: Attempts, retryAfter?: number) {
	const asked = retryAfter === undefined ? '' : ` and asked to wait ${inSeconds(retryAfter)}`;
	return `The service throttled this request ${times(throttled)}${asked}. It was not processed.`;
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

function waitedTooLong(stop: LimiterStop): Failure {
	const { cause, code, outageCause, retryAfter } = stop;
	const outage = outageWords(outageCause);
	const reasons: Record<typeof cause, string> = {
		outage: `${outage.what} (${code})`,
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
