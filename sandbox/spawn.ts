import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { resolveOptions, toCommandLine, type SandboxOptions } from './options';
import type { Sandbox } from './sandbox';

/** What the command line tells the process that started it, once it answers. */
export interface ReadyMessage {
	url: string;
	apiKey: string;
}

/**
 * Starts a sandbox in a process of its own, so that its work does not slow down what is measured.
 * It ends with `close()`, or with this process.
 * @throws OptionError for a bad option; Error with the process's own words if it does not start
 */
export async function spawnSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	resolveOptions(options);
	const child = fork(join(__dirname, 'cli.ts'), toCommandLine(options), {
		execArgv: ['--require', require.resolve('tsx/cjs')],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	const { url, apiKey } = await ready(child);
	const control = async (method: 'GET' | 'POST', name: string) => {
		const response = await fetch(`${url}/_sandbox/${name}`, { method });
		return await response.text();
	};
	return {
		url,
		apiKey,
		requests: async () => JSON.parse(await control('GET', 'requests')),
		accepted: async () => JSON.parse(await control('GET', 'accepted')),
		reset: async () => void (await control('POST', 'reset')),
		close: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			// Until it has ended, the caller has something to wait for.
			child.ref();
			child.kill();
			await once(child, 'exit');
		},
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
