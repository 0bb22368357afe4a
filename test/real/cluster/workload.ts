import type { Credential, WorkflowFile } from '../../../playground/content';
import type { Sandbox } from '../../../sandbox';
import { until } from './until';

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
			contactName: '={{ $json.email.split("@")[0] }}',
			eventCode: 'queue_test',
			eventName: '={{ "Item " + $json.item }}',
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

/** Webhook calls with items, each of which becomes an event. */
export interface Workload {
	/** How many. */
	calls: number;
	/** In each call. */
	items: number;
	/** The number of the first call, which tells this workload's events from those of others. */
	firstCall: number;
}

/** The names of all its events. */
export function everyEventOf({ calls, items, firstCall }: Workload): string[] {
	return Array.from({ length: calls * items }, (_, index) =>
		eventName({ call: firstCall + Math.floor(index / items), item: index % items }),
	);
}

/** Calls a webhook at once as often as the workload says. */
export async function callWebhook(url: string, workload: Workload): Promise<void> {
	const { calls, items, firstCall } = workload;
	const callOnce = async (call: number) => {
		const body = {
			items: Array.from({ length: items }, (_, item) => ({
				call,
				item,
				email: `contact-${call}-${item}@example.com`,
			})),
		};
		let status = 0;
		await until(async () => {
			({ status } = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}));
			// A workflow that has just been published is live a moment later.
			return status !== 404;
		}, 200);
		if (status !== 200) throw new Error(`The webhook answered ${status}`);
	};
	await Promise.all(
		Array.from({ length: calls }, async (_, index) => await callOnce(firstCall + index)),
	);
}

/** What the events that a sandbox has accepted carry, in the order of arrival. */
export async function arrivedData<Data = EventData>(sandbox: Sandbox): Promise<Data[]> {
	const { events } = await sandbox.accepted();
	return events.map(({ content }) => (content as { event: { data: Data } }).event.data);
}
