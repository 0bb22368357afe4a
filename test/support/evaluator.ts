import '../../engine/environment';
import { Workflow, type IDataObject } from 'n8n-workflow';

import { messengerWorkflow } from '../../engine/messengerWorkflow';
import { NodeTypes } from '../../engine/nodeTypes';
import { Messenger } from '../../nodes/Messenger/Messenger.node';

/** n8n's own evaluator, as a node's `getNodeParameter` asks it. */
export interface Evaluator {
	/**
	 * @param value a parameter as the workflow stores it
	 * @param json that of the only input item
	 */
	evaluate(value: string, json: unknown): unknown;
	release(): Promise<void>;
}

/** Gets the evaluator ready, on whichever expression engine is switched on. */
export async function startEvaluator(): Promise<Evaluator> {
	const { nodes, connections } = messengerWorkflow({});
	const workflow = new Workflow({
		nodes,
		connections,
		active: false,
		nodeTypes: new NodeTypes(new Messenger()),
	});
	// n8n 1.x has no isolates.
	await workflow.expression.acquireIsolate?.();
	return {
		evaluate: (value, json) =>
			workflow.expression.getParameterValue(
				value,
				null,
				0,
				0,
				'Messenger',
				[{ json: json as IDataObject }],
				'manual',
				{},
			),
		release: async () => await workflow.expression.releaseIsolate?.(),
	};
}
