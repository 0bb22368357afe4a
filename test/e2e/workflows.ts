import type { Credential, WorkflowFile } from '../../playground/content';

/** The tests' model is reached like OpenAI's, with n8n's own credential. */
export function modelCredential(modelUrl: string): Credential {
	return {
		id: 'scriptedModel',
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none-needed', url: `${modelUrl}/v1` },
	};
}

const messenger = 'n8n-nodes-messenger.messenger';

interface NodeOptions {
	type: string;
	typeVersion?: number;
	position: [number, number];
	parameters?: Record<string, unknown>;
	credentials?: Record<string, { id?: string; name: string }>;
}

function node(name: string, { typeVersion = 1, parameters = {}, ...rest }: NodeOptions) {
	return { id: name, name, typeVersion, parameters, ...rest };
}

const start = node('Start', { type: 'n8n-nodes-base.manualTrigger', position: [0, 0] });

const to = (name: string, type = 'main') => ({ [type]: [[{ node: name, type, index: 0 }]] });

/** One Messenger node on the canvas, to look at its panel. */
const panel: WorkflowFile = {
	id: 'panel',
	name: 'Panel',
	nodes: [
		start,
		node('Messenger', { type: messenger, position: [220, 0] }),
		node('After', { type: 'n8n-nodes-base.noOp', position: [440, 0] }),
	],
	connections: { Start: to('Messenger'), Messenger: to('After') },
};

/** Input that the node refuses. */
const badInput: WorkflowFile = {
	id: 'badInput',
	name: 'Bad input',
	nodes: [
		start,
		node('Verify an email', {
			type: messenger,
			position: [220, 0],
			parameters: { resource: 'email', operation: 'verify', email: 'ada@' },
		}),
	],
	connections: { Start: to('Verify an email') },
};

/** An address that the service does not know. */
const unknownContact: WorkflowFile = {
	id: 'unknownContact',
	name: 'Unknown contact',
	nodes: [
		start,
		node('Find a contact', {
			type: messenger,
			position: [220, 0],
			parameters: { resource: 'contact', operation: 'find', email: 'nobody@example.com' },
		}),
	],
	connections: { Start: to('Find a contact') },
};

/** The node as the tool of n8n's own agent. */
const agent: WorkflowFile = {
	id: 'agent',
	name: 'Agent',
	nodes: [
		start,
		node('AI Agent', {
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3,
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
		node('Verify an email', {
			type: `${messenger}Tool`,
			position: [340, 220],
			parameters: {
				resource: 'email',
				operation: 'verify',
				email: "={{ $fromAI('email', 'The address to verify', 'string') }}",
			},
		}),
	],
	connections: {
		Start: to('AI Agent'),
		Model: to('AI Agent', 'ai_languageModel'),
		'Verify an email': to('AI Agent', 'ai_tool'),
	},
};

export const testWorkflows = [panel, badInput, unknownContact, agent];
