import { figure, seconds, times, withRange } from '../../sections/figures';
import { progress, type Scale, type Section } from '../../sections/Section';
import { runEvents, type CheckedRun, type EventRun } from './eventRun';
import { withoutPacing } from './withoutPacing';

const events = 1000;
const latency = 50;

/** What pacing costs where there is no limit. */
export async function measureUnlimited(scale: Scale): Promise<Section & { data: CheckedRun[] }> {
	const job = { events, service: { latency } };
	const paced = [];
	const atOnce = [];
	for (let round = 1; round <= scale.rounds; round += 1) {
		progress(`${events} events without a limit, round ${round} of ${scale.rounds}`);
		paced.push(await runEvents(job));
		atOnce.push(await withoutPacing(async () => await runEvents(job)));
	}
	const medians = [paced, atOnce].map((runs) => figure(runs.map(({ sending }) => sending)).median);
	const row = (name: string, runs: EventRun[]) => {
		const sending = figure(runs.map((run) => run.sending));
		return {
			scenario: name,
			delivered: `${Math.min(...runs.map(({ arrivals }) => arrivals.delivered))} of ${events}`,
			sending: withRange(sending, seconds),
			ratio: times(sending.median / medians[1]!),
		};
	};
	return {
		title: `${events} events, no limit, ${latency} ms latency`,
		method:
			'The same node, once with its gate and once with one that lets all requests go at once, in turn; from the first request to the last, the median of the rounds.',
		rows: [row('paced', paced), row('all at once', atOnce)],
		bars: [
			{
				claim: 'No limit: times the time of all at once',
				value: medians[0]! / medians[1]!,
				limit: 2,
				side: 'most',
			},
		],
		data: [...paced, ...atOnce].map((run) => ({ run, due: events })),
	};
}
