import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Gate } from '../../nodes/Messenger/gate/Gate';
import { table, writeMeasured } from '../sections/measured';
import { floor, measure, type Measured } from './measure';
import { gateWithout, parts } from './parts';
import { scenarios, type Bar, type Judged } from './scenarios';
import type { MakeGate } from './simulation';

const help = `Usage: npm run bench:pacing:compare -- [options]

Runs the gate in the simulation, 20 seeds for each scenario, and writes the figures with their
floors and bars into bench/pacing/README.md; then what each part of the gate is worth.

  --parts   the parts only
  --help    this text`;

const seeds = 20;

const readme = join(__dirname, 'README.md');

const current: MakeGate = (clock) => new Gate(clock);

/** How a figure is shown, and on which side of it its bar lies. */
const figures = {
	median: { digits: 2, unit: ' ×', side: 1 },
	worst: { digits: 2, unit: ' ×', side: 1 },
	refused: { digits: 0, unit: '', side: 1 },
	longestRefused: { digits: 1, unit: ' s', side: 1 },
	fairness: { digits: 2, unit: '', side: -1 },
};

type Figure = keyof typeof figures;

/** A figure, bold where it misses its bar. */
function shown(figure: Figure, value: number, bar?: number): string {
	const { digits, side } = figures[figure];
	const text = value.toFixed(digits);
	return bar !== undefined && side * Number(text) > side * bar ? `**${text}**` : text;
}

/** A figure with its bar behind it. */
function held(figure: Figure, measured: Measured, bar: Bar): string {
	const text = shown(figure, measured[figure], bar[figure]);
	return bar[figure] === undefined ? text : `${text} / ${bar[figure]}`;
}

async function row({ name, scenario, bar }: Judged, measured: Measured): Promise<string[]> {
	const lowest = await floor(scenario, current, seeds);
	const [median, worst] = (['median', 'worst'] as const).map((figure) =>
		shown(figure, measured[figure], bar[figure]),
	);
	const bars = [bar.median ?? '–', bar.worst && `(${bar.worst})`].filter(Boolean);
	return [
		name,
		`${median} (${worst})`,
		lowest?.toFixed(2) ?? '–',
		bars.join(' '),
		held('refused', measured, bar),
		held('longestRefused', measured, bar),
		scenario.workers > 1 ? held('fairness', measured, bar) : '–',
	];
}

async function measureScenarios(): Promise<void> {
	const rows = [];
	for (const judged of scenarios) {
		const measured = await measure(judged.scenario, current, seeds);
		if (measured.lost > 0) throw new Error(`${measured.lost} requests were lost: ${judged.name}`);
		rows.push(await row(judged, measured));
		console.log(rows.at(-1)!.join('  '));
	}
	const head = [
		'scenario',
		'current',
		'floor',
		'bar',
		'refused',
		'refused for (s)',
		"Jain's index",
	];
	writeMeasured(readme, 'figures', table(head, rows));
}

const figureNames: Record<Figure, string> = {
	median: 'median',
	worst: 'worst',
	refused: 'refused',
	longestRefused: 'refused for',
	fairness: "Jain's index",
};

async function measureParts(): Promise<void> {
	const rows = [];
	for (const part of parts) {
		const judged = scenarios.find(({ name }) => name === part.scenario);
		if (judged === undefined) throw new Error(`There is no scenario ${part.scenario}`);
		const measured = [];
		for (const gate of [current, gateWithout(part)])
			measured.push(await measure(judged.scenario, gate, seeds));
		const values = measured.map((one) => shown(part.figure, one[part.figure]));
		const bar = judged.bar[part.figure];
		const { unit } = figures[part.figure];
		rows.push([
			part.name,
			part.scenario,
			figureNames[part.figure],
			...values.map((value) => value + unit),
			bar === undefined ? '–' : bar + unit,
		]);
		console.log(rows.at(-1)!.join('  '));
	}
	const head = ['part', 'scenario', 'figure', 'with it', 'without', 'bar'];
	writeMeasured(readme, 'parts', table(head, rows));
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { parts: { type: 'boolean' }, help: { type: 'boolean' } },
	});
	if (values.help) return console.log(help);
	if (!values.parts) await measureScenarios();
	await measureParts();
}

void main();
