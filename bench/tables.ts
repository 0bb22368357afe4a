import Table from 'cli-table3';

import { table } from '../playground/measured';

type Row = Record<string, string>;

/** The findings of one part of the benchmarks, ready to be printed and kept. */
export interface Section {
	/** By which it is chosen on the command line. */
	name: string;
	title: string;
	/** The method of all rows, in a sentence or two. */
	method: string;
	rows: Row[];
	targets: Target[];
}

/** A target of the package: the value must not be higher. */
export interface Target {
	claim: string;
	value: number;
	limit: number;
}

export const isMet = ({ value, limit }: Target) => value <= limit;

/** Says on the error output what is being done, so that the tables can be piped elsewhere. */
export function progress(text: string): void {
	console.error(`… ${text}`);
}

const headOf = (rows: Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/** Prints a section's table and its targets. */
export function printSection({ title, method, rows, targets }: Section): void {
	console.log(`\n${title}\n${method}`);
	printTable(rows);
	printTable(
		targets.map((target) => ({
			target: `${target.claim}: at most ${target.limit}`,
			measured: String(Number(target.value.toPrecision(3))),
			result: isMet(target) ? 'met' : 'MISSED',
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
