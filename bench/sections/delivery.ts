import { candidates, type CandidateName } from '../candidates';
import { compare } from '../process/compare';
import { figure, seconds, times, withRange, type Figure } from './figures';
import type { Scale, Section } from './Section';

const compared = [
	'eventSend',
	'httpRequestEvent',
	'httpRequestEventBatches',
	'httpRequestEventRetry',
] satisfies CandidateName[];

const limit = { rate: 100, burst: 50 };

export interface DeliveryRow {
	candidate: string;
	delivered: number;
	lost: number;
	sentTwice: number;
	refused: number;
	wall: Figure;
}

/** What arrives at a service that allows 100 requests a second after a burst of 50. */
export async function measureDelivery(scale: Scale): Promise<Section & { data: DeliveryRow[] }> {
	const items = scale.isQuick ? 150 : 500;
	const ideal = ((items - limit.burst) / limit.rate) * 1000;
	const samples = await compare({
		candidates: compared,
		items,
		sandbox: limit,
		warmUps: 0,
		rounds: scale.isQuick ? 1 : 3,
	});
	const data = compared.map((name) => {
		const runs = samples[name];
		const delivered = Math.min(...runs.map(({ tally }) => tally.delivered));
		return {
			candidate: candidates[name].title,
			delivered,
			lost: items - delivered,
			sentTwice: Math.max(...runs.map(({ tally }) => tally.sentTwice)),
			refused: Math.max(...runs.map(({ tally }) => tally.refused)),
			wall: figure(runs.map(({ wall }) => wall)),
		};
	});
	const [ours] = data;
	return {
		title: `Delivery: ${items} events, 100 a second after a burst of 50, no Retry-After`,
		method: `The sandbox’s journal is the judge; of several rounds the worst count, and the median time. The ideal is ${seconds(ideal)}.`,
		rows: data.map(({ candidate, delivered, lost, sentTwice, refused, wall }) => ({
			candidate,
			delivered: String(delivered),
			lost: String(lost),
			'sent twice': String(sentTwice),
			refused: String(refused),
			wall: withRange(wall, seconds),
			'beside the ideal': times(wall.median / ideal),
		})),
		bars: [
			{ claim: 'Event: Send, lost', value: ours!.lost, limit: 0, side: 'most' },
			{ claim: 'Event: Send, sent twice', value: ours!.sentTwice, limit: 0, side: 'most' },
			{ claim: 'Event: Send, refused', value: ours!.refused, limit: 60, side: 'most' },
			{
				claim: 'Event: Send, time beside the ideal',
				value: ours!.wall.median / ideal,
				limit: 1.15,
				side: 'most',
			},
		],
		data,
	};
}
