import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AcceptedByKind, JournalEntry } from './journal';
import type { SandboxOptions } from './options';
import type { Sandbox } from './sandbox';

/**
 * Starts a sandbox in a separate process, so that its work does not slow down what is measured.
 * It ends with `close()`, or with this process.
 */
export async function spawnSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const child = fork(join(__dirname, 'cli.ts'), [JSON.stringify(options)], {
		execArgv: ['--require', require.resolve('tsx/cjs')],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const { url, apiKey } = await ready(child);
	const ask = async (path: string, body?: object) => {
		const headers = { 'content-type': 'application/json' };
		const posted = body && { method: 'POST', headers, body: JSON.stringify(body) };
		return await fetch(`${url}/_sandbox/${path}`, posted);
	};
	return {
		url,
		apiKey,
		requests: async () => (await (await ask('requests')).json()) as JournalEntry[],
		accepted: async () => (await (await ask('accepted')).json()) as AcceptedByKind,
		outage: async (order) => void (await ask('outage', order)),
		reset: async () => void (await ask('reset', {})),
		close: async () => {
			child.kill();
			await once(child, 'exit');
		},
	};
}

/** The command line's message to the process that started it, once it answers. */
export type ReadyMessage = Pick<Sandbox, 'url' | 'apiKey'>;

async function ready(child: ChildProcess): Promise<ReadyMessage> {
	return await new Promise((resolve, reject) => {
		child.once('message', (message) => resolve(message as ReadyMessage));
		child.once('exit', () => reject(new Error('The sandbox did not start')));
	});
}
