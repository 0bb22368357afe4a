import type { IWorkflowBase, WorkflowExecuteMode } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { runWorkflow, type RunOptions } from '../../tools/playground/engine/runWorkflow';
import { interceptService, releaseNetwork } from '../support/interceptedService';
import { baseUrl } from '../support/runNode';
import { caseOf } from './cases';

afterEach(releaseNetwork);

/** A workflow whose first node is of this type, and whose second calls a sub-workflow. */
function callerOf(sub: IWorkflowBase, type: string): IWorkflowBase {
	const workflow = messengerWorkflow({}, [{ number: '+14155550123' }]);
	const [start, call] = workflow.nodes;
	return {
		...workflow,
		nodes: [
			{ ...start!, type },
			{
				...call!,
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.2,
				parameters: { source: 'parameter', workflowJson: JSON.stringify(sub), options: {} },
				credentials: undefined,
			},
		],
	};
}

/** A workflow that another one calls. */
function called({ nodes, ...workflow }: IWorkflowBase): IWorkflowBase {
	const [start, ...others] = nodes;
	const type = 'n8n-nodes-base.executeWorkflowTrigger';
	const trigger = { ...start!, type, typeVersion: 1.1, parameters: { inputSource: 'passthrough' } };
	return { ...workflow, nodes: [trigger, ...others], pinData: {} };
}

const campaign = () => called(messengerWorkflow(caseOf('campaign: sendToItems').parameters));

let keys = 0;
const options = (mode: WorkflowExecuteMode): RunOptions => ({
	node: new Messenger(),
	credentialType: new MessengerApi(),
	credential: { baseUrl, apiKey: `key-of-sub-workflow-${(keys += 1)}`, allowHttp: true },
	mode,
	startNode: 'Items',
});

const manual = 'n8n-nodes-base.manualTrigger';
const schedule = 'n8n-nodes-base.scheduleTrigger';

/** The node's output, sent or shown. */
const rowsOf = (execution?: Awaited<ReturnType<typeof runWorkflow>>) => [
	...(execution?.json('Messenger') ?? []),
	...(execution?.json('Messenger', 1) ?? []),
];

it.each([
	['manual', manual, 'preview'],
	['trigger', schedule, 'sent'],
] as const)(
	'a campaign in a sub-workflow of a %s execution that %s began: %s (M1)',
	async (mode, type, status) => {
		const service = interceptService(baseUrl, { body: caseOf('campaign: sendToItems').answer });
		const once = await runWorkflow(callerOf(campaign(), type), options(mode));
		expect(rowsOf(once.subExecutions[0])).toMatchObject([{ send_status: status }]);
		// The caller gets what left by Sent.
		expect(once.json('Messenger')).toHaveLength(status === 'sent' ? 1 : 0);
		// However deep it is.
		const deep = callerOf(called(callerOf(campaign(), manual)), type);
		const { subExecutions } = await runWorkflow(deep, options(mode));
		expect(rowsOf(subExecutions.at(-1))).toMatchObject([{ send_status: status }]);
		expect(service.requests).toHaveLength(status === 'sent' ? 2 : 0);
	},
);
