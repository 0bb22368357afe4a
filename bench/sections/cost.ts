import { candidates, type CandidateName } from '../candidates';
import { brevoPath } from '../candidates/brevo';
import { compare } from '../process/compare';
import { figure, megabytes, milliseconds, times, withRange, type Figure } from './figures';
import type { Bar, Scale, Section } from './Section';

const compared = [
	'eventSendOneExpression',
	'eventSend',
	'httpRequestEvent',
	'brevoCreateOneExpression',
	'brevoCreate',
] satisfies CandidateName[];

export interface CostRow {
	candidate: string;
	items: number;
	/** Milliseconds for each item. */
	wall: Figure;
	/** Milliseconds for each item. */
	cpu: Figure;
	peakMemory: number;
}

/** What one item costs, beside the HTTP Request node and n8n's own declarative node for Brevo. */
export async function measureCost(
	items: number,
	scale: Scale,
): Promise<Section & { data: CostRow[] }> {
	const samples = await compare({
		candidates: compared,
		items,
		sandbox: { alsoAccept: brevoPath },
		warmUps: items < 5000 ? 2 : 1,
		rounds: scale.rounds,
	});
	const data = compared.map((name) => {
		const runs = samples[name];
		const lacking = runs.find(({ tally }) => tally.delivered !== items);
		if (lacking) throw new Error(`${name} delivered ${lacking.tally.delivered}: ${lacking.error}`);
		return {
			candidate: candidates[name].title,
			items,
			wall: figure(runs.map(({ wall }) => wall / items)),
			cpu: figure(runs.map(({ cpu }) => cpu / items)),
			peakMemory: Math.max(...runs.map(({ peakMemory }) => peakMemory)),
		};
	});
	const row = (name: CandidateName) =>
		data.find(({ candidate }) => candidate === candidates[name].title)!;
	const http = row('httpRequestEvent');
	return {
		title: `Cost per item, ${items} items, no latency and no limit`,
		method:
			'Wall and processor time of n8n’s process for each item; the median and the range of the rounds. An expression in the HTTP Request node’s body may hold all four fields.',
		rows: data.map(({ candidate, wall, cpu, peakMemory }) => ({
			candidate,
			wall: withRange(wall, milliseconds),
			'processor time': withRange(cpu, milliseconds),
			'wall, beside HTTP Request': times(wall.median / http.wall.median),
			'peak memory': megabytes(peakMemory),
		})),
		bars:
			items === 1000
				? [
						...bars('one expression', 'eventSendOneExpression', 'brevoCreateOneExpression'),
						...bars('four expressions', 'eventSend', 'brevoCreate'),
					]
				: [],
		data,
	};

	function bars(what: string, ours: CandidateName, brevo: CandidateName): Bar[] {
		const wall = row(ours).wall.median;
		return [
			{
				claim: `Event: Send, ${what}, beside Brevo`,
				value: wall / row(brevo).wall.median,
				limit: 0.75,
				side: 'most',
			},
			{
				claim: `Event: Send, ${what}, beside HTTP Request`,
				value: wall / http.wall.median,
				limit: 1.6,
				side: 'most',
			},
		];
	}
}
