import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface RunOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Gets each line of its output as it comes. */
	onLine?: (line: string) => void;
}

/** A program that failed; the message ends with the last lines it wrote. */
export class ProgramError extends Error {}

/** Every process that is running, each the leader of a group of its own. */
const running = new Set<ChildProcess>();

/**
 * Runs a program to its end.
 * @returns what it wrote to its standard output
 * @throws ProgramError where it cannot be started or ends with another code than 0
 */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const child = spawnGroup(command, args, options, ['ignore', 'pipe', 'pipe']);
	let output = '';
	const lastLines: string[] = [];
	const read = async (stream: NodeJS.ReadableStream, keep: boolean) => {
		for await (const line of createInterface({ input: stream })) {
			if (keep) output += `${line}\n`;
			lastLines.push(line);
			if (lastLines.length > 30) lastLines.shift();
			options.onLine?.(line);
		}
	};
	const reading = [
		child.stdout && read(child.stdout, true),
		child.stderr && read(child.stderr, false),
	];
	const code = await exitOf(child, command);
	await Promise.all(reading);
	if (code !== 0) {
		const title = `${command} ${args.join(' ')} ended with ${code}`;
		throw new ProgramError([title, ...lastLines].join('\n'));
	}
	return output;
}

/** A program that runs until it is stopped. */
export interface BackgroundProgram {
	pid: number;
	/** Settles when it has ended, with its code or the name of the signal that ended it. */
	ended: Promise<number | string>;
	/** Asks it to end, and ends it with all its children after ten seconds. */
	stop(): Promise<void>;
	/** Ends it and its children at once, as a crash would. */
	kill(): Promise<void>;
}

/** Starts a program whose output goes to a file. */
export function startInBackground(
	command: string,
	args: string[],
	options: Omit<RunOptions, 'onLine'> & { logPath: string },
): BackgroundProgram {
	const log = openSync(options.logPath, 'a');
	const child = spawnGroup(command, args, options, ['ignore', log, log]);
	closeSync(log);
	const ended = exitOf(child, command);
	// Whoever waits for it hears of a failed start; nobody has to wait.
	ended.catch(() => undefined);
	return {
		pid: child.pid ?? 0,
		ended,
		stop: async () => await stopGroup(child),
		kill: async () => {
			signalGroup(child, 'SIGKILL');
			await hasEnded(child);
		},
	};
}

/** Stops everything that `run` and `startInBackground` started and that has not ended. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map(stopGroup));
}

function spawnGroup(
	command: string,
	args: string[],
	{ cwd, env = process.env }: RunOptions,
	stdio: StdioOptions,
): ChildProcess {
	// A group of its own: Ctrl-C in the terminal then reaches this process alone, which stops the
	// others in order; and a signal to the group reaches the children's children, too.
	const child = spawn(command, args, { cwd, env, stdio, detached: true });
	running.add(child);
	const forget = () => running.delete(child);
	child.once('exit', forget);
	child.once('error', forget);
	return child;
}

async function exitOf(child: ChildProcess, command: string): Promise<number | string> {
	try {
		const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
		return code ?? signal ?? 0;
	} catch (error) {
		throw new ProgramError(`${command} cannot be started: ${(error as Error).message}`);
	}
}

async function stopGroup(child: ChildProcess): Promise<void> {
	if (child.pid === undefined) return;
	signalGroup(child, 'SIGTERM');
	const impatience = setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000);
	await hasEnded(child);
	clearTimeout(impatience);
	// What it left behind, for example n8n's task runner after a crash.
	signalGroup(child, 'SIGKILL');
}

async function hasEnded(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
