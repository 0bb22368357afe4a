import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TopLevelSpec } from 'vega-lite';

import type { Found } from './comparisons';
import type { Section } from './sections/Section';

/** Where the charts are kept; the README shows them. */
const folder = join(__dirname, 'charts');

/** This package's colour, and that of what stands beside it. */
const [ours, theirs] = ['#2563eb', '#94a3b8'];

const colour = {
	condition: { test: "indexof(datum.candidate, ': Send') > 0", value: ours },
	value: theirs,
};

const candidateAxis = { field: 'candidate', type: 'nominal', sort: null, title: null } as const;

/** Draws the charts of the README, as SVG files, as far as they have been measured. */
export async function drawCharts(sections: Array<Section & { name: string }>): Promise<void> {
	await mkdir(folder, { recursive: true });
	const named = (start: string) =>
		sections.find(({ name }) => name.startsWith(start)) as Found | undefined;
	const cost = named('mix');
	const delivery = named('limit');
	if (cost) await draw('cost', costChart(cost));
	if (delivery) await draw('delivery', deliveryChart(delivery));
}

async function draw(name: string, chart: TopLevelSpec): Promise<void> {
	// Both are ES modules only.
	const [{ compile }, { parse, View }] = await Promise.all([import('vega-lite'), import('vega')]);
	const { spec } = compile({
		background: 'white',
		config: { axis: { labelLimit: 400 }, legend: { labelLimit: 400 } },
		width: 480,
		...chart,
	} as TopLevelSpec);
	const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
	await writeFile(join(folder, `${name}.svg`), `${svg}\n`);
}

/** Seconds, and for how long n8n answered nobody. */
function costChart({ title, data }: Found): TopLevelSpec {
	const values = data.flatMap(({ candidate, wall, silence }) => [
		{ candidate, what: 'until all had arrived', seconds: wall.median / 1000 },
		{ candidate, what: 'n8n silent at the longest', seconds: silence.median / 1000 },
	]);
	return {
		title,
		data: { values },
		mark: 'bar',
		encoding: {
			y: candidateAxis,
			yOffset: { field: 'what', sort: null },
			x: { field: 'seconds', type: 'quantitative', title: 'seconds' },
			color: colour,
			opacity: { field: 'what', type: 'nominal', title: null, sort: null },
		},
	};
}

/** What became of the events under a limit in a round, and how long it took. */
function deliveryChart({ title, data }: Found): TopLevelSpec {
	const ends = ['delivered', 'lost'];
	const values = data.flatMap(({ candidate, items, wall, arrivals }) => {
		const delivered = arrivals!.delivered.median;
		return [delivered, items - delivered].map((count, index) => ({
			candidate: `${candidate}, ${(wall.median / 1000).toFixed(1)} s`,
			end: ends[index],
			events: count,
		}));
	});
	return {
		title,
		data: { values },
		mark: 'bar',
		encoding: {
			y: candidateAxis,
			x: { field: 'events', type: 'quantitative', title: 'events' },
			color: {
				field: 'end',
				type: 'nominal',
				title: null,
				scale: { domain: ends, range: [ours, '#dc2626'] },
			},
		},
	};
}
