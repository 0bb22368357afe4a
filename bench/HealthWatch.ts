import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Polls } from './healthPoller';

/** Asks n8n's `/healthz` from a separate process, which nothing else keeps waiting. */
export class HealthWatch {
	private constructor(private readonly child: ChildProcess) {}

	static async start(): Promise<HealthWatch> {
		const child = fork(join(__dirname, 'healthPoller.ts'), {
			execArgv: ['--require', require.resolve('tsx/cjs')],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		await once(child, 'message');
		return new HealthWatch(child);
	}

	/** Begins to ask the n8n at `url`. */
	watch(url: string): void {
		this.child.send({ start: `${url}/healthz` });
	}

	/** Ends it. */
	async polls(): Promise<Polls> {
		this.child.send({ stop: true });
		const [polls] = (await once(this.child, 'message')) as [Polls];
		return polls;
	}

	close(): void {
		this.child.disconnect();
	}
}

/**
 * The longest time between two answers, as far as it lies between `from` and `to`.
 * @param answeredAt in the order of time; milliseconds, as all times here
 */
export function longestSilence(answeredAt: number[], from: number, to: number): number {
	const ends = [from, ...answeredAt.filter((at) => at > from && at < to), to];
	return Math.max(...ends.slice(1).map((end, index) => end - ends[index]!));
}
