import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Runs a program to its end. @throws Error with what it wrote, if it ends with another code than 0 */
export const run = promisify(execFile);

/** A program that runs until it is stopped. */
export interface BackgroundProgram {
	pid: number;
	/** Settles when it has ended, with its code or the name of the signal that ended it. */
	ended: Promise<number | string>;
	/** Asks it to end, and ends it with all its children after ten seconds. */
	stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

process.once('exit', () => running.forEach((child) => signal(child, 'SIGKILL')));

/** Starts a program whose output goes to a file. It ends with this process. */
export function startInBackground(
	command: string,
	args: string[],
	{ cwd, env, logPath }: { cwd: string; env?: NodeJS.ProcessEnv; logPath: string },
): BackgroundProgram {
	const log = openSync(logPath, 'a');
	// A separate group: Ctrl-C in the terminal then reaches this process alone, which stops the
	// others in order; and a signal to the group reaches the children's children, too.
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached: true });
	closeSync(log);
	running.add(child);
	const ended = once(child, 'exit').then(([code, signalName]: Array<number | string | null>) => {
		running.delete(child);
		return code ?? signalName ?? 0;
	});
	// Whoever waits for it hears of a failed start; nobody has to wait.
	ended.catch(() => running.delete(child));
	return { pid: child.pid ?? 0, ended, stop: async () => await stop(child) };
}

/** Stops everything that `startInBackground` started and that has not ended. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map(stop));
}

async function stop(child: ChildProcess): Promise<void> {
	if (!running.has(child)) return;
	const ended = once(child, 'exit');
	signal(child, 'SIGTERM');
	const impatience = setTimeout(() => signal(child, 'SIGKILL'), 10_000);
	await ended;
	clearTimeout(impatience);
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
	try {
		if (pid !== undefined) process.kill(-pid, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
