import {
	Workflow,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
} from 'n8n-workflow';

/** n8n's own evaluator, as a node's `getNodeParameter` asks it. */
export interface Evaluator {
	evaluate(value: string, json: unknown): unknown;
	release(): Promise<void>;
}

/** Gets the evaluator ready, on whichever expression engine is switched on. */
export async function startEvaluator(): Promise<Evaluator> {
	const nodes = ['Items', 'Messenger'].map((name): INode => ({
		id: name,
		name,
		type: name,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	}));
	const connections = {
		Items: { main: [[{ node: 'Messenger', type: 'main', index: 0 } as const]] },
	};
	// The nodes' work matters to no expression.
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
	// n8n 1.x has no isolates.
	await workflow.expression.acquireIsolate?.();
	const executeData = {
		data: {},
		node: workflow.getNode('Messenger'),
		source: { main: [{ previousNode: 'Items' }] },
	} as unknown as IExecuteData;
	/** Where an expression stands: in the node's first run, for its first item. */
	const here = [0, 0, 'Messenger'] as const;
	const { expression } = workflow;
	return {
		evaluate: (value, json) => {
			const input = [inputOf(json), 'trigger', {}, executeData] as const;
			return expression.getParameterValue(value, null, ...here, ...input);
		},
		release: async () => await expression.releaseIsolate?.(),
	};
}

const inputOf = (json: unknown) => [{ json, pairedItem: { item: 0 } }] as INodeExecutionData[];
