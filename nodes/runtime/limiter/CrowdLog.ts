import type { ActiveRun, RunQueue } from './RunQueue';

/** A crowd is more runs than this: n8n's list of executions shows "Running" for all of them. */
const largestGroup = 50;

/** Milliseconds between two lines. */
const interval = 60_000;

/** Writes a line a minute into n8n's log while a crowd of runs waits for the rate limit (docs/node-contract.md, R11). */
export class CrowdLog {
	private since: number | undefined;
	/** Requests that have left since then. */
	private left = 0;

	/** A request has left. */
	granted(): void {
		this.left += 1;
	}

	/** @param queues of all runs */
	report(run: ActiveRun, queues: ReadonlyMap<ActiveRun, RunQueue>, now: number): void {
		// Counted only where there may be a crowd: this is called for each request that waits.
		const waiting = queues.size > largestGroup ? readyIn(queues) : 0;
		if (waiting <= largestGroup) {
			this.since = undefined;
			return;
		}
		if (this.since !== undefined && now - this.since < interval) return;
		if (this.since !== undefined) {
			const perMinute = Math.round((this.left / (now - this.since)) * interval);
			run.log(`${waiting} runs wait for the rate limit, ${perMinute} requests leave a minute`);
		}
		this.since = now;
		this.left = 0;
	}
}

function readyIn(queues: ReadonlyMap<ActiveRun, RunQueue>) {
	let count = 0;
	for (const { isReady } of queues.values()) if (isReady) count += 1;
	return count;
}
