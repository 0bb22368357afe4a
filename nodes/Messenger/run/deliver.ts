import type { RequestContext } from '../http/connection';
import type { ServiceRequest } from '../http/endpoints';
import { isOutage, retryDecision, type RetryDecision } from './retryDecision';
import { systemClock } from '../http/systemClock';
import { send, type NoResponse, type ServiceResponse } from '../http/transport';
import type { Reading } from '../response/readResponse';
import type { Run } from './Run';

/** The last word on a request: what came back, and what was tried until then. */
export interface Delivery {
	/** Undefined where it was never sent. */
	reading?: Reading;
	/** How often the request was tried. */
	attempts: number;
	/** Whether it has left in any of them. */
	hasLeft: boolean;
	/** How often it was throttled. */
	throttled: number;
	/** Milliseconds from the first time that it was throttled to the end. */
	throttledFor: number;
}

/**
 * Brings one request to the service: in its turn, as often as is safe and no longer than the run
 * allows. Everything between an operation and the network goes through here.
 *
 * @param read says what an outcome means for the operation
 * @param onFailure called with the last word, unless that is an acceptance, before the next request
 *   may leave
 */
export async function deliver(
	context: RequestContext,
	run: Run,
	request: ServiceRequest,
	read: (outcome: ServiceResponse | NoResponse) => Reading,
	onFailure: (delivery: Delivery) => void,
): Promise<Delivery> {
	const { maxRetryWait } = run.connection.options;
	const delivery: Delivery = { attempts: 0, hasLeft: false, throttled: 0, throttledFor: 0 };
	let repetitions = 0;
	let throttledSince: number | undefined;

	for (;;) {
		const permit = await run.turn(throttledSince !== undefined);
		if (throttledSince !== undefined) delivery.throttledFor = systemClock.now() - throttledSince;
		if (permit === undefined) {
			// The run has stopped: what came back last is the last word.
			onFailure(delivery);
			return delivery;
		}

		let decision: RetryDecision;
		try {
			delivery.attempts += 1;
			const outcome = await send(context, run.connection, request);
			delivery.hasLeft ||= outcome.kind === 'response' || outcome.requestLeft;
			const reading = read(outcome);
			delivery.reading = reading;
			// What the operation takes for an answer is one, under any status.
			const isAnswer = reading.state === 'accepted' || reading.meaning?.isAnswer === true;
			if (isThrottled(outcome)) {
				throttledSince ??= systemClock.now();
				delivery.throttled += 1;
				delivery.throttledFor = systemClock.now() - throttledSince;
			}
			decision = isAnswer
				? { kind: 'give up' }
				: retryDecision({
						outcome,
						readOnly: request.endpoint.readOnly,
						repetitions,
						throttledFor: delivery.throttledFor,
						maxRetryWait,
						random: systemClock.random(),
					});
			if (decision.kind === 'give up' && reading.state !== 'accepted') onFailure(delivery);
			if (isAnswer) {
				permit.accepted();
				run.accepted();
			} else if (isThrottled(outcome)) {
				permit.throttled(reading.retryAfter);
				run.throttled();
			} else if (isOutage(outcome)) {
				run.outage(nameOf(outcome));
			} else if (outcome.kind === 'response') {
				run.answered();
				if (outcome.status === 403) permit.blocked();
			}
		} finally {
			// Whatever went wrong here, nobody else waits for this permit. What it was told first counts.
			permit.released();
		}

		if (decision.kind === 'give up') return delivery;
		if (decision.kind === 'repeat') {
			repetitions += 1;
			// Where the run stops meanwhile, there is no further turn.
			await systemClock.sleep(decision.pause, run.signal).catch(() => {});
		}
	}
}

/** What a failure is called: its status, or the network's code. */
function nameOf(outcome: ServiceResponse | NoResponse): string {
	return outcome.kind === 'response' ? String(outcome.status) : outcome.code;
}

function isThrottled(outcome: ServiceResponse | NoResponse): boolean {
	return outcome.kind === 'response' && outcome.status === 429;
}
