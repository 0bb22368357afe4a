import './engine/environment';
import {
	Workflow,
	WorkflowDataProxy,
	type IExecuteData,
	type INodeExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';

import { messengerWorkflow } from './engine/messengerWorkflow';
import { NodeTypes } from './engine/nodeTypes';
import type { ExpressionItem } from '../../nodes/Messenger/run/directExpression';
import { Messenger } from '../../nodes/Messenger/Messenger.node';

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
	const { nodes, connections } = messengerWorkflow({});
	const workflow = new Workflow({
		nodes,
		connections,
		active: false,
		nodeTypes: new NodeTypes(new Messenger()),
	});
	// n8n 1.x has no isolates.
	await workflow.expression.acquireIsolate?.();
	const executeData = {
		data: {},
		node: workflow.getNode('Messenger'),
		source: { main: [{ previousNode: 'Items' }] },
	} as unknown as IExecuteData;
	return {
		evaluate: (value, json, earlier) =>
			workflow.expression.getParameterValue(
				value,
				runOf(earlier),
				0,
				0,
				'Messenger',
				inputOf(json),
				'trigger',
				{},
				executeData,
			),
		itemOf: (json, earlier) => ({
			json,
			earlierItem: (node) => {
				const proxy = new WorkflowDataProxy(
					workflow,
					runOf(earlier),
					0,
					0,
					'Messenger',
					inputOf(json),
					{},
					'trigger',
					{},
					executeData,
				);
				const data = proxy.getDataProxy() as { $: (name: string) => { item: unknown } };
				return data.$(node).item;
			},
		}),
		release: async () => await workflow.expression.releaseIsolate?.(),
	};
}

const inputOf = (json: unknown) => [{ json, pairedItem: { item: 0 } }] as INodeExecutionData[];

const runOf = (json: unknown) =>
	({
		resultData: { runData: { Items: [{ data: { main: [[{ json }]] }, source: [] }] } },
	}) as unknown as IRunExecutionData;
