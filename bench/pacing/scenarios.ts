import type { Scenario } from './simulation';

/** Limits that may not be exceeded, over all seeds; times are multiples of the ideal. */
export interface Target {
	median?: number;
	worst?: number;
	/** Refusals in the worst run. */
	refused?: number;
	/** Seconds from a request's first refusal until it is accepted, at the longest. */
	longestRefused?: number;
	/** Jain's index at least, in the median run. */
	fairness?: number;
}

export interface Judged {
	/** The name up to a colon: these scenarios share a row of the document. */
	group: string;
	name: string;
	scenario: Scenario;
	target: Target;
}

/** One worker, 100 a second after a burst of 50, unless it says otherwise. */
function judged(name: string, given: Partial<Scenario>, target: Target = {}): Judged {
	const scenario: Scenario = {
		workers: 1,
		requests: 500,
		limit: { kind: 'token bucket', perSecond: 100, burst: 50 },
		latency: 5,
		timing: 'uniform',
		...given,
	};
	const { latency, timing, retryAfter, refusalDelay } = scenario;
	const seconds = typeof retryAfter === 'number' ? `: ${retryAfter / 1000}` : '';
	const after = retryAfter === undefined ? [] : [`Retry-After${seconds}`];
	const late = refusalDelay ? [`refusals ${refusalDelay / 1000} s late`] : [];
	return {
		group: name.split(': ')[0]!,
		name: [name, `${latency} ms`, timing, ...after, ...late].join(', '),
		scenario,
		target,
	};
}

function tokenBucket(perSecond: number, burst: number, queue?: number): Scenario['limit'] {
	return { kind: 'token bucket', perSecond, burst, queue };
}

const alone = (['uniform', 'heavy-tailed', 'engine-like', 'busy'] as const).flatMap((timing) =>
	[5, 50].flatMap((latency) => {
		const refused = latency === 5 ? 15 : 60;
		return [
			judged('500', { latency, timing }, { median: 1.06, worst: 1.15, refused }),
			judged('2,000', { latency, timing, requests: 2000 }, { median: 1.03, worst: 1.3 }),
			judged('500', { latency, timing, retryAfter: 1000 }, { median: 1.4, worst: 1.45 }),
			judged(
				'2,000',
				{ latency, timing, retryAfter: 1000, requests: 2000 },
				{ median: 1.15, worst: 1.25 },
			),
		];
	}),
);

const workers = [
	...(['uniform', 'engine-like'] as const).flatMap((timing) =>
		[2, 4, 8].flatMap((count) =>
			[5, 50].map((latency) =>
				judged(
					`2 to 64 workers, 64 s: ${count}`,
					{ workers: count, requests: 6400 / count, latency, timing },
					{ median: 1.05, worst: 1.3, fairness: 0.9 },
				),
			),
		),
	),
	judged('2 to 64 workers, 64 s: 8', { workers: 8, requests: 800, latency: 50, retryAfter: 1000 }),
	// More than run on one machine in `npm run bench`.
	...[16, 32, 64].map((count) =>
		judged(`2 to 64 workers, 64 s: ${count}`, {
			workers: count,
			requests: 6400 / count,
			latency: 50,
		}),
	),
	...([5, 50, 200] as const).map((latency) =>
		judged(
			'8 workers, 10/s, burst 5, 64 s',
			{ workers: 8, requests: 80, limit: tokenBucket(10, 5), latency },
			{ median: 1.05, worst: 1.1, longestRefused: 100 },
		),
	),
];

/** Each endpoint of a key has its own limiter, in each process; the service may limit the key as a whole. */
const endpoints = [10, 100].flatMap((perSecond) =>
	[1, 4].map((processes) =>
		judged(
			`four endpoints share a limit: ${perSecond}/s, ${processes === 1 ? 'one process' : 'four processes'}`,
			{
				workers: 4 * processes,
				requests: (64 * perSecond) / (4 * processes),
				limit: tokenBucket(perSecond, perSecond / 2),
				latency: 50,
			},
			{ median: 1.1, fairness: 0.85 },
		),
	),
);

const perMinute = (
	[
		['fixed window', 1],
		['sliding window', 1],
		['fixed window', 4],
	] as const
).flatMap(([kind, count]) =>
	([undefined, 'until reset'] as const).map((retryAfter) =>
		judged(
			`60 a minute, by a window: ${count} x, ${kind}`,
			{
				workers: count,
				requests: 300 / count,
				limit: { kind, count: 60, length: 60_000 },
				latency: 50,
				retryAfter,
			},
			{ median: 1.05 },
		),
	),
);

const changing = [
	...[10, 100].flatMap((perSecond) =>
		([undefined, 1000] as const).map((retryAfter) =>
			judged(
				`a limit lifted a thousandfold at 10 s: ${perSecond}/s`,
				{
					requests: 60 * perSecond,
					limit: tokenBucket(perSecond, perSecond / 2),
					change: { at: 10_000, perSecond: 1000 * perSecond },
					retryAfter,
				},
				{ median: retryAfter ? 4 : 3 },
			),
		),
	),
	...([undefined, 1000] as const).map((retryAfter) =>
		judged(
			'100/s lowered to 10/s at 10 s',
			{ requests: 1200, change: { at: 10_000, perSecond: 10 }, retryAfter },
			{ median: 1.7 },
		),
	),
];

const others = [
	// The target is what the window took that doubled with every round trip.
	judged(
		'1,000 without a limit (seconds)',
		{ requests: 1000, latency: 50, limit: { kind: 'none' } },
		{ median: 0.82 },
	),
	judged('1,000 without a limit (seconds)', { requests: 1000, limit: { kind: 'none' } }),
	// The target is what it took where a late refusal's pause was kept all the same, less a tenth.
	judged(
		'2,000',
		{ requests: 2000, latency: 50, retryAfter: 1000, refusalDelay: 5000 },
		{ median: 1.55 },
	),
	...([undefined, 1000] as const).flatMap((retryAfter) => [
		judged('burst 1', { limit: tokenBucket(100, 1), retryAfter }),
		judged('burst 1', { limit: tokenBucket(100, 1), latency: 50, retryAfter }),
		judged('queue of 50', { limit: tokenBucket(100, 50, 50), latency: 50, retryAfter }),
		...(['fixed', 'sliding'] as const).map((kind) =>
			judged(`100 a second, by a window: ${kind}`, {
				limit: { kind: `${kind} window`, count: 100, length: 1000 },
				requests: 950,
				latency: 50,
				retryAfter,
			}),
		),
		judged('10/s, burst 5, 200', {
			limit: tokenBucket(10, 5),
			requests: 200,
			latency: 50,
			retryAfter,
		}),
		judged('1,000/s, burst 500, 5,000', {
			limit: tokenBucket(1000, 500),
			requests: 5000,
			latency: 50,
			retryAfter,
		}),
	]),
];

export const scenarios = [...alone, ...workers, ...endpoints, ...perMinute, ...changing, ...others];
