import { ideal, simulate, type Scenario } from './simulation';

/** The results of a scenario over all seeds; times are multiples of the ideal. */
export interface Measured {
	median: number;
	worst: number;
	/** Refusals in the worst run. */
	refused: number;
	/** Seconds from a request's first refusal until it was accepted, at the longest. */
	longestRefused: number;
	/** Jain's index in the median run. */
	fairness: number;
	/** Requests that were not delivered, in the worst run. */
	lost: number;
}

/** Runs a scenario with so many seeds. */
export async function measure(
	scenario: Scenario,
	seeds: number,
	isPatient = false,
): Promise<Measured> {
	const results = [];
	for (let seed = 1; seed <= seeds; seed += 1)
		results.push(await simulate(scenario, seed, isPatient));
	const times = results.map(({ seconds }) => seconds / ideal(scenario));
	return {
		median: median(times),
		worst: Math.max(...times),
		refused: Math.max(...results.map(({ refused }) => refused)),
		longestRefused: Math.max(...results.map(({ longestRefused }) => longestRefused)),
		fairness: median(results.map(({ fairness }) => fairness)),
		lost: scenario.workers * scenario.requests - Math.min(...results.map((one) => one.delivered)),
	};
}

/**
 * The median time that no limiter can beat, as a multiple of the ideal: that of the same window at a service that lets
 * requests wait instead of refusing them, and, where a refusal costs a pause, two refusals: one to learn that there is a
 * limit, one to tell its rate from its burst. One that comes late need not cost any.
 *
 * @returns undefined if the limit changes, as nobody can know that beforehand
 */
export async function floor(scenario: Scenario, seeds: number): Promise<number | undefined> {
	const { limit, retryAfter, change, refusalDelay } = scenario;
	if (change) return undefined;
	const { median } = await measure(scenario, seeds, true);
	if (limit.kind !== 'token bucket' || typeof retryAfter !== 'number' || refusalDelay)
		return median;
	const kept = (limit.burst + (limit.queue ?? 0)) / limit.perSecond;
	const lost = Math.max(0, retryAfter / 1000 - kept);
	return median + (2 * lost) / ideal(scenario);
}

function median(numbers: number[]): number {
	return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]!;
}
