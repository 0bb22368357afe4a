import { SupplyDataContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type CloseFunction,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { CredentialsHelper } from '../support/engine/CredentialsHelper';
import { messengerWorkflow } from '../support/engine/messengerWorkflow';
import { NodeTypes } from '../support/engine/nodeTypes';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { answers } from '../support/conducts';
import type { FaultyService } from '../support/FaultyService';
import { operations, writing } from './operations';
import { sentFor, startService, type Fate } from '../support/service';
import '../support/onTheClock';

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	fate = () => undefined;
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

const refuses = answers(400, { message: 'Bad request' });
const fails = answers(500, { message: 'Internal server error' });

type Arguments = { email: string; number: string };
const person = (index: number): Arguments => ({
	email: `person-${index}@example.com`,
	number: `+1415${String(index).padStart(7, '0')}`,
});

/** Parameters that an agent's model fills in where they read the item. */
function filledByModel(parameters: INode['parameters']): INode['parameters'] {
	const text = JSON.stringify(parameters).replace(/\$json\.(\w+)\.trim\(\)/g, "$fromAI('$1')");
	return JSON.parse(text) as INode['parameters'];
}

/** n8n makes the tool's node type of the node's own. */
class ToolTypes extends NodeTypes {
	override getByName(type: string) {
		return super.getByName(type.replace(/Tool$/, ''));
	}
}

/** An agent of the kind that calls its tools by itself: one execution, one set of execute data. */
class Agent {
	private readonly additionalData = { executionId: '1', currentNodeExecutionIndex: 0 };

	private readonly runExecutionData = createEmptyRunExecutionData();

	private readonly executeData: IExecuteData;

	private readonly closeFunctions: CloseFunction[] = [];

	private readonly cancelling = new AbortController();

	private tools = 0;

	/**
	 * @param items the agent's own input
	 * @param caller the node that calls the tools
	 */
	constructor(
		private readonly items: IDataObject[] = [{}],
		caller = 'agent',
	) {
		const input = items.map((json) => ({ json }));
		this.executeData = {
			data: { main: [input] },
			node: { name: 'Agent', type: `@n8n/n8n-nodes-langchain.${caller}` } as INode,
			source: null,
		};
	}

	cancel(): void {
		this.cancelling.abort();
	}

	/**
	 * A tool of the agent, called as n8n-core's `makeHandleToolInvocation` does.
	 *
	 * @param parameters what they read of the item, the tool's model fills in
	 */
	tool(parameters: INode['parameters'], apiKey: string, settings: Partial<INode> = {}) {
		const name = `Tool ${(this.tools += 1)}`;
		const { nodes, connections } = messengerWorkflow(filledByModel(parameters), [], {
			...settings,
			name,
		});
		const nodeTypes = new ToolTypes(new Messenger());
		const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
		const [, node] = nodes as [INode, INode];
		const nodeType = nodeTypes.getByNameAndVersion(node.type);
		node.type += 'Tool';
		const credential = { baseUrl: service.url, apiKey, allowHttp: true };
		const additionalData = {
			...this.additionalData,
			credentialsHelper: new CredentialsHelper(new MessengerApi(), credential),
		} as unknown as IWorkflowExecuteAdditionalData;
		const input = this.items.map((json) => ({ json }));
		const maxTries = settings.retryOnFail ? (settings.maxTries ?? 3) : 1;
		let runIndex = 0;
		return async (args: Arguments): Promise<IDataObject> => {
			for (let tryIndex = 1; ; tryIndex += 1) {
				const context = new SupplyDataContext(
					workflow,
					node,
					additionalData,
					'trigger',
					this.runExecutionData,
					runIndex++,
					input,
					{},
					NodeConnectionTypes.AiTool,
					this.executeData,
					this.closeFunctions,
					this.cancelling.signal,
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

describe.each(operations)('$name as an agent’s tool', ({ parameters }) => {
	it('sends each call with its own credential, and answers it with its own result', async () => {
		const agent = new Agent();
		const first = agent.tool(parameters, 'key-of-the-first');
		const second = agent.tool(parameters, 'key-of-the-second');
		const results = await Promise.all([
			first(person(1)),
			second(person(2)),
			first(person(3)),
			second(person(4)),
		]);
		expect(service.requests).toHaveLength(4);
		const keys = Object.fromEntries(
			service.requests.map((request) => [sentFor(request).join(), request.headers.authorization]),
		);
		expect(keys).toEqual({
			1: 'Bearer key-of-the-first',
			2: 'Bearer key-of-the-second',
			3: 'Bearer key-of-the-first',
			4: 'Bearer key-of-the-second',
		});
		for (const [index, result] of results.entries()) {
			const text = JSON.stringify(result);
			if (/person-|id of/.test(text)) expect(text).toMatch(new RegExp(`\\D${index + 1}\\D`));
		}
	});

	it('sends two calls with equal arguments twice', async () => {
		const agent = new Agent();
		const call = agent.tool(parameters, 'equal-key');
		await call(person(1));
		await Promise.all([call(person(1)), call(person(1))]);
		expect(service.requests).toHaveLength(3);
	});

	it('answers a failed call of an agent with two items at once', async () => {
		fate = (_request, position) => (position === 0 ? refuses : undefined);
		const agent = new Agent([{ item: 0 }, { item: 1 }]);
		const call = agent.tool(parameters, 'two-items');
		const start = performance.now();
		expect(await call(person(1))).toMatchObject({ error: expect.stringMatching(/^Bad request/) });
		await call(person(2));
		expect(performance.now() - start).toBeLessThan(2_000);
		expect(service.requests).toHaveLength(2);
	});

	it('keeps the failure of one call from the others', async () => {
		fate = (request) => (sentFor(request).includes('1') ? refuses : undefined);
		const agent = new Agent();
		const call = agent.tool(parameters, 'apart');
		const results = await Promise.all([1, 2, 3, 4].map(async (one) => await call(person(one))));
		expect(results.map(({ error }) => error !== undefined)).toEqual([true, false, false, false]);
		expect(JSON.stringify(results[0])).not.toContain('press Retry');
	});
});

describe.each(writing)('Retry On Fail of a call of $name', ({ parameters }) => {
	const retries = { retryOnFail: true, maxTries: 3 };
	/** It shows the model an error; for an agent that is an item, and n8n does not try again. */
	const server = () => new Agent([{}], 'mcpTrigger');

	it.each([false, true])(
		'does not send again what may have been processed, where Resend Uncertain is %s',
		async (resendUncertain) => {
			fate = () => fails;
			const changed = { ...parameters, requestOptions: { resendUncertain } };
			const call = server().tool(changed, `held-key-${resendUncertain}`, retries);
			await expect(call(person(1))).rejects.toMatchObject({
				message: expect.stringMatching(/^May have been sent, do not call again: /),
				description: expect.stringContaining('It may have been processed'),
			});
			expect(service.requests).toHaveLength(1);
			// Another call, even with the same arguments, is another one.
			fate = () => undefined;
			await call(person(1));
			expect(service.requests).toHaveLength(2);
		},
	);

	it('tells an agent’s model what may have been sent, in an item', async () => {
		fate = () => fails;
		const call = new Agent().tool(parameters, 'doubt-key', retries);
		expect(await call(person(1))).toMatchObject({
			error: expect.stringMatching(/^May have been sent, do not call again: /),
		});
		expect(service.requests).toHaveLength(1);
	});

	it('sends again what was refused', async () => {
		fate = (_request, position) => (position < 2 ? refuses : undefined);
		await server().tool(parameters, 'refused-key', retries)(person(1));
		expect(service.requests).toHaveLength(3);
	});
});

describe.each(operations)('a call of $name that is cancelled', ({ parameters }) => {
	it('ends within a second and sends nothing more', async () => {
		fate = () => ({ onRequest: () => {} });
		const agent = new Agent();
		const call = agent.tool(parameters, 'cancelled-key');
		const ended = Promise.allSettled([call(person(1)), call(person(2))]);
		while (service.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
		const start = performance.now();
		agent.cancel();
		await ended;
		expect(performance.now() - start).toBeLessThan(1_000);
		const sent = service.connections.length;
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(service.connections).toHaveLength(sent);
	});
});
