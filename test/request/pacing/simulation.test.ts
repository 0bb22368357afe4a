import { alone, together } from '../../../bench/pacing/scenarios';
import { simulate, type Scenario } from '../../../bench/pacing/simulation';
import type { Clock } from '../../../nodes/Messenger/request/pacing/Clock';
import { Pacer } from '../../../nodes/Messenger/request/pacing/Pacer';

const pacer = (clock: Clock) => new Pacer(clock);

function perSecond(scenario: Scenario): string {
	return `${scenario.limit} a second at ${scenario.latency} ms`;
}

/** The scenario of issue and README: 100 a second after a burst of 50, at a latency of 5 ms. */
function hundred(events: number, retryAfter?: number): Scenario {
	const scenario = { controllers: 1, limit: 100, burst: 50, latency: 5, maxConcurrency: 32 };
	return { ...scenario, events, retryAfter, seed: 1 };
}

function ideal({ events, burst, limit }: Scenario): number {
	return (events - burst) / limit;
}

describe('One worker alone', () => {
	it.each(alone.map((scenario) => [perSecond(scenario), scenario] as const))(
		'sends at 95 %% of what is possible: %s',
		async (_, scenario) => {
			const result = await simulate(scenario, pacer);
			const possible = await simulate(scenario, pacer, { isPatient: true });
			expect(result.delivered).toBe(scenario.events);
			expect(possible.seconds / result.seconds).toBeGreaterThanOrEqual(0.95);
		},
	);

	it.each([
		[500, undefined, 1.15],
		[2000, undefined, 1.06],
		[500, 1000, 1.35],
		[2000, 1000, 1.12],
	])('sends %d events with Retry-After %p in %d times the ideal', async (events, after, times) => {
		const scenario = hundred(events, after);
		const result = await simulate(scenario, pacer);
		expect(result.delivered).toBe(events);
		expect(result.seconds).toBeLessThanOrEqual(times * ideal(scenario));
		expect(result.refused).toBeLessThanOrEqual(60);
	});

	it('finds a limit that was lifted', async () => {
		const lifted = { ...hundred(6000), limitChanges: [{ at: 10_000, limit: 1000 }] };
		const { rate } = await simulate(lifted, pacer);
		expect(Math.max(...rate.slice(0, 10))).toBeLessThan(160);
		expect(Math.max(...rate.slice(10, 30))).toBeGreaterThan(700);
	});

	it('finds a limit that came down, without many refusals', async () => {
		const lowered = { ...hundred(1200), limitChanges: [{ at: 10_000, limit: 10 }] };
		const { rate, refused } = await simulate(lowered, pacer);
		const after = rate.slice(15, 25);
		expect(Math.min(...after)).toBeGreaterThanOrEqual(8);
		expect(refused).toBeLessThan(100);
	});
});

describe('Eight workers that do not know of each other', () => {
	it.each(together(8, 100).map((scenario) => [perSecond(scenario), scenario] as const))(
		'share the limit fairly, and lose nothing: %s',
		async (_, scenario) => {
			const result = await simulate(scenario, pacer);
			expect(result.delivered).toBe(8 * scenario.events);
			expect(result.goodput).toBeGreaterThanOrEqual(0.85);
			expect(result.fairness).toBeGreaterThanOrEqual(0.9);
		},
	);
});

describe('The simulation', () => {
	it('gives the same for the same seed, and something else for another', async () => {
		const first = await simulate(hundred(500), pacer);
		expect(await simulate(hundred(500), pacer)).toEqual(first);
		expect(await simulate({ ...hundred(500), seed: 2 }, pacer)).not.toEqual(first);
	});
});
