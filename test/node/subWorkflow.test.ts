import { stringify } from 'flatted';
import type { IWorkflowBase, WorkflowExecuteMode } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { runWorkflow, type RunOptions } from '../../tools/playground/engine/runWorkflow';
import { interceptService, releaseNetwork } from '../support/interceptedService';
import { asRetried, baseUrl } from '../support/runNode';
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

it('sub-workflows that began in the same millisecond, and failed before the node, are retried each by itself (R7)', async () => {
	const body = { success: true, message: 'ok', data: { email: 'a@example.com', status: 'safe' } };
	interceptService(baseUrl, { status: 400 }, { status: 400 }, { body });
	const workflow = campaign();
	const [trigger, messenger] = workflow.nodes;
	const verify = { resource: 'email', operation: 'verify', email: 'a@example.com' };
	const parameters = { ...verify, options: { includeInputFields: true } };
	const main = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const sub: IWorkflowBase = {
		...workflow,
		nodes: [
			{ ...trigger!, name: 'Called' },
			messenger!,
			{ ...messenger!, id: 'verify', name: 'Verify', parameters },
		],
		connections: { Called: main('Verify'), Verify: main('Messenger') },
	};
	const caller = callerOf(sub, schedule);
	const call = caller.nodes[1]!;
	call.parameters.mode = 'each';
	call.onError = 'continueRegularOutput';
	const numbers = ['+14155550123', '+14155550124'];
	caller.pinData = { Items: numbers.map((number) => ({ json: { number } })) };
	const { subExecutions } = await runWorkflow(caller, options('trigger'));
	expect(subExecutions.map(({ error }) => error?.httpCode)).toEqual(['400', '400']);
	const ends = [];
	for (const { run } of subExecutions) {
		const resumeFrom = asRetried(stringify(run.data));
		resumeFrom.executionData!.runtimeData!.establishedAt = 1;
		ends.push(await runWorkflow(sub, { ...options('retry'), resumeFrom }));
	}
	expect(ends.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
});
