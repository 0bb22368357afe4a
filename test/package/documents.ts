import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command';

/** Folders whose documents are for readers of the repository, besides the root. */
const folders = ['docs', 'examples', 'sandbox', 'bench'];

/** Every Markdown document of the repository, by its path from the root. */
export function documents(): string[] {
	const inFolders = folders.flatMap((folder) =>
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
