import { setTimeout as wait } from 'node:timers/promises';
import {
	exampleWorkflows,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../../playground/content';
import type { N8nSession } from '../../../playground/n8nSession';
import { patiently } from './until';

/** The example's own times, and what stands in their place: all else stays as users get it. */
export interface OutboxTimes {
	/** Between two runs; 30 in the example. */
	everySeconds: number;
	/** After which what is still "sending" counts as lost; 15 minutes in the example. */
	lostAfterSeconds: number;
}

export const outboxId = 'outbox';

/** How many rows the example sends in a run. */
export const outboxBatch = 50;

/** Whether a batch after the first is about half sent, when so many events have arrived. */
export function isMidBatch(arrived: number): boolean {
	const ofBatch = arrived % outboxBatch;
	return arrived > outboxBatch && ofBatch > 5 && ofBatch < outboxBatch - 10;
}

/**
 * The example Outbox with other times.
 * @throws Error where the example no longer has the times that are replaced
 */
export function outboxWorkflow(
	credential: Credential,
	{ everySeconds, lostAfterSeconds }: OutboxTimes,
): WorkflowFile & { id: string } {
	const example = exampleWorkflows().find(({ id }) => id === outboxId);
	const text = [
		['"secondsInterval":30', `"secondsInterval":${everySeconds}`],
		['$now.minus({ minutes: 15 })', `$now.minus({ seconds: ${lostAfterSeconds} })`],
	].reduce((text, [from = '', to = '']) => {
		if (text.split(from).length !== 2) throw new Error(`The example Outbox has no one ${from}`);
		return text.replace(from, to);
	}, JSON.stringify(example));
	const workflow = JSON.parse(text) as WorkflowFile;
	return { ...withCredentials(workflow, [credential]), id: outboxId };
}

export type RowState = 'open' | 'sending' | 'sent' | 'failed' | 'in doubt';

export interface OutboxRow {
	key: string;
	state: RowState;
	result: string;
}

/** The example's data table, through n8n's own interface. */
export class OutboxTable {
	private constructor(
		private readonly session: N8nSession,
		private readonly path: string,
	) {}

	/** Creates the table with the columns that the example's own first step gives it. */
	static async create(session: N8nSession): Promise<OutboxTable> {
		const example = exampleWorkflows().find(({ id }) => id === outboxId);
		const creator = example?.nodes.find(({ name }) => name === 'Create Outbox') as unknown as {
			parameters: { tableName: string; columns: { column: object[] } };
		};
		const { tableName, columns } = creator.parameters;
		const project = (await session.get('projects/personal')) as { id: string };
		const tables = `projects/${project.id}/data-tables`;
		const table = { name: tableName, columns: columns.column };
		const { id } = (await session.post(tables, table)) as { id: string };
		return new OutboxTable(session, `${tables}/${id}`);
	}

	/** Adds open rows, each with its key in its address. */
	async add(keys: string[]): Promise<void> {
		const data = keys.map((key) => ({ key, email: `${key}@example.com`, state: 'open' }));
		const body = { data, returnType: 'count' };
		await patiently(async () => await this.session.post(`${this.path}/insert`, body));
	}

	/** The rows whose key begins so. */
	async rows(prefix: string): Promise<OutboxRow[]> {
		const pageSize = 100;
		const found: OutboxRow[] = [];
		for (let skip = 0; ; skip += pageSize) {
			const page = `${this.path}/rows?skip=${skip}&take=${pageSize}&sortBy=id:asc`;
			const { data } = (await patiently(async () => await this.session.get(page))) as {
				data: OutboxRow[];
			};
			found.push(...data);
			if (data.length < pageSize) return found.filter(({ key }) => key.startsWith(prefix));
		}
	}

	/**
	 * Waits until no row is open or on its way.
	 * @param milliseconds after which they are given as they are
	 */
	async settledRows(prefix: string, milliseconds: number): Promise<OutboxRow[]> {
		const deadline = Date.now() + milliseconds;
		for (;;) {
			const rows = await this.rows(prefix);
			const isSettled = rows.every(({ state }) => state !== 'open' && state !== 'sending');
			if (isSettled || Date.now() > deadline) return rows;
			await wait(1_000);
		}
	}
}
