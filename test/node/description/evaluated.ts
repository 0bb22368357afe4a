import { NodeHelpers, Workflow, type INodeParameters } from 'n8n-workflow';

import { messengerWorkflow } from '../../support/engine/messengerWorkflow';
import { NodeTypes } from '../../support/engine/nodeTypes';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';

const messenger = new Messenger();

/**
 * What an expression of the node's description gives, as the editor asks n8n for it before a run.
 *
 * @param parameters those of the node; the others have their defaults
 */
export function evaluated(expression: string, parameters: INodeParameters, itemCount = 1): unknown {
	const { nodes, connections } = messengerWorkflow(parameters);
	const workflow = new Workflow({
		nodes,
		connections,
		active: false,
		nodeTypes: new NodeTypes(messenger),
	});
	const node = workflow.getNode('Messenger')!;
	node.parameters = NodeHelpers.getNodeParameters(
		messenger.description.properties,
		node.parameters,
		true,
		false,
		node,
		messenger.description,
	)!;
	const input = Array.from({ length: itemCount }, () => ({ json: {} }));
	return workflow.expression.getParameterValue(
		expression,
		null,
		0,
		0,
		node.name,
		input,
		'manual',
		{},
	);
}
