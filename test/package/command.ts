import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '..', '..');

/** Runs a program to its end, whatever its exit code. */
export function runCommand(command: string, args: string[], cwd: string, env = process.env) {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
	return { exitCode: status, output: stdout + stderr };
}

/**
 * Runs a program of this repository's development dependencies, in the repository's root. As from a
 * shell: some of n8n's lint rules decide otherwise where NODE_ENV says that a test is running.
 */
export function runTool(name: string, ...args: string[]) {
	const program = join(root, 'node_modules', '.bin', name);
	return runCommand(program, args, root, { ...process.env, NODE_ENV: undefined });
}

/** Every Markdown document of the repository, by its path from the root. */
export function documents(): string[] {
	return runCommand('git', ['ls-files', '*.md'], root).output.trim().split('\n');
}

export function readDocument(name: string): string {
	return readFileSync(join(root, name), 'utf8');
}
