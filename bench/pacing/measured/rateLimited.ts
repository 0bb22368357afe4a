import { Gate } from '../../../nodes/Messenger/gate/Gate';
import { figure, seconds, times, withRange } from '../../sections/figures';
import { progress, type Scale, type Section } from '../../sections/Section';
import { measure } from '../measure';
import { scenarios as simulatedScenarios } from '../scenarios';
import { runEvents, type EventRun } from './eventRun';

const limit = { rate: 100, burst: 50 };

/** Requests that may be refused on the way to 500 events. */
const mostRefused = 60;

interface Scenario {
	events: number;
	/** Seconds; without it, the service does not say how long to wait. */
	retryAfter?: number;
	/** How many times the ideal it may take from the first request to the last. */
	mostOfIdeal: number;
}

const scenarios: Scenario[] = [
	{ events: 500, mostOfIdeal: 1.1 },
	{ events: 2000, mostOfIdeal: 1.06 },
	{ events: 500, retryAfter: 1, mostOfIdeal: 1.4 },
	{ events: 2000, retryAfter: 1, mostOfIdeal: 1.15 },
];

/** One scenario's runs, the first of which the charts show. */
export interface LimitedRuns {
	name: string;
	events: number;
	runs: EventRun[];
}

/** How near the node comes to a rate limit that it is not told. */
export async function measureRateLimited(scale: Scale): Promise<Section & { data: LimitedRuns[] }> {
	const rows = [];
	const bars: Section['bars'] = [];
	const data: LimitedRuns[] = [];
	for (const { events, retryAfter, mostOfIdeal } of scenarios) {
		if (scale.isQuick && events > 500) continue;
		const name = `${events} events, ${retryAfter ? `Retry-After: ${retryAfter}` : 'no Retry-After'}`;
		const runs = [];
		for (let round = 1; round <= scale.rounds; round += 1) {
			progress(`${name}, round ${round} of ${scale.rounds}`);
			runs.push(await runEvents({ events, service: { ...limit, retryAfter } }));
		}
		data.push({ name, events, runs });

		const ideal = ((events - limit.burst) / limit.rate) * 1000;
		const sending = figure(runs.map((run) => run.sending));
		const delivered = Math.min(...runs.map(({ arrivals }) => arrivals.delivered));
		const refused = Math.max(...runs.map(({ arrivals }) => arrivals.refused));
		const firstAfter = figure(runs.map((run) => run.firstAfter));
		rows.push({
			scenario: name,
			delivered: `${delivered} of ${events}`,
			'first request after': seconds(firstAfter.median),
			sending: withRange(sending, seconds),
			ideal: seconds(ideal),
			ratio: times(sending.median / ideal),
			'in the simulation': times(await simulated(events, retryAfter)),
			refused: String(refused),
		});
		bars.push({
			claim: `${name}: times the ideal`,
			value: sending.median / ideal,
			limit: mostOfIdeal,
			side: 'most',
		});
		if (events === 500 && !retryAfter) {
			bars.push({ claim: `${name}: refused`, value: refused, limit: mostRefused, side: 'most' });
		}
	}
	return {
		title: `Events at a service that allows ${limit.rate} a second after a burst of ${limit.burst}`,
		method:
			'Sending is from the first request to the last, the median of the rounds; of the counts the worst. The ideal is (events - burst) / rate. The simulation is that of 5 ms, engine-like.',
		rows,
		bars,
		data,
	};
}

/** The median of the same in the simulation, in multiples of the ideal. */
async function simulated(events: number, retryAfter?: number): Promise<number> {
	const name = `${events.toLocaleString('en')}, 5 ms, engine-like`;
	const full = retryAfter ? `${name}, Retry-After: ${retryAfter}` : name;
	const { scenario } = simulatedScenarios.find((one) => one.name === full)!;
	return (await measure(scenario, (clock) => new Gate(clock), 20)).median;
}
