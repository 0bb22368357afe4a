import { figure, megabytes, seconds, times, withRange, type Figure } from '../sections/figures';
import type { Bar, Section } from '../sections/Section';
import type { Arrivals } from './arrivals';
import { candidates, type CandidateName } from './candidates';
import type { Sample } from './compare';

/** What is measured in one go: candidates in turn, with a number of items. */
export interface Comparison {
	/** By which it is chosen on the command line. */
	name: string;
	title: string;
	/** The node under test. */
	node: CandidateName;
	/** What stands beside it. Ratios are to the first: HTTP Request, or a node that does nothing. */
	besides: [CandidateName, ...CandidateName[]];
	items: number;
	/** Runs of each before those that count. */
	warmUps: number;
	goals: Goals;
}

/** What the node under test is held to. */
interface Goals {
	/** Wall time beside that of HTTP Request. */
	ratio?: number;
	/** Wall time in milliseconds. */
	wall?: number;
	/** The longest silence in milliseconds. */
	silence: number;
	/** No silence longer than the longest of HTTP Request. */
	isQuieter?: boolean;
}

/** What the rounds of one candidate say together. Milliseconds and bytes. */
interface Summary {
	candidate: string;
	items: number;
	wall: Figure;
	/** Wall time beside that of the first candidate beside it in the same round: both had the same machine. */
	wallBeside: Figure;
	cpu: Figure;
	cpuBeside: Figure;
	peakMemory: Figure;
	silence: Figure;
	/** By how much the poller of `/healthz` was late at most: a silence may be as much too long. */
	pollerLate: number;
	/** What arrived; missing where nothing is sent. */
	arrivals?: {
		/** From the node's start to its first request. */
		firstRequest: Figure;
		requests: Figure;
		delivered: Figure;
		/** These are of all rounds together. */
		lost: number;
		twice: number;
		refused: number;
	};
}

const event = {
	node: 'eventSend',
	besides: ['httpRequestEvent', 'httpRequestNoCredential'],
	warmUps: 1,
	goals: { ratio: 0.9, silence: 200, isQuieter: true },
} satisfies Partial<Comparison>;

const otherExpressions = {
	...event,
	node: 'eventSendOtherExpressions',
	besides: ['httpRequestEventOtherExpressions', 'httpRequestNoCredentialOtherExpressions'],
	goals: { ...event.goals, ratio: 2 },
} satisfies Partial<Comparison>;

const recipients = { node: 'sendToItems', besides: ['noOperation'] } satisfies Partial<Comparison>;

/** All comparisons; those of a group share two n8n processes. */
export function groups(isQuick: boolean): Comparison[][] {
	const [few, many] = isQuick ? [50, 100] : [1_000, 3_000];
	const [some, most] = isQuick ? [500, 2_000] : [20_000, 100_000];
	const title = (items: number, what: string) => `${items.toLocaleString('en')} ${what}`;
	return [
		[few, many].map((items) => ({
			...event,
			name: `references-${items}`,
			title: title(items, 'events with four plain references'),
			items,
		})),
		[few, many].map((items) => ({
			...otherExpressions,
			name: `expressions-${items}`,
			title: title(items, 'events with four other expressions'),
			items,
		})),
		[
			{
				...recipients,
				name: `recipients-${some}`,
				title: title(some, 'recipients of Send to Input Items, three plain references'),
				items: some,
				warmUps: 1,
				goals: { wall: 2_000, silence: 200 },
			},
			{
				...recipients,
				name: `recipients-${most}`,
				title: title(most, 'recipients of Send to Input Items, three plain references'),
				items: most,
				warmUps: 0,
				goals: { wall: 5_000, silence: 400 },
			},
		],
	];
}

/** Puts the rounds of a comparison together. */
export function section(
	{ title, node, besides, items, goals }: Comparison,
	samples: Map<CandidateName, Sample[]>,
): Section & { data: Summary[] } {
	const [own, other, ...more] = [node, ...besides].map((name) =>
		summary(name, items, samples.get(name)!, samples.get(besides[0])!),
	) as [Summary, Summary, ...Summary[]];
	const pollerLate = Math.max(...[own, other, ...more].map((each) => each.pollerLate));
	const bars: Array<Bar | false | undefined> = [
		goals.ratio !== undefined && {
			claim: `${title}: time beside ${other.candidate}`,
			value: own.wallBeside.median,
			limit: goals.ratio,
			side: 'most',
		},
		goals.wall !== undefined && {
			claim: `${title}: seconds`,
			value: own.wall.median / 1000,
			limit: goals.wall / 1000,
			side: 'most',
		},
		{
			claim: `${title}: longest silence in ms`,
			value: own.silence.most,
			limit: goals.silence,
			side: 'most',
		},
		goals.isQuieter && {
			claim: `${title}: longest silence beside ${other.candidate}`,
			value: own.silence.most / other.silence.most,
			limit: 1,
			side: 'most',
		},
		own.arrivals && {
			claim: `${title}: lost or sent twice`,
			value: own.arrivals.lost + own.arrivals.twice,
			limit: 0,
			side: 'most',
		},
	];
	return {
		title,
		method:
			'Medians, with the range of the rounds; lost, twice and refused are those of all rounds. ' +
			`Of a silence, up to ${pollerLate} ms may be the poller’s own.`,
		rows: [own, other, ...more].map((each) => ({
			candidate: each.candidate,
			time: withRange(each.wall, seconds),
			processor: seconds(each.cpu.median),
			...(other.arrivals && {
				'time, processor beside HTTP Request': [
					times(each.wallBeside.median),
					times(each.cpuBeside.median),
				].join(', '),
			}),
			'peak memory': megabytes(each.peakMemory.median),
			'longest silence': withRange(each.silence, wholeMilliseconds),
			...(each.arrivals && {
				'first request': wholeMilliseconds(each.arrivals.firstRequest.median),
				delivered: String(each.arrivals.delivered.median),
				'lost, twice, refused': [
					each.arrivals.lost,
					each.arrivals.twice,
					each.arrivals.refused,
				].join(', '),
			}),
		})),
		bars: bars.filter((bar): bar is Bar => typeof bar === 'object'),
		data: [own, other, ...more],
	};
}

function summary(
	name: CandidateName,
	items: number,
	samples: Sample[],
	compared: Sample[],
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
		requests: over(({ requests }) => requests),
		delivered: over(({ delivered }) => delivered),
		lost: sum(({ lost }) => lost),
		twice: sum(({ twice }) => twice),
		refused: sum(({ refused }) => refused),
	};
}

const wholeMilliseconds = (value: number) => `${Math.round(value)} ms`;
