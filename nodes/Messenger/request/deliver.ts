import { clock } from './clock';
import type { NodeRun } from './nodeRun';
import { BlockedError, type Permit } from './pacing/Pacer';
import { mayRepeat, mostRepetitions, pauseBefore, retryAfter } from './retrying';
import type { ServiceRequest } from './service';
import { send, type Answer, type NoAnswer, type RequestContext } from './transport';

/** Nobody tried: the service has blocked the key, or an earlier request of the run has failed. */
export interface NotSent {
	kind: 'not sent';
	because: 'blocked' | 'stopped';
}

/** The last word on a request: what came back, and what was tried until then. */
export interface Delivery {
	outcome: Answer | NoAnswer | NotSent;
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

/** How one request is brought to the service. */
export interface DeliveryOptions {
	/** Whether the request changes nothing at the service, and so may be repeated. */
	readOnly: boolean;
	/** Ends the waiting for a turn; what is on its way goes on. */
	stop?: AbortSignal;
}

/** A signal that is aborted with the first of those given. */
function anyOf(...signals: Array<AbortSignal | undefined>): AbortSignal | undefined {
	const given = signals.filter((signal) => signal !== undefined);
	return given.length > 1 ? AbortSignal.any(given) : given[0];
}

/**
 * Brings one request to the service: in its turn, as often as is safe and no longer than the run
 * allows. Everything between the engine and the network goes through here.
 *
 * @throws the cancel signal's reason where the execution was cancelled
 */
export async function deliver(
	context: RequestContext,
	run: NodeRun,
	request: ServiceRequest,
	{ readOnly, stop }: DeliveryOptions,
): Promise<Delivery> {
	const cancelled = context.getExecutionCancelSignal();
	const stopped = anyOf(cancelled, stop);
	const delivery: Delivery = {
		outcome: { kind: 'not sent', because: 'stopped' },
		sendings: 0,
		refusals: 0,
		retriedFor: 0,
		notSent: 0,
	};
	let repetitions = 0;
	let firstRefusal: number | undefined;
	let giveUp = stopped;

	for (;;) {
		let permit: Permit;
		try {
			permit = await run.pacer.admit({
				run: run.report.currentTry,
				maxConcurrency: run.maxConcurrency,
				throttledBefore: delivery.sendings > 0,
				signal: giveUp,
			});
		} catch (error) {
			cancelled?.throwIfAborted();
			if (firstRefusal !== undefined) delivery.retriedFor = clock.now() - firstRefusal;
			if (error instanceof BlockedError) {
				delivery.notSent = 1;
				if (delivery.sendings === 0) delivery.outcome = { kind: 'not sent', because: 'blocked' };
			}
			// Otherwise its time is over, or the run has stopped: what came back last is the last word.
			return delivery;
		}

		delivery.sendings += 1;
		const outcome = await send(context, run, request);
		delivery.outcome = outcome;

		if (outcome.kind === 'answer' && outcome.status === 403) {
			permit.blocked();
			return delivery;
		}
		if (outcome.kind === 'answer' && outcome.status === 429) {
			const wait = retryAfter(outcome, Date.now());
			permit.throttled(wait);
			firstRefusal ??= clock.now();
			delivery.refusals += 1;
			delivery.retriedFor = clock.now() - firstRefusal;
			delivery.retryAfter = wait;
			const left = run.maxRetryWait - delivery.retriedFor;
			if (left <= (wait ?? 0)) return delivery;
			giveUp = anyOf(stopped, AbortSignal.timeout(Math.ceil(left)));
			continue;
		}
		if (outcome.kind === 'answer') {
			permit.accepted();
		} else {
			permit.released();
			cancelled?.throwIfAborted();
		}

		if (repetitions === mostRepetitions || !mayRepeat(outcome, readOnly)) return delivery;
		repetitions += 1;
		try {
			await clock.sleep(pauseBefore(repetitions, clock.random()), stopped);
		} catch {
			cancelled?.throwIfAborted();
			return delivery;
		}
	}
}
