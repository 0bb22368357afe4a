import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Pacer } from '../../nodes/Messenger/request/pacing/Pacer';
import { floor, measure } from './measure';
import { scenarios, type Judged } from './scenarios';
import type { MakePacer } from './simulation';

const seeds = 20;
const readme = join(__dirname, 'README.md');
const [begin, end] = ['<!-- table: begin -->\n', '<!-- table: end -->'];

const makePacer: MakePacer = (clock) => new Pacer(clock);

const head = [
	'scenario',
	'floor',
	'median',
	'bar',
	'worst',
	'bar',
	'refused',
	'bar',
	'refused for',
	"Jain's index",
];

/** A figure beside its bar; bold where the bar is missed. */
function held(value: number, bar: number | undefined, digits: number): [string, string] {
	const shown = value.toFixed(digits);
	if (bar === undefined) return [shown, '–'];
	return [Number(shown) > bar ? `**${shown}**` : shown, String(bar)];
}

async function row({ name, scenario, bar }: Judged): Promise<string[]> {
	const lowest = await floor(scenario, makePacer, seeds);
	const measured = await measure(scenario, makePacer, seeds);
	if (measured.lost > 0) throw new Error(`${measured.lost} requests were lost: ${name}`);
	const [fairness] = held(-measured.fairness, bar.fairness && -bar.fairness, 2);
	return [
		name,
		lowest?.toFixed(2) ?? '–',
		...held(measured.median, bar.median, 2),
		...held(measured.worst, bar.worst, 2),
		...held(measured.refused, bar.refused, 0),
		`${held(measured.longestRefused, bar.longestRefused, 1)[0]} s`,
		scenario.workers > 1 ? fairness.replace('-', '') : '–',
	];
}

async function main(): Promise<void> {
	const rows = [head, head.map(() => '---')];
	for (const judged of scenarios) {
		rows.push(await row(judged));
		console.log(rows.at(-1)!.join('  '));
	}
	const table = rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
	const text = readFileSync(readme, 'utf8');
	const [before, after] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
	writeFileSync(readme, `${text.slice(0, before)}\n${table}\n${text.slice(after)}`);
	console.log(`Written to ${readme}; "npm run format" aligns it.`);
}

void main();
