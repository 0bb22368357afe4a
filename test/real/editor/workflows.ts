import type { Credential, WorkflowFile } from '../../../playground/content';
import { cases } from '../../node/cases';
import { agentWith, messenger, node, settings, start, to } from './workflowBuilder';

/** The tests' model is reached like OpenAI's, with n8n's own credential. */
export function modelCredential(modelUrl: string): Credential {
	return {
		id: 'scriptedModel',
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none-needed', url: `${modelUrl}/v1` },
	};
}

/** One Messenger node on the canvas, to look at its panel. */
const panel: WorkflowFile = {
	id: 'panel',
	name: 'Panel',
	nodes: [start, node('Messenger', { type: messenger, position: [220, 0] })],
	connections: { Start: to('Messenger') },
	settings,
};

/** Each operation with the fields of its output. */
export const operations = cases.map(({ resource, operation, output }) => ({
	resource,
	operation,
	fields: Object.keys(output),
	name: `${resource} ${operation}`,
	next: `After ${resource} ${operation}`,
}));

/** Every operation with a node after it, whose panel shows the operation's output as its input. */
const outputs: WorkflowFile = {
	id: 'outputs',
	name: 'Outputs',
	nodes: [
		start,
		...operations.flatMap(({ name, next, resource, operation }, index) => [
			node(name, {
				type: messenger,
				position: [220, index * 160],
				parameters: { resource, operation },
			}),
			node(next, { type: 'n8n-nodes-base.noOp', position: [440, index * 160] }),
		]),
	],
	connections: {
		Start: { main: [operations.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
		...Object.fromEntries(operations.map(({ name, next }) => [name, to(next)])),
	},
	settings,
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
	settings,
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
	settings,
};

/** The node as the tool of n8n's own agent. */
const agent: WorkflowFile = {
	...agentWith(
		3,
		node('Verify an email', {
			type: `${messenger}Tool`,
			position: [340, 220],
			parameters: {
				resource: 'email',
				operation: 'verify',
				email: "={{ $fromAI('email', 'The address to verify', 'string') }}",
			},
		}),
	),
	id: 'agent',
};

export const testWorkflows = [panel, outputs, badInput, unknownContact, agent];
