import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './folders';

/**
 * Remembers in a file what a step was last done with, so that a second start can leave out what
 * has not changed.
 */
export class Changes {
	private readonly done: Record<string, string>;

	constructor(private readonly path: string) {
		this.done = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
	}

	/** True if `step` was last done with another fingerprint, or never. */
	has(step: string, fingerprint: string): boolean {
		return this.done[step] !== fingerprint;
	}

	/** `step` is done with this fingerprint. */
	settle(step: string, fingerprint: string): void {
		this.done[step] = fingerprint;
		mkdirSync(dirname(this.path), { recursive: true });
		writeFileSync(this.path, `${JSON.stringify(this.done, null, '\t')}\n`);
	}
}

/**
 * A fingerprint of files and folders: their names and their content. What is not there counts, too.
 * Names count from the repository's root, so that a copy of the repository elsewhere is the same.
 */
export function fingerprintOfFiles(paths: string[]): string {
	const hash = createHash('sha256');
	for (const path of paths.flatMap(filesBelow)) {
		hash.update(`${relative(root, path)}\0`);
		if (existsSync(path)) hash.update(readFileSync(path));
	}
	return hash.digest('hex');
}

/** A fingerprint of a value that JSON can hold. */
export function fingerprintOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function filesBelow(path: string): string[] {
	if (!existsSync(path) || statSync(path).isFile()) return [path];
	return readdirSync(path, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}
