import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command';

/** Folders whose documents are for readers of the repository, besides the root. */
const folders = ['docs', 'examples', 'sandbox', 'bench'];

/** Every Markdown document of the repository, by its path from the root. */
export function documents(): string[] {
	const inFolders = folders
		.filter((folder) => existsSync(join(root, folder)))
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
				join(folder, name),
			),
		);
	return [...readdirSync(root), ...inFolders].filter(
		(name) => name.endsWith('.md') && !/node_modules|(^|\/)\./.test(name),
	);
}

export function readDocument(name: string): string {
	return readFileSync(join(root, name), 'utf8');
}

/** The lines of a document's `sh` blocks. */
export function shellLines(document: string): string[] {
	return [...document.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
		block.split('\n').filter((line) => line.trim() !== ''),
	);
}

/** The names of the npm scripts that a document tells its reader to run. */
export function scriptsIn(document: string): string[] {
	const names = [...document.matchAll(/npm (?:run ([\w:-]+)|(start|test))/g)].map(
		([, script, lifecycle]) => script ?? lifecycle ?? '',
	);
	return [...new Set(names)];
}
