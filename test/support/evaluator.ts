import {
	Workflow,
	WorkflowDataProxy,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
	type IRunExecutionData,
} from 'n8n-workflow';

import type { ExpressionItem } from '../../nodes/runtime/run/directExpression';

/** n8n's own evaluator, as a node's `getNodeParameter` asks it. */
export interface Evaluator {
	/**
	 * @param value a parameter as the workflow stores it
	 * @param json that of the only input item
	 * @param earlier that of the item of the node `Items` that it comes from
	 */
	evaluate(value: string, json: unknown, earlier?: unknown): unknown;
	/** What the node reads by itself of the same items. */
	itemOf(json: unknown, earlier?: unknown): ExpressionItem;
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
	// What the nodes do matters to no expression.
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
		evaluate: (value, json, earlier) => {
			const input = [inputOf(json), 'trigger', {}, executeData] as const;
			return expression.getParameterValue(value, runOf(earlier), ...here, ...input);
		},
		itemOf: (json, earlier) => ({
			json,
			earlierItem: (node) => {
				const input = [inputOf(json), {}, 'trigger', {}, executeData] as const;
				const proxy = new WorkflowDataProxy(workflow, runOf(earlier), ...here, ...input);
				const data = proxy.getDataProxy() as { $: (name: string) => { item: unknown } };
				return data.$(node).item;
			},
		}),
		release: async () => await expression.releaseIsolate?.(),
	};
}

const inputOf = (json: unknown) => [{ json, pairedItem: { item: 0 } }] as INodeExecutionData[];

const runOf = (json: unknown) =>
	({
		resultData: { runData: { Items: [{ data: { main: [[{ json }]] }, source: [] }] } },
	}) as unknown as IRunExecutionData;
