import {
	createRunExecutionData,
	Workflow,
	type IExecuteData,
	type INodeExecutionData,
	type INodeTypes,
} from 'n8n-workflow';

import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';

/** n8n's own evaluator, as a node's `getNodeParameter` asks it. Input item and the item of the node "Items" are the same. */
export type Evaluator = Awaited<ReturnType<typeof startEvaluator>>;

/** Gets the evaluator ready, on whichever expression engine is switched on. */
export async function startEvaluator() {
	const { nodes, connections } = messengerWorkflow({});
	// The nodes' work matters to no expression.
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
	await workflow.expression.acquireIsolate();
	const executeData = {
		data: {},
		node: workflow.getNode('Messenger'),
		source: { main: [{ previousNode: 'Items' }] },
	} as unknown as IExecuteData;
	/** Where an expression stands: in the node's first run. The `vm` engine knows an item that it has read once. */
	let item = 0;
	const here = () => [0, item, 'Messenger'] as const;
	const { expression } = workflow;
	const runData = (json: unknown) =>
		createRunExecutionData({
			resultData: {
				runData: {
					Items: [
						{
							data: { main: [itemsWith(json, item)] },
							startTime: 0,
							executionTime: 0,
							executionIndex: 0,
							source: [],
						},
					],
				},
			},
		});
	return {
		evaluate: (value: string, json: unknown): unknown => {
			item = (item + 1) % itemCount;
			const input = [itemsWith(json, item), 'trigger', {}, executeData] as const;
			return expression.getParameterValue(value, runData(json), ...here(), ...input);
		},
		release: async () => await expression.releaseIsolate(),
	};
}

/** So many items are there, of which all but one are empty. */
const itemCount = 50;

const itemsWith = (json: unknown, position: number) =>
	Array.from({ length: itemCount }, (_, item) => ({
		json: item === position ? json : {},
		pairedItem: { item },
	})) as INodeExecutionData[];
