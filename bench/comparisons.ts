import type { SandboxOptions } from '../sandbox';
import type { Arrivals } from './arrivals';
import { candidates, type CandidateName } from './candidates';
import type { Sample } from './compare';
import { figure, megabytes, seconds, times, withRange, type Figure } from './sections/figures';
import type { Bar, Section } from './sections/Section';

/** What is measured in one go: candidates in turn, with a number of items. */
export interface Comparison {
	/** By which it is chosen on the command line. */
	name: string;
	title: string;
	/** The node under test. */
	node: CandidateName;
	/** What stands beside it. Ratios are to the first. */
	besides: [CandidateName, ...CandidateName[]];
	items: number;
	/** Runs of each before those that count. */
	warmUps: number;
	/** How the service behaves where it is not the one of all; then each run has one that is new. */
	service?: SandboxOptions & { rate: number; burst: number };
	goals: Goals;
}

/** What the node under test is held to. */
interface Goals {
	/** Wall time beside each of those that stand beside it, in their order. */
	ratios?: number[];
	/** Expressions that n8n evaluates, for each item. */
	evaluations?: number;
	/** Wall time in milliseconds. */
	wall?: number;
	/** The longest silence in milliseconds. */
	silence?: number;
	/** No silence longer than the longest of the first. */
	isQuieter?: boolean;
	/** From the first request to the last, beside what the limit allows. */
	ideal?: number;
}

/** What the rounds of one candidate say together. Milliseconds and bytes. */
export interface Summary {
	candidate: string;
	items: number;
	wall: Figure;
	/** Wall time beside that of the first candidate beside it in the same round: both had the same machine. */
	wallBeside: Figure;
	cpu: Figure;
	cpuBeside: Figure;
	/** Wall time of the node under test beside this candidate's, in the same round. */
	nodeBeside: Figure;
	evaluations: Figure;
	peakMemory: Figure;
	silence: Figure;
	/** By how much the poller of `/healthz` was late at most: a silence may be as much too long. */
	pollerLate: number;
	/** What arrived; missing where nothing is sent. */
	arrivals?: {
		/** From the node's start to its first request. */
		firstRequest: Figure;
		/** From its first request to its last. */
		sending: Figure;
		requests: Figure;
		delivered: Figure;
		/** These are of all rounds together. */
		lost: number;
		twice: number;
		refused: number;
	};
}

/** A comparison's section, with the figures behind it. */
export type Found = Section & { name: string; data: Summary[] };

const mix = {
	node: 'eventSendMix',
	besides: ['httpRequestEventMix', 'httpRequestNoCredentialMix'] as [CandidateName, CandidateName],
	warmUps: 1,
	// A run evaluates one or two of its own, whatever it sends.
	goals: { ratios: [0.3, 1], silence: 100, isQuieter: true, evaluations: 0.01 },
} satisfies Partial<Comparison>;

const oneReference = {
	node: 'eventSendOneReference',
	besides: ['httpRequestEventOneReference'],
	warmUps: 1,
	goals: { ratios: [0.9], silence: 200 },
} satisfies Partial<Comparison>;

const oneOtherExpression = {
	node: 'eventSendOneOtherExpression',
	besides: ['httpRequestEventOneOtherExpression'],
	warmUps: 1,
	goals: { ratios: [2], silence: 200 },
} satisfies Partial<Comparison>;

const otherExpressions = {
	node: 'eventSendOtherExpressions',
	besides: ['httpRequestEventOtherExpressions', 'httpRequestNoCredentialOtherExpressions'],
	warmUps: 1,
	goals: { ratios: [2], silence: 200, isQuieter: true },
} satisfies Partial<Comparison>;

const limited = {
	node: 'eventSendOtherExpressions',
	besides: ['httpRequestContinues', 'httpRequestRetry', 'httpRequestBatches'],
	warmUps: 1,
} satisfies Partial<Comparison>;

const recipients = { node: 'sendToItems', besides: ['noOperation'] } satisfies Partial<Comparison>;

/** All comparisons. The quick ones show that all works; their figures mean little. */
export function comparisons(isQuick: boolean): Comparison[] {
	const [fewest, few, many] = isQuick ? [20, 50, 100] : [100, 1_000, 3_000];
	const [some, most] = isQuick ? [500, 2_000] : [20_000, 100_000];
	const bulk = isQuick ? 200 : 5_000;
	const limit = { rate: 100, burst: 50 };
	const under = isQuick ? 100 : 500;
	const title = (items: number, what: string) => `${items.toLocaleString('en')} ${what}`;
	return [
		...[fewest, few].flatMap((items): Comparison[] => [
			{
				...oneReference,
				name: `one-reference-${items}`,
				title: title(items, 'events with one plain reference'),
				items,
			},
			{
				...oneOtherExpression,
				name: `one-expression-${items}`,
				title: title(items, 'events with one other expression'),
				items,
			},
		]),
		...[few, many].map((items): Comparison => ({
			...mix,
			besides: items === few ? [...mix.besides, 'brevo'] : mix.besides,
			name: `mix-${items}`,
			title: title(items, 'events with a mix of what people write in fields'),
			items,
		})),
		...[few, many].map((items) => ({
			...otherExpressions,
			name: `expressions-${items}`,
			title: title(items, 'events with four other expressions'),
			items,
		})),
		{
			...limited,
			name: `limit-${under}`,
			title: title(under, 'events with four other expressions, 100 a second after a burst of 50'),
			items: under,
			service: limit,
			goals: { ideal: 1.1 },
		},
		{
			...limited,
			name: `retry-after-${under}`,
			title: title(under, 'events under the same limit, which says Retry-After: 1'),
			items: under,
			service: { ...limit, retryAfter: 1 },
			goals: { ideal: 1.45 },
		},
		{
			name: `bulk-${bulk}`,
			title: title(bulk, 'recipients of a campaign, three plain references'),
			node: 'sendToItems',
			besides: ['httpRequestOneByOne', 'aggregate', 'loopAggregate'],
			items: bulk,
			warmUps: 1,
			goals: { ratios: [1 / 8] },
		},
		{
			...recipients,
			name: `recipients-${some}`,
			title: title(some, 'recipients of Send to All Items, three plain references'),
			items: some,
			warmUps: 1,
			goals: { wall: 2_000, silence: 200 },
		},
		{
			...recipients,
			name: `recipients-${most}`,
			title: title(most, 'recipients of Send to All Items, three plain references'),
			items: most,
			warmUps: 0,
			goals: { wall: 5_000, silence: 400 },
		},
	];
}

/** Puts the rounds of a comparison together. */
export function section(comparison: Comparison, samples: Map<CandidateName, Sample[]>): Found {
	const { name, title, node, besides, items, service } = comparison;
	const compared = samples.get(besides[0])!;
	const summaries = [node, ...besides].map((each) =>
		summary(each, items, samples.get(each)!, compared, samples.get(node)!),
	);
	const first = candidates[besides[0]].title;
	const pollerLate = Math.max(...summaries.map((each) => each.pollerLate));
	const ideal = service && ((items - service.burst) / service.rate) * 1000;
	return {
		name,
		title,
		method:
			'Medians, with the range of the rounds; lost, twice and refused are those of all rounds. ' +
			`Of a silence, up to ${pollerLate} ms may be the poller’s own.` +
			(ideal === undefined ? '' : ` The limit allows it in ${seconds(ideal)}.`),
		rows: summaries.map((each) => rowOf(each, first, ideal)),
		bars: barsOf(comparison, summaries, ideal),
		data: summaries,
	};
}

function rowOf(each: Summary, first: string, ideal?: number): Record<string, string> {
	const { arrivals } = each;
	return {
		candidate: each.candidate,
		time: withRange(each.wall, seconds),
		processor: seconds(each.cpu.median),
		[`time, processor beside ${first}`]: [
			times(each.wallBeside.median),
			times(each.cpuBeside.median),
		].join(', '),
		evaluated: String(each.evaluations.median),
		'peak memory': megabytes(each.peakMemory.median),
		'longest silence': withRange(each.silence, wholeMilliseconds),
		...(arrivals && {
			'first request': wholeMilliseconds(arrivals.firstRequest.median),
			...(ideal !== undefined && {
				'from then on, beside the ideal': times(arrivals.sending.median / ideal),
			}),
			requests: String(arrivals.requests.median),
			delivered: String(arrivals.delivered.median),
			'lost, twice, refused': [arrivals.lost, arrivals.twice, arrivals.refused].join(', '),
		}),
	};
}

function barsOf(
	{ title, goals }: Comparison,
	[own, ...besides]: Summary[],
	ideal: number | undefined,
): Bar[] {
	const [first] = besides;
	const most = (claim: string, value: number | undefined, limit: number | undefined): Bar[] =>
		value === undefined || limit === undefined
			? []
			: [{ claim: `${title}: ${claim}`, value, limit, side: 'most' }];
	const { arrivals } = own!;
	return [
		...besides.flatMap(({ candidate, nodeBeside }, index) =>
			most(`time beside ${candidate}`, nodeBeside.median, goals.ratios?.[index]),
		),
		...most(
			'expressions evaluated for each item',
			own!.evaluations.median / own!.items,
			goals.evaluations,
		),
		...most('seconds', own!.wall.median / 1000, goals.wall && goals.wall / 1000),
		...most('longest silence in ms', own!.silence.most, goals.silence),
		...most(
			`longest silence beside ${first!.candidate}`,
			own!.silence.most / first!.silence.most,
			goals.isQuieter ? 1 : undefined,
		),
		...most(
			'from the first request on, beside the ideal',
			arrivals && arrivals.sending.median / (ideal ?? NaN),
			goals.ideal,
		),
		...most('lost or sent twice', arrivals && arrivals.lost + arrivals.twice, 0),
	];
}

function summary(
	name: CandidateName,
	items: number,
	samples: Sample[],
	compared: Sample[],
	ofNode: Sample[],
): Summary {
	const over = (value: (sample: Sample) => number) => figure(samples.map(value));
	const overBeside = (value: (sample: Sample) => number) =>
		figure(samples.map((sample, round) => value(sample) / value(compared[round]!)));
	return {
		candidate: candidates[name].title,
		items,
		wall: over(({ wall }) => wall),
		wallBeside: overBeside(({ wall }) => wall),
		cpu: over(({ cpu }) => cpu),
		cpuBeside: overBeside(({ cpu }) => cpu),
		nodeBeside: figure(ofNode.map(({ wall }, round) => wall / samples[round]!.wall)),
		evaluations: over(({ evaluations }) => evaluations),
		peakMemory: over(({ peakMemory }) => peakMemory),
		silence: over(({ silence }) => silence),
		pollerLate: over(({ pollerLate }) => pollerLate).most,
		...(candidates[name].isSending && { arrivals: arrivalsOf(samples) }),
	};
}

function arrivalsOf(samples: Sample[]): Summary['arrivals'] {
	const over = (value: (arrivals: Arrivals) => number) =>
		figure(samples.map(({ arrivals }) => value(arrivals)));
	const sum = (value: (arrivals: Arrivals) => number) =>
		samples.reduce((total, { arrivals }) => total + value(arrivals), 0);
	return {
		firstRequest: figure(
			samples.map(({ arrivals, startedAt }) => (arrivals.firstAt ?? NaN) - startedAt),
		),
		sending: over(({ firstAt = NaN, lastAt = NaN }) => lastAt - firstAt),
		requests: over(({ requests }) => requests),
		delivered: over(({ delivered }) => delivered),
		lost: sum(({ lost }) => lost),
		twice: sum(({ twice }) => twice),
		refused: sum(({ refused }) => refused),
	};
}

const wholeMilliseconds = (value: number) => `${Math.round(value)} ms`;
