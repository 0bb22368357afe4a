import Table from 'cli-table3';

import { table } from '../playground/measured';
import { isHeld, type Section } from './section';

type Row = Record<string, string>;

const headOf = (rows: Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/** Prints a section's table and its bars. */
export function printSection({ title, method, rows, bars }: Section): void {
	console.log(`\n${title}\n${method}`);
	printTable(rows);
	printTable(
		bars.map((bar) => ({
			bar: `${bar.claim}: at most ${bar.limit}`,
			measured: String(Number(bar.value.toPrecision(3))),
			result: isHeld(bar) ? 'held' : 'MISSED',
		})),
	);
}

function printTable(rows: Row[]): void {
	if (rows.length === 0) return;
	const head = headOf(rows);
	const table = new Table({
		head,
		colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
		style: { head: [], border: [], compact: true },
	});
	table.push(...rows.map((row) => head.map((name) => row[name] ?? '')));
	console.log(table.toString());
}

/** Rows as a table in Markdown. */
export function tableOf(rows: Row[]): string {
	const head = headOf(rows);
	return table(
		head,
		rows.map((row) => head.map((name) => row[name] ?? '')),
	);
}
