import type { WorkflowFile } from '../../../playground/content';

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

type Node = ReturnType<typeof node>;

export const start = node('Start', { type: 'n8n-nodes-base.manualTrigger', position: [0, 0] });

/** One connection to a node. */
export const to = (name: string, type = 'main') => ({ [type]: [[{ node: name, type, index: 0 }]] });

/** As n8n makes workflows today: in its older order an agent does not wait for its tools. */
export const settings = { executionOrder: 'v1' };

/** Two nodes that give these rows as items: `first` is where to connect, `last` where from. */
function rows(items: object[]) {
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
 * A workflow of rows and of nodes that each get all of them.
 * @param triggers what starts it; by hand where nothing is said
 */
export function rowsTo(
	name: string,
	items: object[],
	nodes: Node[],
	triggers: Node[] = [start],
): WorkflowFile {
	const source = rows(items);
	return {
		name,
		nodes: [...triggers, ...source.nodes, ...nodes],
		connections: {
			...Object.fromEntries(triggers.map((trigger) => [trigger.name, to(source.first)])),
			...source.connections,
			[source.last]: {
				main: [nodes.map((next) => ({ node: next.name, type: 'main', index: 0 }))],
			},
		},
		settings,
	};
}

/** An agent with one tool, whose model is the tests' own. */
export function agentWith(typeVersion: number, tool: Node): WorkflowFile {
	return {
		name: 'Agent',
		nodes: [
			start,
			node('AI Agent', {
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion,
				position: [220, 0],
				parameters: {
					promptType: 'define',
					text: 'Is anna.schmidt@example.com an address that we can write to?',
					options: { enableStreaming: false },
				},
			}),
			node('Model', {
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.2,
				position: [160, 220],
				parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
				credentials: { openAiApi: { name: 'Scripted model' } },
			}),
			tool,
		],
		connections: {
			[start.name]: to('AI Agent'),
			Model: to('AI Agent', 'ai_languageModel'),
			[tool.name]: to('AI Agent', 'ai_tool'),
		},
		settings,
	};
}
