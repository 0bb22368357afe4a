import type { IDataObject, INode, INodeParameters, IWorkflowBase } from 'n8n-workflow';

const credentials = { messengerApi: { id: 'messenger-api', name: 'Messenger API' } };

/**
 * A workflow that runs the Messenger node once for given items.
 *
 * @param parameters of the node, as a saved workflow stores them
 * @param items the `json` of its input items
 * @param settings of the node: On Error, Retry On Fail and the like
 */
export function messengerWorkflow(
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	settings: Partial<INode> = {},
): IWorkflowBase {
	return {
		id: 'messenger-workflow',
		name: 'Messenger workflow',
		active: false,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
		nodes: [
			{
				id: 'trigger',
				name: 'Items',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'messenger',
				name: 'Messenger',
				type: 'n8n-nodes-messenger.messenger',
				typeVersion: 1,
				position: [200, 0],
				parameters,
				credentials,
				...settings,
			},
		],
		connections: { Items: { main: [[{ node: 'Messenger', type: 'main', index: 0 }]] } },
		pinData: { Items: items.map((json) => ({ json })) },
	};
}
