import { candidates, type CandidateName } from '../candidates';
import { compare, type Comparison, type Sample } from '../process/compare';
import { figure, megabytes, seconds, times, withRange } from './figures';
import type { Scale, Section } from './Section';

const oneByOne = ['sendToItems', 'sendOneByOne'] satisfies CandidateName[];
const beside = [
	...oneByOne,
	'httpRequestOneByOne',
	'aggregateAndHttpRequest',
	'loopAggregateAndHttpRequest',
] satisfies CandidateName[];

/**
 * Many recipients: one campaign for all of them beside one for each.
 *
 * @param withOthers whether n8n's own nodes are measured as well
 */
export async function measureBulk(scale: Scale, withOthers: boolean): Promise<Section[]> {
	const rounds = scale.isQuick ? 1 : 3;
	const many = scale.isQuick ? 500 : 10_000;
	const limited = scale.isQuick ? 100 : 1000;
	const unlimited = await measure({
		candidates: withOthers ? beside : oneByOne,
		items: many,
		sandbox: { latency: 20 },
		warmUps: 1,
		rounds,
	});
	const underLimit = await measure({
		candidates: oneByOne,
		items: limited,
		sandbox: { rate: 100, burst: 50 },
		warmUps: scale.isQuick ? 0 : 1,
		rounds,
	});
	return [
		section(
			`Bulk: ${many} recipients, 20 ms latency, no limit`,
			unlimited,
			many,
			8,
			Math.ceil(many / 500),
		),
		section(`Bulk: ${limited} recipients, 100 requests a second`, underLimit, limited, 50),
	];
}

type Samples = Partial<Record<CandidateName, Sample[]>>;

async function measure<Name extends CandidateName>(comparison: Comparison<Name>): Promise<Samples> {
	return await compare(comparison);
}

function section(
	title: string,
	samples: Samples,
	items: number,
	leastFaster: number,
	mostRequests?: number,
): Section {
	const entries = Object.entries(samples) as Array<[CandidateName, Sample[]]>;
	const data = entries.map(([name, runs]) => ({
		candidate: candidates[name].title,
		wall: figure(runs.map(({ wall }) => wall)),
		requests: Math.max(...runs.map(({ tally }) => tally.requests)),
		refused: Math.max(...runs.map(({ tally }) => tally.refused)),
		peakMemory: Math.max(...runs.map(({ peakMemory }) => peakMemory)),
		recipients: Math.min(...runs.map(({ tally }) => tally.recipients)),
		errors: runs.flatMap(({ error }) => error ?? []),
	}));
	const ours = data.find(({ candidate }) => candidate === candidates.sendToItems.title)!;
	const single = data.find(({ candidate }) => candidate === candidates.sendOneByOne.title)!;
	return {
		title,
		method:
			'Each candidate in a process of its own, in turn; the median and the range of the rounds. Peak memory is that process’s largest resident set.',
		rows: data.map((row) => ({
			candidate: row.candidate,
			requests: String(row.requests),
			recipients: `${row.recipients} of ${items}`,
			wall: withRange(row.wall, seconds),
			'beside the first': times(row.wall.median / ours.wall.median),
			'peak memory': megabytes(row.peakMemory),
		})),
		bars: [
			{
				claim: 'Send to Input Items, times faster than one by one',
				value: single.wall.median / ours.wall.median,
				limit: leastFaster,
				side: 'least',
			},
			{
				claim: 'Send to Input Items, recipients reached of all',
				value: ours.recipients / items,
				limit: 1,
				side: 'least',
			},
			...(mostRequests === undefined
				? []
				: [
						{
							claim: 'Send to Input Items, requests',
							value: ours.requests,
							limit: mostRequests,
							side: 'most' as const,
						},
					]),
		],
		data,
	};
}
