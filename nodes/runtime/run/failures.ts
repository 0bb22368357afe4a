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
import { asSentence, inSeconds, joined, mayHaveBeenProcessed } from '../response/wording';
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
		return { ...failure, ...said, parameter, ...(refusal && { refusal }) };
	}
	const { message, description, context, label = '' } = error as Partial<FailedExpression>;
	return {
		...failure,
		message: label + sanitizeUntrusted(String(message ?? error), mask),
		description: typeof description === 'string' ? sanitizeUntrusted(description, mask) : '',
		parameter: typeof context?.parameter === 'string' ? context.parameter : undefined,
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
			readOnly ? '' : mayHaveBeenProcessed,
			'Please report this to the maintainers of the node.',
		),
	};
}

export function requestFailure(
	{ service, host, path, mask }: Connection,
	{ endpoint, inputsToCheck, whenTooLarge, subject }: OperationDefinition,
	{ parts, members }: PlannedRequest,
	verdict: Verdict,
	{ attempts, isBlock, stopReason }: Circumstances,
): Failure {
	const failure = failureOf(verdict, {
		service,
		host,
		path: path + endpoint.url,
		inputsToCheck,
		whenTooLarge,
		attempts,
		isBlock,
		mask,
	});
	const about = subject?.(parts);
	const named = `"${excerpt(String(about), mask)}"`;
	// A failure with a declared cause concerns every request, not this one contact.
	const isItsOwn = failure.state === 'uncertain' || failure.cause === undefined;
	const isNamed = about !== undefined && isItsOwn && !failure.message.includes(named);
	const isOfItem = members.length === 1 && !failure.affectsEveryRequest;
	const itemIndex = isOfItem ? members[0]!.itemIndex : undefined;
	const waited =
		stopReason?.kind === 'waited' && stopReason.milliseconds >= worthNaming
			? `This run stopped, because ${whyWaited(stopReason)}.`
			: '';
	return {
		...failure,
		description: joined(failure.description, waited),
		itemIndex,
		subject: isNamed ? named : undefined,
	};
}

/** The reasons why a request is not sent again. */
export interface Circumstances {
	attempts: Attempts;
	/** True if the service has told a probe, too, that the key is blocked. */
	isBlock: boolean;
	stopReason?: StopReason;
}

/** The failure of an item that nobody tried to send, because the run had stopped. */
export function notSentFailure(service: Service, reason: StopReason = { kind: 'failed' }): Failure {
	const own = { kind: 'not sent', state: 'not sent' } as const;
	const notSent = (why: string, description: string): Failure => ({
		...own,
		message: `Not sent, because ${why}`,
		description,
	});
	switch (reason.kind) {
		case 'affects every request': {
			const { message, description, httpCode, cause } = reason.failure;
			const why = `an earlier request of this run failed: ${message}`;
			// That one may have been processed; this one was not.
			const advice = description.split(mayHaveBeenProcessed).map((part) => part.trim());
			return { ...notSent(why, joined(...advice)), httpCode, cause };
		}
		case 'refused': {
			const { message, httpCode } = reason.failure;
			const why = `the service refused ${maxInARow} requests in a row and accepted none`;
			const advice = `The last error: ${asSentence(message)} Correct the input, then send this item.`;
			return { ...notSent(why, advice), httpCode };
		}
		case 'uncertain':
			return notSent(
				`${maxInARow} requests in a row may have been processed, and none was accepted`,
				'Check these in the service, then send this item.',
			);
		case 'waited': {
			const { cause, code, retryAfter } = reason;
			if (cause === 'block') {
				const blocked = blockedKey(service);
				const waited = `Not sent, because ${whyWaited(reason)}.`;
				const description = joined(waited, blocked.description);
				return { ...own, ...blocked, description, httpCode: code };
			}
			const raise = "Try again later, or raise 'Max Retry Wait' in Settings → Request Options.";
			// A status means that a server answered: only after a network code is it worth checking that one runs.
			const isNetwork = cause === 'outage' && /^\D/.test(code ?? '');
			const check = isNetwork ? adviceIfUnreachable(service) : '';
			const advice = cause === 'proxy outage' ? adviceOnProxy : check;
			return {
				...notSent(whyWaited(reason), joined(advice, raise)),
				cause: cause === 'rate limit' ? 'rate-limited' : 'temporarily-unavailable',
				retryAfterMs: retryAfter && Math.round(retryAfter),
			};
		}
		case 'cancelled':
			return notSent('the execution was cancelled', 'Run the workflow again to send this item.');
		case 'failed':
			return notSent(
				'an earlier request of this run failed',
				'Fix the earlier error, then send this item.',
			);
	}
}

function whyWaited({ milliseconds, cause, code, retryAfter }: LimiterStop) {
	const hasWaited = milliseconds >= worthNaming;
	const waited = hasWaited ? ` for ${inSeconds(milliseconds)}` : '';
	switch (cause) {
		case 'block':
			return `the API key was ${hasWaited ? `still blocked after ${inSeconds(milliseconds)}` : 'blocked'}`;
		case 'outage':
			return `the service was unavailable${waited} (${code})`;
		case 'proxy outage':
			return `the proxy was unavailable${waited} (${code})`;
		case 'unanswered':
			return `the service left other requests unanswered${waited}`;
		case 'rate limit':
			return retryAfter
				? `the service asked to wait ${inSeconds(retryAfter)}`
				: `the service accepted nothing${waited}`;
	}
}
