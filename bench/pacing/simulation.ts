import { Limiter } from '../../nodes/runtime/limiter/Limiter';
import type { ActiveRun, Slot } from '../../nodes/runtime/limiter/RunQueue';
import { EventLoop, timings } from './EventLoop';
import { FixedWindowLimit, SlidingWindowLimit, TokenBucketLimit, type Limit } from './limits';
import { VirtualClock } from '../../test/support/VirtualClock';

/** A service's limit: for a window, so many requests in so many milliseconds. */
export type ServiceLimit =
	| { kind: 'token bucket'; perSecond: number; burst: number; queue?: number }
	| { kind: 'fixed window' | 'sliding window'; count: number; length: number }
	| { kind: 'none' };

export interface Scenario {
	/** n8n processes that share the service's limit and do not know of each other. */
	workers: number;
	/** Requests that each of them has, all from the beginning. */
	requests: number;
	limit: ServiceLimit;
	/** A token bucket's limit is another after so many milliseconds. */
	change?: { at: number; perSecond: number };
	/** Milliseconds there and back. */
	latency: number;
	timing: keyof typeof timings;
	/** The wait that a refusal asks for, in milliseconds; by default it does not say. */
	retryAfter?: number | 'until reset';
	/** Milliseconds by which a refusal comes later than an acceptance; 0 by default. */
	refusalDelay?: number;
}

export interface Result {
	/** From the first request to the last answer. */
	seconds: number;
	delivered: number;
	refused: number;
	/** Seconds from a request's first refusal until it was accepted, at the longest. */
	longestRefused: number;
	/** Jain's index of what each worker has delivered when the first of them is done: 1 is equal. */
	fairness: number;
}

/** The shortest time in which the service could accept all, in seconds; 1 where it has no limit. */
export function ideal({ workers, requests, limit, change }: Scenario): number {
	const total = workers * requests;
	if (limit.kind === 'token bucket') {
		const { perSecond, burst } = limit;
		const seconds = (total - burst) / perSecond;
		if (change === undefined || seconds * 1000 <= change.at) return seconds;
		const before = change.at / 1000;
		return before + (total - burst - before * perSecond) / change.perSecond;
	}
	if (limit.kind === 'none') return 1;
	return (Math.floor((total - 1) / limit.count) * limit.length) / 1000;
}

/**
 * Runs limiters against a service, by a virtual clock: nothing waits, and the same scenario and seed give the same result.
 *
 * @param isPatient true if the service lets requests wait for their turn rather than refusing them: the result is the
 *   best that any limiter with the same concurrency could reach
 */
export async function simulate(
	scenario: Scenario,
	seed: number,
	isPatient = false,
): Promise<Result> {
	const { workers, requests, latency, retryAfter, refusalDelay = 0, change } = scenario;
	const clock = new VirtualClock(seed);
	const limit = limitOf(scenario.limit);
	const timing = timings[scenario.timing];
	const delivered = new Array<number>(workers).fill(0);
	let deliveredFirst: number[] | undefined;
	let finishedAt = 0;
	let refused = 0;
	let longestRefused = 0;

	if (change && limit instanceof TokenBucketLimit)
		clock.after(change.at, () => limit.change(clock.now(), change.perSecond));
	const oneWay = () => timing.oneWay(latency / 2, () => clock.random());

	const work = (worker: number) => {
		const loop = new EventLoop(clock, timing);
		loop.blockWhile(() => delivered[worker]! < requests);
		const limiter = new Limiter(loop);
		const run: ActiveRun = {
			maxConcurrency: 100,
			// Nothing is given up here, however long it waits.
			maxRetryWait: Infinity,
			history: { throttled: 0, outageMs: 0 },
			stop: () => {},
			probe: () => Promise.resolve(undefined),
			log: () => {},
		};
		limiter.register(run);

		const accepted = (slot: Slot, refusedAt?: number) => {
			delivered[worker]! += 1;
			finishedAt = clock.now();
			if (delivered[worker] === requests) deliveredFirst ??= [...delivered];
			if (refusedAt !== undefined)
				longestRefused = Math.max(longestRefused, clock.now() - refusedAt);
			slot.release({ signal: 'accepted' });
		};

		const send = async (refusedAt?: number) => {
			const isRepeated = refusedAt !== undefined;
			const slot = await limiter.acquire(run, { impact: 1, isRepeated });
			if (slot === undefined) return;
			loop.run(() => {
				clock.after(oneWay(), () => {
					const wait = limit.take(clock.now(), isPatient);
					const pause =
						retryAfter === 'until reset'
							? Math.ceil(limit.resetIn(clock.now()) / 1000) * 1000
							: retryAfter;
					clock.after((wait ?? refusalDelay) + oneWay(), () =>
						loop.run(() => {
							if (wait !== undefined) return accepted(slot, refusedAt);
							refused += 1;
							slot.release({ signal: 'throttled', retryAfter: pause });
							void send(refusedAt ?? clock.now());
						}),
					);
				});
			});
		};
		for (let request = 0; request < requests; request += 1) void send();
	};

	for (let worker = 0; worker < workers; worker += 1) work(worker);
	await clock.pass();

	return {
		seconds: finishedAt / 1000,
		delivered: sum(delivered),
		refused,
		longestRefused: longestRefused / 1000,
		fairness: jain(deliveredFirst ?? delivered),
	};
}

function limitOf(limit: ServiceLimit): Limit {
	if (limit.kind === 'token bucket')
		return new TokenBucketLimit(limit.perSecond, limit.burst, limit.queue);
	if (limit.kind === 'none') return new TokenBucketLimit(1, Infinity);
	if (limit.kind === 'sliding window') return new SlidingWindowLimit(limit.count, limit.length);
	return new FixedWindowLimit(limit.count, limit.length);
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

/** Jain's fairness index: 1 where all have the same, 1/n where one of n has everything. */
function jain(shares: number[]): number {
	return sum(shares) ** 2 / (shares.length * sum(shares.map((share) => share ** 2)));
}
