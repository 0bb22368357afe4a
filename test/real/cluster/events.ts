import { parse } from 'flatted';
import { withCredentials, type Credential, type WorkflowFile } from '../../../playground/content';
import { messengerNode, node, settings, to, webhook } from '../editor/workflowBuilder';
import type { Cluster } from './Cluster';
import { until } from '../../../playground/until';

/**
 * A webhook that answers at once and sends an event for each of its body's items.
 * @param requestOptions the node's own
 */
export function eventWorkflow(
	credential: Credential,
	path: string,
	requestOptions: object = {},
): WorkflowFile {
	const items = node('Items', {
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'body.items' },
	});
	const send = messengerNode('Send', {
		resource: 'event',
		operation: 'send',
		contactEmail: '={{ $json.key }}@example.com',
		eventCode: 'queue_test',
		dataInput: 'json',
		dataJson: '={{ { key: $json.key } }}',
		requestOptions,
	});
	const workflow = {
		name: path,
		nodes: [webhook(path, 'onReceived'), items, send],
		connections: { Webhook: to('Items'), Items: to('Send') },
		settings,
	};
	return withCredentials(workflow, [credential]);
}

/** Calls a webhook at once as often as the keys need it, each time with so many of them. */
export async function callWebhook(url: string, keys: string[], each: number) {
	const calls = Array.from({ length: keys.length / each }, async (_, call) => {
		const items = keys.slice(call * each, (call + 1) * each).map((key) => ({ key }));
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ items });
		// A workflow that has just been published is live a moment later.
		await until(async () => (await fetch(url, { method: 'POST', headers, body })).ok, 200);
	});
	await Promise.all(calls);
}

export interface Execution {
	id: string;
	status: string;
	mode: string;
}

/** The executions of a workflow; at most a hundred. */
export async function executionsOf(cluster: Cluster, workflowId: string) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `executions?limit=100&filter=${filter}`;
	return (await cluster.get<{ results: Execution[] }>(path)).results;
}

/** A node's runs in an execution, as far as they are read here. */
type NodeRun = Array<{
	data?: { main: Array<Array<{ json: { key: string; send_status?: string } }>> };
	error?: { context?: { run?: { uncertain: number[] } } };
}>;

export async function runsOf(cluster: Cluster, executionId: string) {
	const { data } = await cluster.get<{ data: string }>(`executions/${executionId}`);
	return parse(data).resultData.runData as Record<string, NodeRun>;
}

const itemsOf = (runs: NodeRun | undefined) => runs?.at(-1)?.data?.main[0] ?? [];

/** The keys of the events of which an execution's error says that they may have been processed. */
export async function uncertainOf(cluster: Cluster, { id }: Execution) {
	const { Items, Send } = await runsOf(cluster, id);
	const items = Send?.at(-1)?.error?.context?.run?.uncertain ?? [];
	return items.flatMap((item) => itemsOf(Items)[item]?.json.key ?? []);
}

export interface Tally {
	/** Events that arrived, each counted once. */
	delivered: number;
	/** Events that did not arrive. */
	missing: number;
	/** Arrivals that were one too many. */
	twice: number;
	/** Events of which the node, or the outbox, says that they may have been accepted. */
	uncertain: number;
	/** Missing events that nobody calls uncertain: lost without a word, or still to be sent. */
	unnamed: number;
}

/** Compares the keys of events; those that are not wanted do not count. */
export function tally(wanted: string[], arrived: string[], uncertain: string[]): Tally {
	const isWanted = new Set(wanted);
	const own = arrived.filter((key) => isWanted.has(key));
	const once = new Set(own);
	const isUncertain = new Set(uncertain);
	const missing = wanted.filter((key) => !once.has(key));
	return {
		delivered: once.size,
		missing: missing.length,
		twice: own.length - once.size,
		uncertain: isUncertain.size,
		unnamed: missing.filter((key) => !isUncertain.has(key)).length,
	};
}
