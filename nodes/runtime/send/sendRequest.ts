import type { IDataObject } from 'n8n-workflow';

import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import { systemClock } from '../http/clock';
import { send } from '../http/transport';
import { judge, type Failed, type Verdict } from '../response/cause';
import { inSeconds, joined, times } from '../response/phrases';
import { explain, quoteOf } from '../response/words';
import type { PlannedRequest } from '../run/operation';
import { notSentFailure, type Failure } from '../run/outcome';
import type { Sending } from './sending';

/** The number of times that a request is sent again after a failure that isn't the rate limit. */
const maxRepetitions = 3;

/** Milliseconds before the first repetition, at most; each further one may wait twice as long. */
const firstRepetitionPause = 500;

/**
 * 429s after which a request is given up, once they have gone on for as long as Max Retry Wait: the limit is its own. Others
 * are accepted meanwhile, so the limiter wouldn't end it, and each of its 429s keeps them back. Of 12 million simulated
 * requests that met only the common limit, 5 had as many, and none of them for longer than 74 s.
 */
const maxThrottled = 20;

/** A body of more characters than this takes long to parse, so n8n gets a turn before it. */
const longBody = 50_000;

/** How often one request was sent and not accepted. */
interface Attempts {
	throttled: number;
	throttledSince?: number;
	/** Neither those that were throttled, nor trials that have failed: these say nothing of the request. */
	tried: number;
}

/**
 * Sends a request when the limiter lets it, and again as long as that is safe.
 *
 * @returns the output items of what was accepted, or why it was not
 */
export async function sendRequest(
	sending: Sending,
	planned: PlannedRequest,
): Promise<IDataObject[] | Failure> {
	const { run, limiter, client, brake } = sending;
	const { endpoint, impact = () => 1 } = run.operation;
	const reached = endpoint.readOnly ? 0 : impact(planned.parts);
	const attempts: Attempts = { throttled: 0, tried: 0 };
	let last: Failed | undefined;
	for (;;) {
		const slot = await limiter.acquire(client, reached);
		if (slot === undefined || brake.signal.aborted) {
			slot?.release();
			return last ? requestFailure(sending, planned, last, attempts) : notSentFailure(brake.reason);
		}
		let verdict: Verdict | undefined;
		let pause: number | undefined;
		try {
			verdict = await sendOnce(sending, planned);
			brake.note(verdict);
			if (verdict.cause === 'accepted') return verdict.items;
			last = verdict;
			count(attempts, last, slot.isTrial);
			pause = brake.isFinal(verdict)
				? undefined
				: pauseAfter(verdict, attempts, client.maxRetryWait);
			if (pause === undefined) {
				const failure = requestFailure(sending, planned, verdict, attempts);
				brake.noteFailure(verdict, failure, limiter.isOutage);
				return failure;
			}
		} finally {
			// Last: a failure that ends the run does so before other requests may leave.
			slot.release(verdict);
		}
		// If the run stops meanwhile, `acquire` returns no slot.
		await systemClock.sleep(pause, brake.signal).catch(() => {});
	}
}

/** Sends it once, and judges what comes of that. */
async function sendOnce(
	{ run, connection }: Sending,
	{ parts, members }: PlannedRequest,
): Promise<Verdict> {
	const { endpoint, toItems, whenRefused } = run.operation;
	const result = await send(run.context, connection, endpoint, parts);
	// If many arrive together, each is parsed in a separate turn.
	if (result.kind === 'response' && result.body.length > longBody) await yieldToEventLoop();
	const { params } = members[0]!;
	return judge(result, {
		service: connection.service,
		readOnly: endpoint.readOnly,
		toItems: (body) => toItems(body, params),
		whenRefused: (status, body) => whenRefused?.(status, body, params),
	});
}

/** @param isTrial true if it was sent to see whether an outage goes on */
function count(attempts: Attempts, failed: Failed, isTrial: boolean): void {
	if (failed.signal === 'throttled') {
		attempts.throttled += 1;
		attempts.throttledSince ??= systemClock.now();
	} else if (!isTrial || failed.signal !== 'outage') attempts.tried += 1;
}

/**
 * Decides whether a request is sent again. After a 429 it goes as soon as the limiter lets it, which mostly bounds that
 * wait. In an outage it goes where it definitely was not processed, or only reads: a write must not arrive twice.
 *
 * @param attempts with this one
 * @returns milliseconds to wait before the limiter is asked again; undefined if the request is not sent again
 */
function pauseAfter(
	{ state, signal }: Failed,
	{ tried, throttled, throttledSince = Infinity }: Attempts,
	maxRetryWait: number,
): number | undefined {
	if (state === 'uncertain') return undefined;
	if (signal === 'throttled') {
		const isOver = systemClock.now() - throttledSince >= maxRetryWait;
		return isOver && throttled >= maxThrottled ? undefined : 0;
	}
	if (signal !== 'outage' || tried > maxRepetitions) return undefined;
	// Exponential backoff with jitter, so that many failed requests do not return together.
	const pause =
		firstRepetitionPause * 2 ** Math.max(0, tried - 1) * (0.5 + systemClock.random() / 2);
	return pause > maxRetryWait ? undefined : pause;
}

/** The failure of a request that is not sent again, by its last sending. */
export function requestFailure(
	{ connection, run }: Pick<Sending, 'connection' | 'run'>,
	{ members }: PlannedRequest,
	last: Failed,
	{ tried, throttled }: Attempts,
): Failure {
	const { service, host, mask } = connection;
	const { cause, state, signal, ofAll, code, retryAfter } = last;
	const situation = { ...run.operation, service, host, mask };
	return {
		state,
		...explain(last, situation),
		ofRequest: joined(
			cause === 'throttled' && throttledSentence(throttled, retryAfter, state),
			signal === 'outage' && tried > 1 && `The node tried ${times(tried)}.`,
			quoteOf(last, situation),
		),
		httpCode: code,
		retryAfterMs: retryAfter,
		itemIndex: members.length === 1 && !ofAll ? members[0]!.itemIndex : undefined,
	};
}

function throttledSentence(throttled: number, retryAfter: number | undefined, state: string) {
	const asked = retryAfter === undefined ? '' : ` and asked to wait ${inSeconds(retryAfter)}`;
	const isSafe = state === 'failed' ? ' It was not processed.' : '';
	return `The service throttled this request ${times(throttled)}${asked}.${isSafe}`;
}
