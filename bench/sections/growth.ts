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

/** A number of items that a candidate did not get through. */
export interface Breakdown {
	candidate: string;
	items: number;
	reason: string;
}

/** How time and memory grow with the items, each size in a process of its own. */
export async function measureGrowth(
	names: CandidateName[],
	sizes: number[],
	scale: Scale,
): Promise<Section & { data: GrowthPoint[] }> {
	const results: Array<GrowthPoint | Breakdown> = [];
	for (const items of sizes) {
		for (const name of names) results.push(await measureSize(name, items, scale));
	}
	return {
		title: 'Growth',
		method:
			'Time is the whole workflow. Held memory is what the run holds at its end after a garbage collection; peak memory is the process’s largest resident set, with n8n’s engine in it.',
		rows: results.map((result) => ({
			candidate: result.candidate,
			items: String(result.items),
			...('reason' in result
				? { wall: result.reason }
				: {
						wall: seconds(result.wall.median),
						'per item': milliseconds(result.wall.median / result.items),
						held: megabytes(result.heldMemory),
						'held per item': kilobytes(result.heldMemory / result.items),
						'peak memory': megabytes(result.peakMemory),
					}),
		})),
		bars: [],
		data: results.filter((result) => 'wall' in result),
	};
}

async function measureSize(
	name: CandidateName,
	items: number,
	scale: Scale,
): Promise<GrowthPoint | Breakdown> {
	const candidate = candidates[name].title;
	const isLarge = items > 10_000;
	try {
		const { [name]: samples } = await compare({
			candidates: [name],
			items,
			// What V8 compiles and n8n loads once is no cost of the items: small runs need more of them.
			warmUps: isLarge ? 0 : scale.isQuick ? 1 : Math.min(20, Math.ceil(10_000 / items)),
			rounds: scale.isQuick || isLarge ? 1 : 3,
		});
		const failed = samples.find(({ error }) => error !== undefined);
		if (failed) return { candidate, items, reason: `stopped: ${failed.error}` };
		return {
			candidate,
			items,
			wall: figure(samples.map(({ wall }) => wall)),
			peakMemory: Math.max(...samples.map(({ peakMemory }) => peakMemory)),
			heldMemory: figure(samples.map(({ heldMemory }) => heldMemory)).median,
		};
	} catch (error) {
		// One connection for each item needs more of them than a process may have.
		return { candidate, items, reason: `broke down: ${(error as Error).message}` };
	}
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
