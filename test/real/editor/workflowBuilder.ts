import type { WorkflowFile } from '../../../tools/playground/content';

export const messenger = 'n8n-nodes-messenger.messenger';

interface NodeOptions {
	type: string;
	typeVersion?: number;
	position?: [number, number];
	parameters?: Record<string, unknown>;
	webhookId?: string;
}

export function node(
	name: string,
	{ typeVersion = 1, position = [220, 0], parameters = {}, ...rest }: NodeOptions,
) {
	return { id: name, name, typeVersion, position, parameters, ...rest };
}

type Node = ReturnType<typeof node>;

export const start = node('Start', { type: 'n8n-nodes-base.manualTrigger', position: [0, 0] });

export const messengerNode = (name: string, parameters: Record<string, unknown>) =>
	node(name, { type: messenger, parameters });

/** The first node of a sub-workflow. */
export const called = node('Called', {
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	parameters: { inputSource: 'passthrough' },
});

/** A node that calls a sub-workflow with all of its items. */
export const call = (workflowId: string) =>
	node('Call', {
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: workflowId }, options: {} },
	});

export const to = (...names: string[]) => ({
	main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))],
});

export const settings = { executionOrder: 'v1' };

/** A webhook; it answers when the workflow has ended, unless told otherwise. */
export function webhook(path: string, responseMode = 'lastNode') {
	return node('Webhook', {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 160],
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode },
	});
}

/**
 * A workflow of rows, of a node that gets all of them, and of one after it.
 * @param triggers what starts it; by hand where nothing is said
 */
export function rowsTo(
	name: string,
	items: object[],
	receiver: Node,
	triggers: Node[] = [start],
): WorkflowFile {
	const rows = node('Rows', {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows: items }), options: {} },
	});
	const each = node('Each Row', {
		type: 'n8n-nodes-base.splitOut',
		position: [440, 0],
		parameters: { fieldToSplitOut: 'rows', options: {} },
	});
	const placed: Node = { ...receiver, position: [660, 0] };
	const after = node(`After ${placed.name}`, { type: 'n8n-nodes-base.noOp', position: [880, 0] });
	return {
		name,
		nodes: [...triggers, rows, each, placed, after],
		connections: {
			...Object.fromEntries(triggers.map((trigger) => [trigger.name, to(rows.name)])),
			[rows.name]: to(each.name),
			[each.name]: to(placed.name),
			[placed.name]: to(after.name),
		},
		settings,
	};
}
