import { FixedWindowLimit, SlidingWindowLimit, TokenBucketLimit, type Limit } from './limits';
import { ideal } from './simulation';

const refused = undefined;

it.each<[string, Limit, times: number[], waits: Array<number | undefined>, reset: number]>([
	['a token bucket', new TokenBucketLimit(10, 1), [0, 0, 99, 100], [0, refused, refused, 0], 100],
	['one with a queue', new TokenBucketLimit(10, 1, 1), [0, 0, 0], [0, 100, refused], 100],
	['a fixed window', new FixedWindowLimit(1, 1000), [900, 999, 1000], [0, refused, 0], 1000],
	['a sliding window', new SlidingWindowLimit(1, 1000), [900, 1899, 1900], [0, refused, 0], 1000],
])('%s accepts as many as it should, and lets all wait when patient', (...row) => {
	const [, limit, times, waits, reset] = row;
	expect(times.map((now) => limit.take(now))).toEqual(waits);
	const now = times.at(-1)!;
	expect(limit.resetIn(now)).toBe(reset);
	expect(limit.take(now, true)).toBeGreaterThanOrEqual(reset);
});

it('the ideal of a scenario is the time in which the limit lets all through', () => {
	const scenario = { workers: 2, requests: 100, latency: 5 };
	const timing = 'uniform' as const;
	const bucket = { kind: 'token bucket' as const, perSecond: 10, burst: 50 };
	const windows = { kind: 'fixed window' as const, count: 60, length: 60_000 };
	const change = { at: 5000, perSecond: 100 };
	expect(ideal({ ...scenario, timing, limit: bucket })).toBe(15);
	expect(ideal({ ...scenario, timing, limit: bucket, change })).toBe(6);
	expect(ideal({ ...scenario, timing, limit: windows })).toBe(180);
});
