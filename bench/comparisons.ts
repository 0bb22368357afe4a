import type { Arrivals } from './arrivals';
import { candidates, type Candidate, type CandidateName } from './candidates';
import type { Contest, Sample } from './compare';
import { figure, seconds, secondsWithRange, times, wholeMilliseconds } from './figures';
import type { Section, Target } from './tables';

/** A measurement in one go: candidates in turn, with a number of items. */
export interface Comparison extends Contest {
	/** By which it is chosen on the command line. */
	name: string;
	title: string;
	/** The one of the other candidates that does nothing but send: processor time is measured by its. */
	floor?: CandidateName;
	goals: Goals;
}

/** The targets of the node under test. */
interface Goals {
	/** Wall time as a share of each other candidate's, in their order. */
	ratios?: number[];
	/** Expressions that n8n evaluates, for each item. */
	evaluations?: number;
	/** Processor time in parts of the floor's. */
	processor?: number;
	/** Wall time in milliseconds. */
	wall?: number;
	/** The longest silence in milliseconds. */
	silence?: number;
	/** The time from the first request to the last, as a multiple of what the limit allows. */
	ideal?: number;
}

/** All comparisons. The quick ones show that all works; their figures mean little. */
export function comparisons(isQuick: boolean): Comparison[] {
	const [few, many] = isQuick ? [50, 100] : [1_000, 3_000];
	const recipients = isQuick ? [500, 2_000] : [20_000, 100_000];
	const bulk = isQuick ? 200 : 5_000;
	const under = isQuick ? 100 : 500;
	const title = (items: number, what: string) => `${items.toLocaleString('en')} ${what}`;
	return [
		...[few, many].map((items): Comparison => ({
			name: `mix-${items}`,
			title: title(items, 'events with a mix of what people write in fields'),
			node: 'eventSendMix',
			besides: ['httpRequestEventMix', 'httpRequestNoCredentialMix', 'helper'],
			floor: 'helper',
			items,
			// A run evaluates one or two expressions anyway, whatever it sends.
			goals: { ratios: [0.3, 1], processor: 1.3, silence: 100, evaluations: 0.01 },
		})),
		{
			name: `limit-${under}`,
			title: title(under, 'events, 100 a second after a burst of 50'),
			node: 'eventSendMix',
			besides: ['httpRequestContinues', 'httpRequestRetry', 'httpRequestBatches'],
			items: under,
			service: { rate: 100, burst: 50 },
			goals: { ideal: 1.1 },
		},
		{
			name: `bulk-${bulk}`,
			title: title(bulk, 'recipients of a campaign'),
			node: 'sendToItems',
			besides: ['httpRequestOneByOne', 'aggregate', 'loopAggregate'],
			items: bulk,
			goals: { ratios: [1 / 8] },
		},
		...recipients.map((items, index): Comparison => ({
			name: `recipients-${items}`,
			title: title(items, 'recipients of a campaign'),
			node: 'sendToItems',
			besides: ['noOperation'],
			items,
			goals: { wall: [500, 1_500][index], silence: 100 },
		})),
	];
}

/** Puts the rounds of a comparison together. */
export function section(comparison: Comparison, samples: Map<CandidateName, Sample[]>): Section {
	const { name, title, node, besides, floor, items, service } = comparison;
	const own = samples.get(node)!;
	const ideal = service && ((items - service.burst) / service.rate) * 1000;
	const all = [...samples.values()].flat();
	return {
		name,
		title,
		method:
			'Time: the median, with the range of the rounds. Silence: the longest of all rounds, of which up to ' +
			`${Math.max(...all.map(({ pollerLate }) => pollerLate))} ms may be the poller’s own. ` +
			'Lost, twice and refused: the mean of a round, rounded up.' +
			(ideal === undefined ? '' : ` The limit allows it in ${seconds(ideal)}.`),
		rows: [node, ...besides].map((each) =>
			rowOf(each, samples.get(each)!, { own, floor: floor && samples.get(floor), ideal }),
		),
		targets: targetsOf(comparison, samples, ideal),
	};
}

const over = (samples: Sample[], value: (sample: Sample) => number) => figure(samples.map(value));

/** Wall time of the node under test as a share of another's, in the same round: both had the same machine. */
const besideOf = (own: Sample[], other: Sample[]) =>
	figure(own.map(({ wall }, round) => wall / other[round]!.wall));

/** The same of the processor time of n8n's process. */
const processorBeside = (samples: Sample[], floor: Sample[]) =>
	figure(samples.map(({ cpu }, round) => cpu / floor[round]!.cpu));

const sendingOf = ({ arrivals: { firstAt = NaN, lastAt = NaN } }: Sample) => lastAt - firstAt;

const sumOf = (samples: Sample[], value: (arrivals: Arrivals) => number) =>
	samples.reduce((total, { arrivals }) => total + value(arrivals), 0);

function rowOf(
	name: CandidateName,
	samples: Sample[],
	{ own, floor, ideal }: { own: Sample[]; floor?: Sample[]; ideal?: number },
): Record<string, string> {
	const { title, sendsNothing }: Candidate = candidates[name];
	return {
		candidate: title,
		time: secondsWithRange(over(samples, ({ wall }) => wall)),
		"the node's speed": samples === own ? '' : times(1 / besideOf(own, samples).median),
		...(floor && { '× helper': times(processorBeside(samples, floor).median) }),
		evaluated: String(over(samples, ({ evaluations }) => evaluations).median),
		'longest silence': wholeMilliseconds(over(samples, ({ silence }) => silence).most),
		...(ideal !== undefined && {
			'of the ideal time': times(over(samples, sendingOf).median / ideal),
		}),
		...(!sendsNothing && {
			requests: String(over(samples, ({ arrivals }) => arrivals.requests).median),
			'lost, twice, refused': (['lost', 'twice', 'refused'] as const)
				.map((what) => Math.ceil(sumOf(samples, (arrivals) => arrivals[what]) / samples.length))
				.join(', '),
		}),
	};
}

function targetsOf(
	{ title, node, besides, floor, items, goals }: Comparison,
	samples: Map<CandidateName, Sample[]>,
	ideal = NaN,
): Target[] {
	const own = samples.get(node)!;
	const processor = floor ? processorBeside(own, samples.get(floor)!).median : NaN;
	const figures: Array<[claim: string, value: number, limit: number | undefined]> = [
		...besides.map((name, index): [string, number, number | undefined] => [
			`time as a share of ${candidates[name].title}`,
			besideOf(own, samples.get(name)!).median,
			goals.ratios?.[index],
		]),
		['processor time × helper', processor, goals.processor],
		[
			'expressions evaluated for each item',
			over(own, ({ evaluations }) => evaluations).median / items,
			goals.evaluations,
		],
		['milliseconds', over(own, ({ wall }) => wall).median, goals.wall],
		['longest silence in ms', over(own, ({ silence }) => silence).most, goals.silence],
		['beside the ideal', over(own, sendingOf).median / ideal, goals.ideal],
		['lost or sent twice', sumOf(own, ({ lost, twice }) => lost + twice), 0],
	];
	return figures.flatMap(([claim, value, limit]) =>
		limit === undefined ? [] : [{ claim: `${title}: ${claim}`, value, limit }],
	);
}
