import {
	exampleWorkflows,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../../playground/content';
import type { Cluster } from './Cluster';
import { happens } from '../../../playground/until';

/** The number of rows that the example sends in a run. */
const batch = 50;

const example = exampleWorkflows().find(({ id }) => id === 'outbox')!;

/**
 * The example's own times, and what stands in their place, in seconds: all else stays as users get it.
 * A batch takes a few seconds, so that as with 30 s no run begins before the last one has ended.
 */
const times = [
	['"secondsInterval":30', '"secondsInterval":15'],
	['$now.minus({ minutes: 15 })', '$now.minus({ seconds: 40 })'],
] as const;

/**
 * The example Outbox with other times.
 * @throws Error if the example no longer has the times that are replaced
 */
export function outboxWorkflow(credential: Credential): WorkflowFile {
	const text = times.reduce(
		(text, [from, to]) => {
			if (!text.includes(from)) throw new Error(`The example Outbox has no ${from}`);
			return text.replace(from, to);
		},
		JSON.stringify({ ...example, id: undefined }),
	);
	return withCredentials(JSON.parse(text) as WorkflowFile, [credential]);
}

/** True if a batch after the first is about half sent, when so many events have arrived. */
export function isMidBatch(arrived: number): boolean {
	const ofBatch = arrived % batch;
	return arrived > batch && ofBatch > 5 && ofBatch < batch - 10;
}

interface Row {
	key: string;
	state: 'open' | 'sending' | 'sent' | 'failed' | 'uncertain';
}

let tablePath = '';

/** Adds open rows to the example's data table, which gets the columns that its own first step gives it. */
export async function addRows(cluster: Cluster, keys: string[]) {
	if (!tablePath) {
		const creator = example.nodes.find(({ name }) => name === 'Create Outbox') as unknown as {
			parameters: { tableName: string; columns: { column: object[] } };
		};
		const { tableName: name, columns } = creator.parameters;
		const project = await cluster.get<{ id: string }>('projects/personal');
		const path = `projects/${project.id}/data-tables`;
		const { id } = await cluster.post<{ id: string }>(path, { name, columns: columns.column });
		tablePath = `${path}/${id}`;
	}
	const data = keys.map((key) => ({ key, email: `${key}@example.com`, state: 'open' }));
	await cluster.post(`${tablePath}/insert`, { data, returnType: 'count' });
}

/** The rows with these keys when none is open or on its way, or after four minutes. */
export async function settledRows(cluster: Cluster, keys: string[]) {
	let rows: Row[] = [];
	await happens(async () => {
		rows = (await allRows(cluster)).filter(({ key }) => keys.includes(key));
		return rows.every(({ state }) => state !== 'open' && state !== 'sending');
	});
	return rows;
}

async function allRows(cluster: Cluster, skip = 0): Promise<Row[]> {
	const path = `${tablePath}/rows?skip=${skip}&take=100&sortBy=id:asc`;
	const { data } = await cluster.get<{ data: Row[] }>(path);
	return data.length < 100 ? data : [...data, ...(await allRows(cluster, skip + 100))];
}
