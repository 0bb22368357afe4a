import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '..', '..');

/** Runs a program of this repository's development dependencies, in the repository's root, to its end. */
export function runTool(name: string, ...args: string[]) {
	const program = join(root, 'node_modules', '.bin', name);
	const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
	return { exitCode: status, output: stdout + stderr };
}

/** Every Markdown document of the repository, by its path from the root. */
export function documents(): string[] {
	const { stdout } = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
	return stdout.trim().split('\n');
}

export function readDocument(name: string): string {
	return readFileSync(join(root, name), 'utf8');
}
