import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

/**
 * Writes what a command has measured into a document, and replaces what it wrote there before.
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
	// A separate process: where tests call this, prettier's modules cannot be loaded.
	execFileSync(process.execPath, [require.resolve('prettier/bin/prettier.cjs'), '--write', path]);
}
