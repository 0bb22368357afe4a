import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface RunOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Gets each line of its output as it comes. */
	onLine?: (line: string) => void;
}

/** A program that failed; the message ends with the last lines it wrote. */
export class ProgramError extends Error {}

/** A process with its children and theirs. */
interface Group {
	leader: ChildProcess;
	/** Settles when none of them is left. */
	gone: Promise<void>;
}

/** Every group whose leader is running. */
const running = new Set<Group>();

/**
 * Runs a program to its end.
 * @returns what it wrote to its standard output
 * @throws ProgramError if it cannot be started or ends with another code than 0
 */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const { leader: child } = spawnGroup(command, args, options, ['ignore', 'pipe', 'pipe']);
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
	const group = spawnGroup(command, args, options, ['ignore', log, log]);
	closeSync(log);
	const ended = exitOf(group.leader, command);
	// Whoever waits for it hears of a failed start; nobody has to wait.
	ended.catch(() => undefined);
	return {
		pid: group.leader.pid ?? 0,
		ended,
		stop: async () => await stopGroup(group),
		kill: async () => {
			signalGroup(group, 'SIGKILL');
			await group.gone;
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
): Group {
	// A separate group: Ctrl-C in the terminal then reaches this process alone, which stops the
	// others in order; and a signal to the group reaches the children's children, too.
	const leader = spawn(command, args, { cwd, env, stdio, detached: true });
	const group = { leader, gone: leader.pid === undefined ? Promise.resolve() : watch(leader) };
	running.add(group);
	const forget = () => running.delete(group);
	leader.once('exit', forget);
	leader.once('error', forget);
	return group;
}

/**
 * Ends what is left of a group when its leader has ended, or when this process has, even by SIGKILL:
 * then the input of the watcher ends, a process in a separate group.
 */
async function watch(leader: ChildProcess): Promise<void> {
	const watcher = spawn('sh', ['-c', `read _; kill -KILL -${leader.pid}`], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	watcher.unref();
	(watcher.stdin as Socket).unref();
	leader.once('exit', () => {
		watcher.ref();
		watcher.stdin.end();
	});
	await once(watcher, 'exit');
}

async function exitOf(child: ChildProcess, command: string): Promise<number | string> {
	try {
		const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
		return code ?? signal ?? 0;
	} catch (error) {
		throw new ProgramError(`${command} cannot be started: ${(error as Error).message}`);
	}
}

async function stopGroup(group: Group): Promise<void> {
	signalGroup(group, 'SIGTERM');
	const impatience = setTimeout(() => signalGroup(group, 'SIGKILL'), 10_000);
	await group.gone;
	clearTimeout(impatience);
}

function signalGroup({ leader: { pid } }: Group, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
