import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../nodes/runtime/http/endpoint';
import { executeToolCall } from '../../../nodes/runtime/run/executeToolCall';
import type { NodeError } from '../../../nodes/runtime/run/nodeError';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';
import { startN8n, tellOf } from './n8n';

const operation = {
	endpoint: endpoints.sendEvent,
	inputsToCheck: ['the text'],
	toRequest: ({ text, place }: IDataObject) => ({
		body: { text: `${String(text)} in ${String(place)}` },
	}),
	toItems: (body: unknown) => [body as IDataObject],
} as unknown as OperationDefinition<IDataObject>;

let n8n: ReturnType<typeof startN8n>;
let scene: Scenario;
/** An object that all calls share. */
const everybodys = {};

/** The arguments of calls, by name: the tries of a call have the same object. */
let calls: Record<string, IDataObject>;
beforeEach(() => {
	n8n = startN8n();
	scene = new Scenario();
	calls = {};
	calledBy('n8n-nodes-langchain.agent');
	n8n.type = 'messengerTool';
});

const calledBy = (type: string) => void (n8n.executeData = { node: { type: `@n8n/${type}` } });

/** A call, or its next try. Where it has no input of its own, n8n makes a new object each time. */
async function call(name: string, text: unknown, isWithout?: string) {
	const args = (calls[name] ??= { text: String(text) });
	n8n.toolInput = () => ({ json: isWithout ? { ...args } : args });
	n8n.input = () => ({ json: isWithout ? args : everybodys });
	const options = { body: { place: 'Rome', ...args } };
	const result = await executeToolCall(operation)
		.call(n8n.context, { options })
		.catch((error: NodeError) => error);
	tellOf(result, n8n, scene);
}

const steps: Steps = [
	[/^(\w+) calls (\w+)( without input)?$/, call],
	[/^by the MCP Server Trigger$/, () => calledBy('n8n-nodes-langchain.mcpTrigger')],
	[
		/^no tool(, On Error: Continue)?$/,
		(goesOn) => Object.assign(n8n, { type: 'messenger', continues: !!goesOn }),
	],
	[/^timeout (\S+)$/, (timeout) => (n8n.requestOptions = { timeout })],
	[/^resendUncertain$/, () => (n8n.requestOptions = { resendUncertain: true })],
	[/^n8n keeps$/, () => scene.note(Object.keys(n8n.stored).join() || 'nothing')],
	[/^the service accepts all$/, () => (n8n.statusOf = () => 200)],
];

describeScenarios(
	{
		"an agent's call": {
			'sends what the engine put together, for its own item': `
				a calls it → sends it in Rome, gives 2: it in Rome`,
			'answers a failure with an item, without a hint (E2)': `
				a calls 503 → sends 503 in Rome, log: 1 item, gives 2: uncertain 503 call again
				b calls 422 → sends 422 in Rome, gives 2: failed 422
				timeout -1; c calls it → gives 2: not sent timeout 'Timeout'`,
			'answers a failure with an error where the model sees that, or where it is no tool (E2)': `
				by the MCP Server Trigger; a calls 503 → sends 503 in Rome, log: 1 item, stops: item 2 call again; uncertain 2
				no tool; b calls 422 → sends 422 in Rome, stops: item 2; failed 2
				no tool, On Error: Continue; c calls 422 → sends 422 in Rome, gives 2: failed 422`,
		},
		'Retry On Fail': {
			'sends again what surely failed, and nothing that was or may have been sent (R7)': `
				by the MCP Server Trigger; resendUncertain
				a calls 422; b calls 503; n8n keeps → sends 422 in Rome, stops: item 2; failed 2, sends 503 in Rome, log: 1 item, stops: item 2 call again; uncertain 2, nothing
				the service accepts all; a calls 422; b calls 503; c calls 503; a calls 422 → sends 422 in Rome, gives 2: 422 in Rome, log: 1 item, stops: item 2 call again; uncertain 2, sends 503 in Rome, gives 2: 503 in Rome, gives 2: 422 in Rome`,
			'does so where a call has no input of its own (R7)': `
				a calls 422 without input; b calls 503 without input → sends 422 in Rome, gives 2: failed 422, sends 503 in Rome, log: 1 item, gives 2: uncertain 503 call again
				the service accepts all; a calls 422 without input; b calls 503 without input → sends 422 in Rome, gives 2: 422 in Rome, log: 1 item, gives 2: uncertain 503 call again`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
