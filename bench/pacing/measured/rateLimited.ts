import { figure, seconds, times, withRange } from '../../sections/figures';
import { progress, type Scale, type Section } from '../../sections/Section';
import { runEvents, type EventRun } from './eventRun';

const limit = { rate: 100, burst: 50 };

/** Requests that may be refused on the way to 500 events. */
const mostRefused = 60;

interface Scenario {
	events: number;
	/** Seconds; without it, the service does not say how long to wait. */
	retryAfter?: number;
	/** How many times the ideal the job may take. */
	mostOfIdeal: number;
}

const scenarios: Scenario[] = [
	{ events: 500, mostOfIdeal: 1.15 },
	{ events: 2000, mostOfIdeal: 1.06 },
	{ events: 500, retryAfter: 1, mostOfIdeal: 1.35 },
	{ events: 2000, retryAfter: 1, mostOfIdeal: 1.12 },
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
		const wall = figure(runs.map((run) => run.wall));
		const delivered = Math.min(...runs.map(({ tally }) => tally.delivered));
		const sentTwice = Math.max(...runs.map(({ tally }) => tally.sentTwice));
		const refused = Math.max(...runs.map(({ tally }) => tally.refused));
		const begun = figure(runs.map(({ arrivals }) => arrivals[0]?.after ?? 0));
		rows.push({
			scenario: name,
			'delivered once': `${delivered - sentTwice} of ${events}`,
			refused: String(refused),
			'first request after': seconds(begun.median),
			wall: withRange(wall, seconds),
			ideal: seconds(ideal),
			ratio: times(wall.median / ideal),
		});
		bars.push({
			claim: `${name}: times the ideal`,
			value: wall.median / ideal,
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
			'Wall is the whole workflow, the median of the rounds; of the counts the worst. The ideal is (events - burst) / rate. Until the first request the engine prepares all items.',
		rows,
		bars,
		data,
	};
}
