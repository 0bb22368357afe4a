import { candidates, type CandidateName } from '../candidates';
import { compare } from '../process/compare';
import { figure, kilobytes, megabytes, milliseconds, seconds, type Figure } from './figures';
import type { Scale, Section } from './Section';

/** What a number of items takes. */
export interface GrowthPoint {
	candidate: string;
	items: number;
	wall: Figure;
	peakMemory: number;
	heldMemory: number;
}

/** How time and memory grow with the items, each size in a process of its own. */
export async function measureGrowth(
	names: CandidateName[],
	sizes: number[],
	scale: Scale,
): Promise<Section & { data: GrowthPoint[] }> {
	const points: GrowthPoint[] = [];
	for (const items of sizes) {
		const samples = await compare({
			candidates: names,
			items,
			// What V8 compiles and n8n loads once is no cost of the items: small runs need more of them.
			warmUps: scale.isQuick ? 1 : Math.min(20, Math.ceil(10_000 / items)),
			rounds: scale.isQuick ? 1 : 3,
		});
		for (const name of names) {
			points.push({
				candidate: candidates[name].title,
				items,
				wall: figure(samples[name].map(({ wall }) => wall)),
				peakMemory: Math.max(...samples[name].map(({ peakMemory }) => peakMemory)),
				heldMemory: figure(samples[name].map(({ heldMemory }) => heldMemory)).median,
			});
		}
	}
	return {
		title: 'Growth',
		method:
			'Time is the whole workflow. Held memory is what the run holds at its end after a garbage collection; peak memory is the process’s largest resident set, with n8n’s engine in it.',
		rows: points.map(({ candidate, items, wall, peakMemory, heldMemory }) => ({
			candidate,
			items: String(items),
			wall: seconds(wall.median),
			'per item': milliseconds(wall.median / items),
			held: megabytes(heldMemory),
			'held per item': kilobytes(heldMemory / items),
			'peak memory': megabytes(peakMemory),
		})),
		bars: [],
		data: points,
	};
}

/**
 * How Send to Input Items grows, and what it is held to. What a run of one item takes is no cost of
 * the items: the bars are on what comes on top of it.
 */
export async function measureBulkGrowth(scale: Scale): Promise<Section> {
	const sizes = scale.isQuick ? [1, 100, 1000] : [1, 1000, 10_000, 100_000];
	const section = await measureGrowth(['sendToItems'], sizes, scale);
	const [one, ...points] = section.data as [GrowthPoint, ...GrowthPoint[]];
	const spread = (of: (point: GrowthPoint) => number) => {
		const perItem = points.map((point) => (of(point) - of(one)) / (point.items - 1));
		return Math.max(...perItem) / Math.min(...perItem);
	};
	return {
		...section,
		title: 'Growth of Send to Input Items, no latency and no limit',
		bars: [
			{
				claim: 'Time per item beyond a run of one, the most beside the least',
				value: spread(({ wall }) => wall.median),
				limit: 1.5,
				side: 'most',
			},
			{
				claim: 'Held memory per item beyond a run of one, the most beside the least',
				value: spread(({ heldMemory }) => heldMemory),
				limit: 1.5,
				side: 'most',
			},
			{
				claim: `Seconds for ${sizes.at(-1)} items`,
				value: points.at(-1)!.wall.median / 1000,
				limit: 10,
				side: 'most',
			},
		],
	};
}
