import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { resolveOptions, toCommandLine, type SandboxOptions } from './options';
import type { Sandbox } from './sandbox';

/** The command line's message to the process that started it, once it answers. */
export interface ReadyMessage {
	url: string;
	apiKey: string;
}

/** The calls that another process passes on. Unlike HTTP, they work while connections are refused. */
type Control = Pick<Sandbox, 'requests' | 'accepted' | 'outage' | 'reset'>;

/** One of that process's calls. */
export interface ControlCall {
	call: number;
	name: keyof Control;
	argument: unknown;
}

/** The answer to a call: its result, or why it failed. */
export interface ControlAnswer {
	call: number;
	result?: unknown;
	error?: string;
}

/**
 * Starts a sandbox in a separate process, so that its work does not slow down what is measured.
 * It ends with `close()`, or with this process.
 * @throws Error for a bad option, or with the process's own words if it does not start
 */
export async function spawnSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	resolveOptions(options);
	const child = fork(join(__dirname, 'cli.ts'), toCommandLine(options), {
		execArgv: ['--require', require.resolve('tsx/cjs')],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	const { url, apiKey } = await ready(child);
	return {
		url,
		apiKey,
		...remoteControl(child),
		close: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			// Until it has ended, the caller has something to wait for.
			child.ref();
			child.kill();
			await once(child, 'exit');
		},
	};
}

/** The control of a sandbox in a child process. */
function remoteControl(child: ChildProcess): Control {
	let calls = 0;
	const waiting = new Map<number, (answer: ControlAnswer) => void>();
	const settle = (answer: ControlAnswer) => {
		waiting.get(answer.call)?.(answer);
		waiting.delete(answer.call);
		if (waiting.size === 0) child.channel?.unref();
	};
	const fail = (call: number) => settle({ call, error: 'The sandbox has ended' });
	child.on('message', settle);
	child.once('exit', () => [...waiting.keys()].forEach(fail));
	const ask = async <Result>(name: keyof Control, argument?: unknown): Promise<Result> => {
		const call = (calls += 1);
		const answered = new Promise<ControlAnswer>((resolve) => waiting.set(call, resolve));
		// While it is asked, the caller has something to wait for.
		child.channel?.ref();
		child.send({ call, name, argument } satisfies ControlCall, (error) => error && fail(call));
		const { result, error } = await answered;
		if (error !== undefined) throw new Error(error);
		return result as Result;
	};
	return {
		requests: async () => await ask('requests'),
		accepted: async () => await ask('accepted'),
		outage: async (order) => await ask('outage', order),
		reset: async () => await ask('reset'),
	};
}

/** Waits for the child's word that it answers. Its error output is passed on. */
async function ready(child: ChildProcess): Promise<ReadyMessage> {
	let errorOutput = '';
	child.stderr?.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
	return await new Promise((resolve, reject) => {
		child.once('message', (message) => {
			child.stderr?.pipe(process.stderr);
			// A caller that forgets to close is not kept alive; the child ends with it.
			child.unref();
			child.channel?.unref();
			(child.stderr as Socket).unref();
			resolve(message as ReadyMessage);
		});
		child.once('close', () =>
			reject(new Error(`The sandbox did not start. ${errorOutput}`.trim())),
		);
	});
}
