import Table from 'cli-table3';

import { isHeld, type Section } from './Section';

/** Prints a section's table and, where the run was large enough to say something of them, its bars. */
export function printSection({ title, method, rows, bars }: Section, withBars: boolean): void {
	console.log(`\n${title}\n${method}`);
	printTable(rows);
	if (!withBars) return;
	printTable(
		bars.map((bar) => ({
			bar: `${bar.claim}: at ${bar.side} ${bar.limit}`,
			measured: String(Number(bar.value.toPrecision(3))),
			result: isHeld(bar) ? 'held' : 'MISSED',
		})),
	);
}

function printTable(rows: Array<Record<string, string>>): void {
	if (rows.length === 0) return;
	const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const table = new Table({
		head,
		colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
		style: { head: [], border: [], compact: true },
	});
	table.push(...rows.map((row) => head.map((name) => row[name] ?? '')));
	console.log(table.toString());
}
