import type { WorkflowFile } from '../../playground/content';

export const messenger = 'n8n-nodes-messenger.messenger';

interface NodeOptions {
	type: string;
	typeVersion?: number;
	position: [number, number];
	parameters?: Record<string, unknown>;
	credentials?: Record<string, { id?: string; name: string }>;
	executeOnce?: boolean;
	webhookId?: string;
}

export function node(name: string, { typeVersion = 1, parameters = {}, ...rest }: NodeOptions) {
	return { id: name, name, typeVersion, parameters, ...rest };
}

export const start = node('Start', { type: 'n8n-nodes-base.manualTrigger', position: [0, 0] });

/** One connection to a node. */
export const to = (name: string, type = 'main') => ({ [type]: [[{ node: name, type, index: 0 }]] });

/** As n8n makes workflows today: in its older order an agent does not wait for its tools. */
export const settings = { executionOrder: 'v1' };

/** Two nodes that give these rows as items: {@link first} is where to connect, {@link last} where from. */
export function rows(items: object[]) {
	const list = node('Rows', {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [220, 0],
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows: items }), options: {} },
	});
	const split = node('Each Row', {
		type: 'n8n-nodes-base.splitOut',
		position: [440, 0],
		parameters: { fieldToSplitOut: 'rows', options: {} },
	});
	return {
		nodes: [list, split],
		connections: { [list.name]: to(split.name) },
		first: list.name,
		last: split.name,
	};
}

/** A webhook that answers when the workflow has ended. */
export function webhook(path: string) {
	return node('Webhook', {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 160],
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'lastNode' },
	});
}

/**
 * A workflow of rows and of Messenger nodes that each get all of them, started by hand or, once it
 * is published, by a webhook.
 * @param path the webhook's path, which is also the workflow's name
 */
export function rowsTo(
	path: string,
	items: object[],
	nodes: Array<ReturnType<typeof node>>,
): WorkflowFile {
	const source = rows(items);
	const hook = webhook(path);
	return {
		name: path,
		nodes: [start, hook, ...source.nodes, ...nodes],
		connections: {
			[start.name]: to(source.first),
			[hook.name]: to(source.first),
			...source.connections,
			[source.last]: {
				main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))],
			},
		},
		settings,
	};
}
