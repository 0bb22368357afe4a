import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const path = join(__dirname, 'README.md');

/**
 * Writes what a command has measured into the README, in the place of what it wrote there before.
 *
 * @param name of the lines that begin and end that place
 * @returns the README's path
 * @throws Error where the README has no such lines
 */
export async function writeMeasured(name: string, text: string): Promise<string> {
	const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
	const readme = readFileSync(path, 'utf8');
	const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${path} has no place for "${name}"`);
	const written = `${readme.slice(0, from)}${begin}\n\n${text}\n\n${readme.slice(to)}`;
	writeFileSync(path, await format(written, { ...(await resolveConfig(path)), filepath: path }));
	return path;
}

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
	return [head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}
