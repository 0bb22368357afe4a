import { randomInt, randomUUID } from 'node:crypto';

import { SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type IExecuteData,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { CredentialsHelper } from '../../tools/playground/engine/CredentialsHelper';
import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { installProcessedEntries } from '../../tools/playground/engine/processedEntries';
import { NodeTypes } from '../../tools/playground/engine/nodeTypes';
import { additionalDataWith } from '../../tools/playground/engine/runWorkflow';
import { people, sentFor } from '../support/service';
import { operations, service, writing } from './scripted';

/** The arguments that a model gives for a person. */
const person = (index: number) => people(index + 1).at(-1)!;

/** n8n makes the tool's node type of the node's own. */
class ToolTypes extends NodeTypes {
	override getByName(type: string) {
		return super.getByName(type.replace(/Tool$/, ''));
	}
}

const runtimeData = { version: 1, establishedAt: Date.now(), source: 'trigger' } as const;
const resumeToken = randomUUID();

/**
 * An agent of the kind that calls its tools by itself: one execution, one set of execute data.
 *
 * @param mode `retry` if somebody retries the execution
 * @returns what makes a tool, which is called as n8n-core's `makeHandleToolInvocation` does
 */
function startAgent(mode: WorkflowExecuteMode = 'trigger') {
	// A Retry has another id, and what its execution began with.
	const executionId = String(randomInt(1e12));
	const runExecutionData = createRunExecutionData({ resumeToken, executionData: { runtimeData } });
	const executeData = {
		data: { main: [[{ json: {} }]] },
		node: { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' },
		source: null,
	} as unknown as IExecuteData;
	return (parameters: INodeParameters, apiKey: string) => {
		// The tool's model fills in all that the parameters read of the item.
		const filledIn = JSON.stringify(parameters).replace(/\$json\.(\w+)/g, "$fromAI('$1')");
		// n8n keeps the arguments by the tool's name.
		const { nodes, connections } = messengerWorkflow(JSON.parse(filledIn), [], { name: apiKey });
		const nodeTypes = new ToolTypes(new Messenger());
		const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
		const node = nodes[1]!;
		const nodeType = nodeTypes.getByNameAndVersion(node.type);
		node.type += 'Tool';
		const credential = { baseUrl: service.url, apiKey, allowHttp: true };
		const credentialsHelper = new CredentialsHelper(new MessengerApi(), credential);
		const additionalData = additionalDataWith(credentialsHelper, {
			executionId,
			currentNodeExecutionIndex: 0,
		});
		let runIndex = 0;
		return async (args: IDataObject): Promise<IDataObject> => {
			const run = [workflow, node, additionalData, mode, runExecutionData, runIndex++];
			const input = [[{ json: {} }], {}, NodeConnectionTypes.AiTool, executeData, []];
			const context = Reflect.construct(SupplyDataContext, [...run, ...input]) as SupplyDataContext;
			context.addInputData(NodeConnectionTypes.AiTool, [[{ json: args }]]);
			const output = (await nodeType.execute?.call(context as never)) as INodeExecutionData[][];
			return output[0]?.[0]?.json ?? {};
		};
	};
}

it.each(operations)(
	'$name as a tool of an agent below 3 has its own credential and result for each call (C1, R7)',
	async ({ marked }) => {
		const toolOf = startAgent();
		const tools = ['key-of-the-first', 'key-of-the-second'].map((key) => toolOf(marked, key));
		const calls = [1, 2, 3, 4, 1].map((index) => tools[index % 2]!(person(index)));
		const results = await Promise.all(calls);
		const seen = service.requests.map(({ headers, ...request }) =>
			[headers.authorization, ...sentFor({ headers, ...request })].join(' '),
		);
		expect(seen.sort()).toEqual([
			...['Bearer key-of-the-first 2', 'Bearer key-of-the-first 4'],
			...['Bearer key-of-the-second 1', 'Bearer key-of-the-second 1', 'Bearer key-of-the-second 3'],
		]);
		const told = results.map(
			(result) => /(?:person-|id of |\+1415\D*0*)(\d)/.exec(JSON.stringify(result))?.[1],
		);
		expect(told).toEqual(['1', '2', '3', '4', '1']);
	},
);

it("all calls of an agent below 3 share one claim in n8n's Retry (R7)", async () => {
	await installProcessedEntries();
	const retries = [startAgent('retry'), startAgent('retry')];
	const [first, second] = retries.map((toolOf) => toolOf(writing, 'key-of-agent'));
	const results = await Promise.all([1, 2, 3, 4].map((index) => first!(person(index))));
	expect(results.map(({ error }) => error)).toEqual(Array(4).fill(undefined));
	expect(service.sent()).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
	expect((await second!(person(5))).error).toContain('already retried');
	expect(service.sent()).toEqual({});
});
