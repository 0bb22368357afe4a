import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Job, Measurement } from './run';

type Message = { ready: true } | { measurement: Measurement } | { failure: string };

/**
 * A process of its own with n8n's engine in it, so that its memory and its processor time are those
 * of what it ran and of nothing else.
 */
export class OwnProcess {
	private constructor(private readonly child: ChildProcess) {}

	/** @param nodeOptions for `node` itself, beside those that every run needs */
	static async start(nodeOptions: string[] = []): Promise<OwnProcess> {
		const child = fork(join(__dirname, 'child.ts'), {
			execArgv: ['--require', require.resolve('tsx/cjs'), '--expose-gc', ...nodeOptions],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		const started = new OwnProcess(child);
		await started.message();
		return started;
	}

	/** @throws Error where the workflow could not be run at all */
	async run(job: Job): Promise<Measurement> {
		this.child.send(job);
		const message = await this.message();
		if ('measurement' in message) return message.measurement;
		throw new Error('failure' in message ? message.failure : 'No measurement came back');
	}

	async close(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		this.child.disconnect();
		await once(this.child, 'exit');
	}

	private async message(): Promise<Message> {
		return await new Promise((resolve, reject) => {
			const ended = (code: number | null) =>
				reject(new Error(`The process of a benchmark ended with ${code}`));
			this.child.once('exit', ended);
			this.child.once('message', (message) => {
				this.child.off('exit', ended);
				resolve(message as Message);
			});
		});
	}
}
