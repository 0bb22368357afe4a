import type { IDataObject } from 'n8n-workflow';

import { entriesOf } from '../../../nodes/runtime/node/entry';
import type { NodeError } from '../../../nodes/runtime/run/nodeError';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';
import { startN8n, tellOf } from '../../support/startN8n';
import { service } from '../../../nodes/Messenger/service';
import { endpoints } from '../../support/endpoints';

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

/** The arguments of calls, by name. */
let calls: Record<string, IDataObject>;
beforeEach(() => {
	n8n = startN8n();
	scene = new Scenario();
	calls = {};
	calledBy('n8n-nodes-langchain.agent');
	n8n.type = 'messengerTool';
});

const calledBy = (type: string) => void (n8n.executeData = { node: { type: `@n8n/${type}` } });

async function call(name: string, text: unknown) {
	const args = (calls[name] ??= { text: String(text) });
	n8n.toolInput = () => ({ json: args });
	n8n.input = () => ({ json: everybodys });
	const options = { body: { place: 'Rome', ...args } };
	const result = await entriesOf(service, operation)
		.pagination.call(n8n.context, { options })
		.catch((error: NodeError) => error);
	tellOf(result, n8n, scene);
}

const steps: Steps = [
	[/^(\w+) calls (\w+)$/, call],
	[
		/^no tool(, On Error: Continue)?$/,
		(goesOn) => Object.assign(n8n, { type: 'messenger', continues: !!goesOn }),
	],
	[/^timeout (\S+)$/, (timeout) => (n8n.requestOptions = { timeout })],
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
			'answers a failure with an error where it is no tool (E2)': `
				no tool; b calls 422 → sends 422 in Rome, stops: item 2; failed 2
				no tool, On Error: Continue; c calls 422 → sends 422 in Rome, gives 2: failed 422`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
