import { clock } from './clock';
import type { NodeRun } from './nodeRun';
import { BlockedError } from './pacing/Pacer';
import { mayRepeat, mostRepetitions, pauseBefore, retryAfter } from './retrying';
import type { ServiceRequest } from './service';
import { send, type Answer, type NoAnswer, type RequestContext } from './transport';

/** The last word on a request: what came back, and what was tried until then. */
export interface Delivery {
	outcome: Answer | NoAnswer | { kind: 'not sent' };
	/** How often the request was sent. */
	sendings: number;
	/** How often the rate limit refused it. */
	refusals: number;
	/** Milliseconds from the first refusal to the end. */
	retriedFor: number;
	/** Milliseconds that the last answer asked to wait. */
	retryAfter?: number;
	/** After a 403: how many requests of this run were not sent. */
	notSent: number;
}

/**
 * Brings one request to the service: in its turn, as often as is safe and no longer than the run
 * allows. Everything between the engine and the network goes through here.
 *
 * @param readOnly whether the request changes nothing at the service, and so may be repeated
 * @throws the cancel signal's reason where the execution was cancelled
 */
export async function deliver(
	context: RequestContext,
	run: NodeRun,
	request: ServiceRequest,
	readOnly: boolean,
): Promise<Delivery> {
	const cancelled = context.getExecutionCancelSignal();
	const delivery = { sendings: 0, refusals: 0, retriedFor: 0, notSent: 0 };
	let outcome: Delivery['outcome'] = { kind: 'not sent' };
	let firstRefusal: number | undefined;
	let giveUp = cancelled;

	for (let repetition = 0; ; ) {
		let permit;
		try {
			permit = await run.pacer.admit({
				run: run.report.currentTry,
				maxConcurrency: run.maxConcurrency,
				refusedBefore: firstRefusal !== undefined || repetition > 0,
				signal: giveUp,
			});
		} catch (error) {
			cancelled?.throwIfAborted();
			if (error instanceof BlockedError) {
				return { ...delivery, outcome: { kind: 'not sent' }, notSent: error.notSent };
			}
			// The time for repeating is over: the last refusal is the answer.
			return { ...delivery, outcome, retriedFor: clock.now() - (firstRefusal ?? clock.now()) };
		}

		delivery.sendings += 1;
		try {
			outcome = await send(context, run, request);
		} catch (error) {
			permit.unanswered();
			throw error;
		}
		if (outcome.kind === 'no answer') {
			permit.unanswered();
		} else if (outcome.status === 403) {
			return { ...delivery, outcome, notSent: permit.blocked() };
		} else if (outcome.status === 429) {
			const wait = retryAfter(outcome, Date.now());
			permit.refused(wait);
			delivery.refusals += 1;
			firstRefusal ??= clock.now();
			const left = firstRefusal + run.maxRetryWait - clock.now();
			if (left <= (wait ?? 0)) {
				return { ...delivery, outcome, retriedFor: clock.now() - firstRefusal, retryAfter: wait };
			}
			const deadline = AbortSignal.timeout(Math.ceil(left));
			giveUp = cancelled ? AbortSignal.any([cancelled, deadline]) : deadline;
			continue;
		} else {
			permit.answered();
		}

		if (repetition === mostRepetitions || !mayRepeat(outcome, readOnly)) {
			return { ...delivery, outcome };
		}
		repetition += 1;
		await clock.sleep(pauseBefore(repetition, clock.random()), cancelled);
	}
}
