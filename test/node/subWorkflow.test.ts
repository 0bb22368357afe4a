import type { IWorkflowBase } from 'n8n-workflow';

import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { interceptService, releaseNetwork } from '../support/interceptedService';
import { baseUrl, runNode } from '../support/runNode';
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

const manual = 'n8n-nodes-base.manualTrigger';

it.each([
	['manual', manual, 'preview'],
	['trigger', 'n8n-nodes-base.scheduleTrigger', 'sent'],
] as const)(
	'a campaign in a sub-workflow of a %s execution that %s began: %s (M1)',
	async (mode, type, status) => {
		const service = interceptService(baseUrl, { body: caseOf('campaign: sendToItems').answer });
		// However deep it is.
		for (const inner of [campaign(), called(callerOf(campaign(), manual))]) {
			const settings = { workflow: callerOf(inner, type), mode };
			const { output, subExecutions } = await runNode({}, settings);
			const { json } = subExecutions.at(-1)!;
			const rows = [...json('Messenger'), ...json('Messenger', 1)];
			expect(rows).toMatchObject([{ send_status: status }]);
			// The caller gets what left by Sent.
			expect(output).toHaveLength(status === 'sent' ? 1 : 0);
		}
		expect(service.requests).toHaveLength(status === 'sent' ? 2 : 0);
	},
);
