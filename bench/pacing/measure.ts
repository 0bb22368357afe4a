import { ideal, simulate, type MakePacer, type Result, type Scenario } from './simulation';

/** What came of a scenario over all seeds; times are multiples of the ideal. */
export interface Measured {
	median: number;
	worst: number;
	refused: number;
	refusedMedian: number;
	longestRefused: number;
	fairness: number;
	lost: number;
}

/** Runs a scenario with so many seeds. */
export async function measure(
	scenario: Scenario,
	makePacer: MakePacer,
	seeds: number,
	service?: { isPatient: boolean },
): Promise<Measured> {
	const results: Result[] = [];
	for (let seed = 1; seed <= seeds; seed += 1)
		{ const r = await simulate(scenario, seed, makePacer, service); results.push(r); if (process.env.TRACE) console.log('seed', seed, (r.seconds / ideal(scenario)).toFixed(2), r.refused); }
	const sorted = (of: (result: Result) => number) =>
		results.map(of).sort((left, right) => left - right);
	const times = sorted((result) => result.seconds / ideal(scenario));
	return {
		median: median(times),
		worst: times.at(-1)!,
		refusedMedian: median(sorted((result) => result.refused)),
		refused: sorted((result) => result.refused).at(-1)!,
		longestRefused: sorted((result) => result.longestRefused).at(-1)!,
		fairness: median(sorted((result) => result.fairness)),
		lost: scenario.workers * scenario.requests - sorted((result) => result.delivered)[0]!,
	};
}

function median(sorted: number[]): number {
	return sorted[Math.floor(sorted.length / 2)]!;
}
