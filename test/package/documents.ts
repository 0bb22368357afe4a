import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runCommand } from './command';

/** Every Markdown document of the repository, by its path from the root. */
export function documents(): string[] {
	return runCommand('git', ['ls-files', '*.md'], root).output.trim().split('\n');
}

export function readDocument(name: string): string {
	return readFileSync(join(root, name), 'utf8');
}
