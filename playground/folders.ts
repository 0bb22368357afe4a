import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's root. */
export const root = join(__dirname, '..');

/** The playground's own package, with n8n in its `node_modules`. */
export const playground = __dirname;

/** What the playground and its tests keep; git ignores it. */
export const data = join(__dirname, '.data');

export const examples = join(root, 'examples');

/** Makes a folder that nobody else on this machine reads: for a password, a database, a log. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true });
	chmodSync(path, 0o700);
}
