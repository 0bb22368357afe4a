import { parse } from 'flatted';
import { setTimeout as wait } from 'node:timers/promises';
import type { N8nSession } from '../../../playground/n8nSession';
import { patiently } from './until';
import { eventName } from './workload';

/** The status in which n8n leaves an execution. */
export type ExecutionStatus = 'success' | 'error' | 'crashed' | 'canceled' | 'running' | 'new';

/** The statuses of executions by their numbers. */
export type Statuses = Map<string, ExecutionStatus>;

export type StatusCounts = Partial<Record<ExecutionStatus, number>>;

/** The executions of a workflow, by their numbers. */
export class Executions {
	constructor(
		private readonly session: N8nSession,
		private readonly workflowId: string,
	) {}

	/** Those after one, without the ones before; at most a hundred. */
	async after(lastId: number): Promise<Statuses> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: this.workflowId }));
		const path = `executions?limit=100&filter=${filter}`;
		const { results } = (await patiently(async () => await this.session.get(path))) as {
			results: Array<{ id: string; status: ExecutionStatus }>;
		};
		return new Map(
			results.filter(({ id }) => Number(id) > lastId).map(({ id, status }) => [id, status]),
		);
	}

	/** The highest number; 0 where there is none. */
	async newest(): Promise<number> {
		return Math.max(0, ...[...(await this.after(0)).keys()].map(Number));
	}

	/**
	 * Waits until none of those after one is unfinished, or nothing changes any more.
	 * @param progress a number that changes while something happens
	 * @param patience milliseconds without a change after which the unfinished count as stuck
	 */
	async settled(
		lastId: number,
		progress: () => Promise<number>,
		patience: number,
	): Promise<Statuses> {
		let last = '';
		let changedAt = Date.now();
		for (;;) {
			const statuses = await this.after(lastId);
			const { running = 0, new: waiting = 0 } = countByStatus(statuses);
			if (running + waiting === 0) return statuses;
			const now = JSON.stringify([await progress(), countByStatus(statuses)]);
			if (now !== last) changedAt = Date.now();
			last = now;
			if (Date.now() - changedAt > patience) return statuses;
			await wait(500);
		}
	}

	/**
	 * Clicks n8n's Retry, as it were, for each of them; settles when n8n has begun with it.
	 * @returns how many n8n has refused to retry by now
	 */
	async retry(ids: string[]): Promise<() => number> {
		let refused = 0;
		for (const id of ids) {
			// n8n answers when the retry has ended.
			this.session
				.post(`executions/${id}/retry`, { loadWorkflow: false })
				.catch(() => (refused += 1));
		}
		await wait(5_000);
		return () => refused;
	}

	/** The names of the events of which the errors of these say that they may have been processed. */
	async uncertainEvents(ids: string[]): Promise<string[]> {
		const found: string[] = [];
		for (const id of ids) {
			const { data } = (await this.session.get(`executions/${id}`)) as { data: string };
			const { runData } = (parse(data) as ExecutionData).resultData;
			const call = runData['Split Out']?.[0]?.data?.main[0]?.[0]?.json.call;
			const uncertain = runData['Send an event']?.at(-1)?.error?.context?.run?.uncertain ?? [];
			if (call !== undefined) found.push(...uncertain.map((item) => eventName({ call, item })));
		}
		return found;
	}
}

/** What of an execution's data is read here. */
interface ExecutionData {
	resultData: {
		runData: Record<
			string,
			Array<{
				data?: { main: Array<Array<{ json: { call: number } }>> };
				error?: { context?: { run?: { uncertain: number[] } } };
			}>
		>;
	};
}

/** How often each status occurs. */
export function countByStatus(statuses: Statuses): StatusCounts {
	const counts: StatusCounts = {};
	for (const status of statuses.values()) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}
