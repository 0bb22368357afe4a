import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(__dirname, '..', '..');

export interface Outcome {
	exitCode: number | null;
	/** Standard output and standard error, in the order in which they came. */
	output: string;
}

/**
 * Runs a program of this repository's development dependencies, in the repository's root. As from a
 * shell: some of n8n's lint rules decide otherwise where NODE_ENV says that a test is running.
 */
export function runTool(name: string, ...args: string[]): Promise<Outcome> {
	const program = join(root, 'node_modules', '.bin', name);
	return runCommand(program, args, root, { ...process.env, NODE_ENV: undefined });
}

/** Runs a program to its end, whatever its exit code. */
export async function runCommand(
	command: string,
	args: string[],
	cwd: string,
	env = process.env,
): Promise<Outcome> {
	const child = spawn(command, args, { cwd, env });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const exitCode = await new Promise<number | null>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', resolve);
	});
	return { exitCode, output };
}
