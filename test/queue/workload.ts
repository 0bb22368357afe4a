import { setTimeout as wait } from 'node:timers/promises';
import type { Credential, WorkflowFile } from '../../playground/content';
import type { N8nSession } from '../../playground/n8n-session';

/** The status in which n8n leaves an execution. */
export type ExecutionStatus = 'success' | 'error' | 'crashed' | 'canceled' | 'running' | 'new';

/** A workflow that can be told apart by its webhook's path. */
export interface EventWorkflowOptions {
	path: string;
	/** The node's Max Retry Wait, in seconds; its own default where nothing is said. */
	maxRetryWait?: number;
}

/** A webhook that answers at once and sends an event for each of its body's items. */
export function eventWorkflow(
	credential: Credential,
	{ path, maxRetryWait }: EventWorkflowOptions,
): WorkflowFile & { id: string } {
	const webhook = {
		id: 'webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
	};
	const split = {
		id: 'split',
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		position: [220, 0],
		parameters: { fieldToSplitOut: 'body.items' },
	};
	const send = {
		id: 'send',
		name: 'Send an event',
		type: 'n8n-nodes-messenger.messenger',
		typeVersion: 1,
		position: [440, 0],
		parameters: {
			resource: 'event',
			operation: 'send',
			contactEmail: '={{ $json.email }}',
			eventCode: 'queue_test',
			dataInput: 'json',
			dataJson: '={{ { execution: $execution.id, call: $json.call, item: $json.item } }}',
			...(maxRetryWait !== undefined && { requestOptions: { maxRetryWait } }),
		},
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
	};
	const next = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		id: path,
		name: `Events from the webhook ${path}`,
		nodes: [webhook, split, send],
		connections: { [webhook.name]: next(split.name), [split.name]: next(send.name) },
		settings: { executionOrder: 'v1' },
	};
}

/** What an event carries: the execution that sent it, which webhook call it came with, and where. */
export interface EventData {
	/** n8n's number of the execution. */
	execution: string;
	/** The webhook call, from 0. */
	call: number;
	/** The item's place in the call, from 0. */
	item: number;
}

/** How an event is told from all others. */
export function eventName({ call, item }: Pick<EventData, 'call' | 'item'>): string {
	return `${call}/${item}`;
}

/** The names of all events of `calls` webhook calls with `items` items each. */
export function everyEventOf(calls: number, items: number): string[] {
	return Array.from({ length: calls * items }, (_, index) =>
		eventName({ call: Math.floor(index / items), item: index % items }),
	);
}

/** Calls a webhook `calls` times at once, with `items` items each. */
export async function callWebhook(url: string, calls: number, items: number): Promise<void> {
	const callOnce = async (call: number) => {
		const body = {
			items: Array.from({ length: items }, (_, item) => ({
				call,
				item,
				email: `contact-${call}-${item}@example.com`,
			})),
		};
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`The webhook answered ${response.status}`);
	};
	await Promise.all(Array.from({ length: calls }, async (_, call) => await callOnce(call)));
}

/** Clicks n8n's Retry, as it were, for each of these executions. */
export async function retryAll(session: N8nSession, executions: string[]): Promise<void> {
	const retry = async (id: string) =>
		await session.post(`executions/${id}/retry`, { loadWorkflow: false });
	await Promise.all(executions.map(retry));
}

/**
 * Waits until n8n has `count` executions after `afterId` and calls none of them unfinished.
 * @returns their statuses by execution id
 */
export async function finishedExecutions(
	session: N8nSession,
	count: number,
	afterId = 0,
): Promise<Map<string, ExecutionStatus>> {
	const deadline = Date.now() + 240_000;
	for (;;) {
		const { results } = (await session.get('executions?limit=100')) as {
			results: Array<{ id: string; status: ExecutionStatus }>;
		};
		const newest = results.filter(({ id }) => Number(id) > afterId);
		const unfinished = newest.filter(({ status }) => status === 'running' || status === 'new');
		if (newest.length === count && unfinished.length === 0) {
			return new Map(newest.map(({ id, status }) => [id, status]));
		}
		if (Date.now() > deadline) {
			throw new Error(
				`${newest.length} of ${count} executions, ${unfinished.length} unfinished after 4 minutes`,
			);
		}
		await wait(500);
	}
}
