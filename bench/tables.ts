import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import Table from 'cli-table3';

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

export function printTable(rows: Row[]): void {
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

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

/** Rows as a table in Markdown. */
export function tableOf(rows: Row[]): string {
	const head = headOf(rows);
	return table(
		head,
		rows.map((row) => head.map((name) => row[name] ?? '')),
	);
}

/**
 * Writes what a command has measured into a document, in the place of what it wrote there before.
 *
 * @param path of the document
 * @param name of the lines that begin and end that place
 * @throws Error if the document has no such lines
 */
export function writeMeasured(path: string, name: string, text: string): void {
	const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
	const document = readFileSync(path, 'utf8');
	const [from, to] = [document.indexOf(begin), document.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${path} has no place for "${name}"`);
	const written = `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`;
	writeFileSync(path, written);
	// A process of its own: where tests call this, prettier's modules cannot be loaded.
	execFileSync(process.execPath, [require.resolve('prettier/bin/prettier.cjs'), '--write', path]);
}
