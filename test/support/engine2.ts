import type { StepExecutionContext, StepSlots } from '@n8n/engine';
import { V1StepExecutor, V1WorkflowConverter } from '@n8n/node-engine-compatibility';
import { Expression, type INodeExecutionData, type NodeApiError } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { CredentialsHelper } from '../../tools/playground/engine/CredentialsHelper';
import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { NodeTypes } from '../../tools/playground/engine/nodeTypes';
import { additionalDataWith } from '../../tools/playground/engine/runWorkflow';
import type { RunConformance } from '../node/operations/conformance';
import { caseOf, people } from '../node/cases';
import { baseUrl } from './runNode';

let steps = 0;

/**
 * Runs the node by the executor of Engine 2.0 (`engineType: "v2"`), which calls `execute` and nothing else. Only what
 * surrounds the executor in n8n is made up.
 */
export const runByEngine2: RunConformance = async (given, settings = {}) => {
	const { items = people.slice(0, 3), mode = 'trigger', credential } = settings;
	const ofCase = typeof given === 'string' ? caseOf(given).parameters : given;
	const parameters = { ...ofCase, ...settings.parameters };
	const graph = new V1WorkflowConverter().convert(
		messengerWorkflow(parameters, [], settings.node) as Parameters<
			V1WorkflowConverter['convert']
		>[0],
	);
	const [trigger, node] = graph.nodes;
	const inputs = [items.map((json) => ({ json }))] as unknown as StepSlots;
	const credentialsHelper = new CredentialsHelper(new MessengerApi(), {
		baseUrl,
		apiKey: `key-of-step-${(steps += 1)}`,
		...credential,
	});
	const executor = new V1StepExecutor({
		nodeTypes: new NodeTypes(new Messenger()),
		additionalDataFactory: async () => await Promise.resolve(additionalDataWith(credentialsHelper)),
		loadStepData: async () =>
			await Promise.resolve({ graph, outputsByNode: { [trigger!.id]: { 0: inputs } } }),
	});
	const context: StepExecutionContext = {
		executionId: String(steps),
		stepId: String(steps),
		workflowId: 'messenger-workflow',
		mode: mode === 'manual' ? 'manual' : 'production',
		iteration: 0,
		callerContext: { hostMode: mode },
	};
	// The executor refuses n8n's older evaluator, the only one on Node 20; test:engines has the other.
	const evaluator = jest.spyOn(Expression, 'getActiveImplementation').mockReturnValue('vm');
	const execution = { output: [], errorOutput: [] };
	try {
		const { outputs } = await executor.execute({ node: node!, inputs, context });
		const [output] = outputs as unknown as [INodeExecutionData[] | null];
		const { reads: credentialReads } = credentialsHelper;
		return { ...execution, output: output ?? [], credentialReads };
	} catch (error) {
		return { ...execution, error: error as NodeApiError, credentialReads: credentialsHelper.reads };
	} finally {
		evaluator.mockRestore();
	}
};
