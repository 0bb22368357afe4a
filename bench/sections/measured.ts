import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

import { isHeld, type Section } from './Section';

/**
 * Writes what a command has measured into a document, in the place of what it wrote there before.
 *
 * @param path of the document
 * @param name of the lines that begin and end that place
 * @throws Error where the document has no such lines
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

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

/** A section in Markdown: its table, and which of its bars were held. */
export function asMarkdown({ title, method, rows, bars }: Section): string {
	const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cells = rows.map((row) => head.map((name) => row[name] ?? ''));
	const barCells = bars.map((bar) => [
		bar.claim,
		String(Number(bar.value.toPrecision(3))),
		`at ${bar.side} ${bar.limit}`,
		isHeld(bar) ? 'held' : '**missed**',
	]);
	const barHead = ['bar', 'measured', 'must be', ''];
	return [`**${title}**`, method, table(head, cells), table(barHead, barCells)].join('\n\n');
}
