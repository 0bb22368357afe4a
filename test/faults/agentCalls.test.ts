import { SupplyDataContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { answers } from '../support/conducts';
import { CredentialsHelper } from '../../playground/engine/CredentialsHelper';
import { messengerWorkflow } from '../../playground/engine/messengerWorkflow';
import { NodeTypes } from '../../playground/engine/nodeTypes';
import { people, sentFor } from '../support/service';
import { operations, service, writing } from './scripted';

const refuses = answers(400, { message: 'Bad request' });
const fails = answers(500, { message: 'Internal server error' });

/** The arguments that a model gives for a person. */
const person = (index: number) => people(index + 1).at(-1)!;

/** n8n makes the tool's node type of the node's own. */
class ToolTypes extends NodeTypes {
	override getByName(type: string) {
		return super.getByName(type.replace(/Tool$/, ''));
	}
}

/** An agent of the kind that calls its tools by itself: one execution, one set of execute data. */
class Agent {
	private readonly runExecutionData = createEmptyRunExecutionData();
	private readonly executeData: IExecuteData;
	private tools = 0;

	/**
	 * @param items the agent's own input
	 * @param caller the node that calls the tools
	 */
	constructor(
		private readonly items: IDataObject[] = [{}],
		caller = 'agent',
	) {
		this.executeData = {
			data: { main: [items.map((json) => ({ json }))] },
			node: { name: 'Agent', type: `@n8n/n8n-nodes-langchain.${caller}` } as INode,
			source: null,
		};
	}

	/**
	 * A tool of the agent, called as n8n-core's `makeHandleToolInvocation` does.
	 *
	 * @param parameters what they read of the item, the tool's model fills in
	 */
	tool(parameters: INodeParameters, apiKey: string, settings: Partial<INode> = {}) {
		const filledIn = JSON.stringify(parameters).replace(/\$json\.(\w+)/g, "$fromAI('$1')");
		const { nodes, connections } = messengerWorkflow(JSON.parse(filledIn), [], {
			...settings,
			// n8n keeps the arguments by it.
			name: `Tool ${(this.tools += 1)}`,
		});
		const nodeTypes = new ToolTypes(new Messenger());
		const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
		const [, node] = nodes as [INode, INode];
		const nodeType = nodeTypes.getByNameAndVersion(node.type);
		node.type += 'Tool';
		const credential = { baseUrl: service.url, apiKey, allowHttp: true };
		const additionalData = {
			executionId: '1',
			currentNodeExecutionIndex: 0,
			credentialsHelper: new CredentialsHelper(new MessengerApi(), credential),
		} as unknown as IWorkflowExecuteAdditionalData;
		const maxTries = settings.retryOnFail ? (settings.maxTries ?? 3) : 1;
		let runIndex = 0;
		return async (args: IDataObject): Promise<IDataObject> => {
			for (let tryIndex = 1; ; tryIndex += 1) {
				const context = new SupplyDataContext(
					workflow,
					node,
					additionalData,
					'trigger',
					this.runExecutionData,
					runIndex++,
					this.items.map((json) => ({ json })),
					{},
					NodeConnectionTypes.AiTool,
					this.executeData,
					[],
				);
				context.addInputData(NodeConnectionTypes.AiTool, [[{ json: args }]]);
				try {
					const output = (await nodeType.execute?.call(context as never)) as INodeExecutionData[][];
					return output[0]?.[0]?.json ?? {};
				} catch (error) {
					if (tryIndex === maxTries) throw error;
				}
			}
		};
	}
}

describe.each(operations)('$name as a tool of an agent below 3', ({ marked }) => {
	it('sends each call with its own credential, and answers it with its own result (C1, R7)', async () => {
		const agent = new Agent();
		const tools = ['key-of-the-first', 'key-of-the-second'].map((key) => agent.tool(marked, key));
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
	});
});

it.each(['agent', 'mcpTrigger'])(
	'tells the model of %s what may have been sent, in an item, which n8n does not try again (E2)',
	async (caller) => {
		const retries = { retryOnFail: true, maxTries: 3 };
		service.fate = () => fails;
		const call = new Agent([{}], caller).tool(writing, `key-of-${caller}`, retries);
		const { error } = await call(person(1));
		expect(error).toContain('May have been sent, do not call again');
		expect(service.requests).toHaveLength(1);
		service.fate = () => refuses;
		expect((await call(person(2))).error).toContain('Bad request');
		expect(service.requests).toHaveLength(2);
	},
);
