import type { Scenario } from './simulation';

/** A scenario with half a second's requests as the burst, unless it says otherwise. */
function scenario(
	given: Pick<Scenario, 'controllers' | 'limit' | 'latency' | 'events'> & Partial<Scenario>,
): Scenario {
	return { burst: given.limit / 2, maxConcurrency: 256, seed: 1, ...given };
}

const limits = [10, 100, 1000];
const latencies = [5, 50, 200];

/** One worker, 2,000 requests, at each limit and latency. */
export const alone: Scenario[] = limits.flatMap((limit) =>
	latencies.map((latency) => scenario({ controllers: 1, limit, latency, events: 2000 })),
);

/** Workers that share a limit; each has so many requests that together they take 64 seconds. */
export function together(controllers: number, limit: number): Scenario[] {
	const events = (limit * 64) / controllers;
	return latencies.map((latency) => scenario({ controllers, limit, latency, events }));
}

/** Workers that share a limit, at each of the limits. */
export function togetherAtEachLimit(controllers: number): Scenario[] {
	return limits.flatMap((limit) => together(controllers, limit));
}
