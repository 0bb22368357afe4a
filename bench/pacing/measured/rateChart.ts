import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TopLevelSpec } from 'vega-lite';

import type { LimitedRuns } from './rateLimited';
import { rateOverTime, type RateSlot } from './rateOverTime';

const path = join(__dirname, '../rate.svg');

/** Draws the rate over time of each scenario's first run as an SVG file. Gives its path. */
export async function drawRates(scenarios: LimitedRuns[]): Promise<string> {
	// Both are ES modules only.
	const [{ compile }, { parse, View }] = await Promise.all([import('vega-lite'), import('vega')]);
	const { spec } = compile(chart(scenarios));
	const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
	await writeFile(path, `${svg}\n`);
	return path;
}

function chart(scenarios: LimitedRuns[]): TopLevelSpec {
	return {
		background: 'white',
		vconcat: scenarios.map(({ name, runs }) => panel(name, rateOverTime(runs[0]!.answers))),
		resolve: { scale: { x: 'independent' } },
	};
}

function panel(title: string, values: RateSlot[]) {
	const x = { field: 'second', type: 'quantitative', title: 'seconds' } as const;
	return {
		title: `${title}: accepted (line) and refused (dots, by size)`,
		width: 560,
		height: 140,
		data: { values },
		layer: [
			{
				mark: { type: 'rule' as const, color: '#94a3b8', strokeDash: [4, 4] },
				encoding: { y: { datum: 100 } },
			},
			{
				mark: { type: 'line' as const, color: '#2563eb', interpolate: 'step' as const },
				encoding: {
					x,
					y: { field: 'accepted', type: 'quantitative' as const, title: 'requests a second' },
				},
			},
			{
				transform: [{ filter: 'datum.refused > 0' }],
				mark: { type: 'circle' as const, color: '#dc2626', opacity: 1 },
				encoding: {
					x,
					y: { datum: 0 },
					size: { field: 'refused', type: 'quantitative' as const, legend: null },
				},
			},
		],
	};
}
