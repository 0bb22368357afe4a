import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TopLevelSpec } from 'vega-lite';

import type { CostRow } from './sections/cost';
import type { DeliveryRow } from './sections/delivery';
import type { GrowthPoint } from './sections/growth';

/** Where the charts are kept; the README shows them. */
const folder = join(__dirname, 'charts');

/** What this package's marks look like beside the others'. */
const colour = {
	condition: {
		test: "indexof(datum.candidate, ':') > 0 && indexof(datum.candidate, 'Brevo') < 0",
		value: '#2563eb',
	},
	value: '#94a3b8',
} as const;

/** Long names stay whole. */
const style = { axis: { labelLimit: 400 } };

/** Draws the charts of those results that are there, as SVG files. */
export async function drawCharts({
	cost,
	delivery,
	growth,
}: {
	cost?: CostRow[];
	delivery?: DeliveryRow[];
	growth?: GrowthPoint[];
}): Promise<void> {
	await mkdir(folder, { recursive: true });
	if (cost) await draw('cost', costChart(cost));
	if (delivery) await draw('delivery', deliveryChart(delivery));
	if (growth) await draw('growth', growthChart(growth));
}

async function draw(name: string, chart: TopLevelSpec): Promise<void> {
	// Both are ES modules only.
	const [{ compile }, { parse, View }] = await Promise.all([import('vega-lite'), import('vega')]);
	const spec = compile({
		background: 'white',
		...chart,
		config: { ...style, ...chart.config },
	}).spec;
	const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
	await writeFile(join(folder, `${name}.svg`), `${svg}\n`);
}

function costChart(rows: CostRow[]): TopLevelSpec {
	const values = rows.map(({ candidate, wall }) => ({ candidate, ...wall }));
	const y = {
		field: 'candidate',
		type: 'nominal',
		sort: null,
		title: null,
	} as const;
	return {
		title: `Milliseconds for each of ${rows[0]!.items} items, with the range of the rounds`,
		width: 480,
		data: { values },
		layer: [
			{
				mark: 'bar',
				encoding: {
					y,
					x: { field: 'median', type: 'quantitative', title: 'ms for each item' },
					color: colour,
				},
			},
			{
				mark: { type: 'rule', color: '#0f172a' },
				encoding: { y, x: { field: 'least', type: 'quantitative' }, x2: { field: 'most' } },
			},
		],
	};
}

function deliveryChart(rows: DeliveryRow[]): TopLevelSpec {
	const ends = { delivered: 'delivered', sentTwice: 'delivered again', lost: 'lost' } as const;
	const values = rows.flatMap((row) =>
		(Object.keys(ends) as Array<keyof typeof ends>).map((end) => ({
			candidate: `${row.candidate}, ${(row.wall.median / 1000).toFixed(1)} s`,
			end: ends[end],
			events: row[end],
		})),
	);
	return {
		title: 'Events at a service that allows 100 a second after a burst of 50',
		width: 480,
		data: { values },
		mark: 'bar',
		encoding: {
			y: {
				field: 'candidate',
				type: 'nominal',
				sort: null,
				title: null,
			},
			x: { field: 'events', type: 'quantitative', title: 'events' },
			color: {
				field: 'end',
				type: 'nominal',
				title: null,
				scale: { domain: Object.values(ends), range: ['#2563eb', '#f59e0b', '#dc2626'] },
			},
		},
	};
}

function growthChart(points: GrowthPoint[]): TopLevelSpec {
	const x = {
		field: 'items',
		type: 'quantitative',
		scale: { type: 'log' },
		title: 'items',
	} as const;
	const panel = (field: string, title: string) => ({
		width: 300,
		height: 260,
		mark: { type: 'line' as const, point: true },
		encoding: {
			x,
			y: { field, type: 'quantitative' as const, scale: { type: 'log' as const }, title },
			color: { field: 'candidate', type: 'nominal' as const, title: null },
		},
	});
	return {
		title: 'Growth, both axes logarithmic',
		config: { legend: { orient: 'bottom', labelLimit: 300 } },
		data: {
			values: points.map(({ candidate, items, wall, peakMemory }) => ({
				candidate,
				items,
				seconds: wall.median / 1000,
				megabytes: peakMemory / 1024 / 1024,
			})),
		},
		hconcat: [panel('seconds', 'seconds'), panel('megabytes', 'peak memory of the process, MB')],
	};
}
