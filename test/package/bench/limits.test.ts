import {
	FixedWindowLimit,
	SlidingWindowLimit,
	TokenBucketLimit,
} from '../../../bench/pacing/limits';
import { ideal } from '../../../bench/pacing/simulation';

/** What becomes of requests that arrive at these times: the wait, or undefined where refused. */
function taken(limit: { take(now: number): number | undefined }, times: number[]) {
	return times.map((now) => limit.take(now));
}

describe('The limits of the simulated service', () => {
	it('a token bucket accepts a burst, then as many as flow in', () => {
		const limit = new TokenBucketLimit(10, 2);
		expect(taken(limit, [0, 0, 0, 99, 100, 100])).toEqual([
			0,
			0,
			undefined,
			undefined,
			0,
			undefined,
		]);
	});

	it('a queueing service lets some wait for their token', () => {
		const limit = new TokenBucketLimit(10, 1, 2);
		expect(taken(limit, [0, 0, 0, 0])).toEqual([0, 100, 200, undefined]);
		expect(limit.resetIn(0)).toBe(100);
	});

	it('a fixed window accepts its count from window to window', () => {
		const limit = new FixedWindowLimit(2, 1000);
		expect(taken(limit, [900, 950, 999, 1000, 1001, 1002])).toEqual([
			0,
			0,
			undefined,
			0,
			0,
			undefined,
		]);
		expect(limit.resetIn(1100)).toBe(900);
	});

	it('a sliding window accepts its count in any time of its length', () => {
		const limit = new SlidingWindowLimit(2, 1000);
		expect(taken(limit, [900, 950, 1899, 1900, 1949, 1950])).toEqual([
			0,
			0,
			undefined,
			0,
			undefined,
			0,
		]);
		expect(limit.resetIn(1960)).toBe(940);
	});

	it.each([
		['a token bucket', new TokenBucketLimit(2, 2), [0, 0, 500, 1000]],
		['a fixed window', new FixedWindowLimit(2, 1000), [0, 0, 1000, 1000]],
		['a sliding window', new SlidingWindowLimit(2, 1000), [0, 0, 1000, 1000]],
	])('a patient service lets everything wait: %s', (_, limit, waits) => {
		expect(waits.map(() => limit.take(0, true))).toEqual(waits);
	});
});

describe('The ideal of a scenario', () => {
	const scenario = {
		workers: 2,
		requests: 100,
		latency: 5,
		timing: 'uniform' as const,
		maxConcurrency: 100,
	};

	it('is the time in which the limit lets all through after the burst', () => {
		const limit = { kind: 'token bucket' as const, perSecond: 10, burst: 50 };
		expect(ideal({ ...scenario, limit })).toBe(15);
		expect(ideal({ ...scenario, limit, change: { at: 5000, perSecond: 100 } })).toBe(6);
		expect(ideal({ ...scenario, limit, change: { at: 20_000, perSecond: 100 } })).toBe(15);
	});

	it('ends with the beginning of the last window', () => {
		const limit = { kind: 'fixed window' as const, count: 60, length: 60_000 };
		expect(ideal({ ...scenario, limit })).toBe(180);
		expect(ideal({ ...scenario, requests: 30, limit })).toBe(0);
	});
});
