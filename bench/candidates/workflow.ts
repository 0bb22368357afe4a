import type { IDataObject, INode, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { messengerWorkflow } from '../../engine/messengerWorkflow';

/** A node of a candidate's workflow; the name is its key in the connections. */
export type WorkflowNode = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> &
	Partial<INode>;

/**
 * A workflow that starts with items.
 *
 * @param nodes first the one that gets the items; then each gets what the one before it gives
 * @param connections where it is no straight line
 */
export function workflowOf(
	items: IDataObject[],
	nodes: WorkflowNode[],
	connections: IWorkflowBase['connections'] = {},
): IWorkflowBase {
	const start = messengerWorkflow({}, items);
	const trigger = start.nodes[0]!;
	const names = [trigger.name, ...nodes.map(({ name }) => name)];
	const line = Object.fromEntries(
		names
			.slice(1)
			.map((node, index) => [names[index], { main: [[{ node, type: 'main', index: 0 }]] }]),
	) as IWorkflowBase['connections'];
	return {
		...start,
		nodes: [
			trigger,
			...nodes.map((node, index) => ({
				id: node.name,
				position: [200 * (index + 1), 0] as [number, number],
				...node,
			})),
		],
		connections: { ...line, ...connections },
	};
}

/** n8n's HTTP Request node with this package's credential and a JSON body. */
export function httpRequest(
	url: string,
	jsonBody: string,
	settings: Partial<INode> = {},
	options: INodeParameters = {},
): WorkflowNode {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messengerApi',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Accept', value: 'application/json' }] },
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options,
		},
		credentials: { messengerApi: { id: 'messenger-api', name: 'Messenger API' } },
		...settings,
	};
}
