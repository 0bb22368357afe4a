import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The repository's root. */
export const root = join(__dirname, '..', '..');

/** Has n8n in its `node_modules`. */
export const playground = __dirname;

/**
 * The user folders of the playground's n8n. Outside the repository: a community package below it would find the
 * repository's own `n8n-workflow` instead of n8n's, so that n8n would not know its errors, nor log their messages.
 */
export const userFolders = join(
	process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
	'n8n-nodes-messenger',
	createHash('sha256').update(root).digest('hex').slice(0, 8),
);

export const examples = join(root, 'examples');

/** Makes a folder that nobody else on this machine reads: for a password, a database, a log. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true });
	chmodSync(path, 0o700);
}
