import { parse, stringify } from 'flatted';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRunExecutionData,
	IWorkflowBase,
	NodeApiError,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from '../support/engine/messengerWorkflow';
import { runWorkflow, type RunOptions, type WorkflowRun } from '../support/engine/runWorkflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';

/** What an execution of the node needs beside its parameters. */
export interface ExecutionSettings extends Pick<RunOptions, 'mode' | 'signal'> {
	/** The service's address. */
	url: string;
	/** Another one each time where none is given, so that no run knows what another has learned. */
	apiKey?: string;
	items: IDataObject[];
	/** Settings of the node: On Error, Retry On Fail and the like. */
	node?: Partial<INode>;
	/** Another workflow than the node behind a trigger. */
	workflow?: IWorkflowBase;
	/** The node, with customOperations or without. */
	nodeType?: INodeType;
}

/** An execution of the node as n8n keeps it. */
export interface Execution {
	/** The error that stopped it. */
	error?: NodeApiError;
	/** The node's output of its last run. */
	output: INodeExecutionData[];
	/** The error items among it. */
	failed: ErrorItem[];
	run: WorkflowRun;
	/** n8n's Retry button: goes on with what its database holds, where this execution failed. */
	retry(changes?: Retry): Promise<Execution>;
}

/** What is other in a Retry: "with current workflow" where there are other parameters. */
export interface Retry extends Pick<RunOptions, 'signal'> {
	parameters?: INodeParameters;
	node?: Partial<INode>;
}

/** The item of what failed under "On Error: Continue". */
export interface ErrorItem {
	error: string;
	message?: string;
	details: { state: string; httpCode?: string; parameter?: string; retryAfterMs?: number };
}

export const continues: Partial<INode> = { onError: 'continueRegularOutput' };

export const retriesOnFail: Partial<INode> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 1,
};

/** The node without its runner: then n8n's declarative engine makes the requests, as for agents. */
export const withoutRunner = () => Object.assign(new Messenger(), { customOperations: undefined });

let keys = 0;

/** Executes the node by n8n's engine. */
export async function execute(
	parameters: INodeParameters,
	given: ExecutionSettings,
): Promise<Execution> {
	const settings = { apiKey: `key-${(keys += 1)}`, ...given };
	const { items, node } = settings;
	const workflow = settings.workflow ?? messengerWorkflow(parameters, items, node);
	return executionOf(await runWorkflow(workflow, optionsOf(settings)), workflow, settings);
}

function optionsOf({ url, apiKey, mode, signal, nodeType }: ExecutionSettings): RunOptions {
	return {
		node: nodeType ?? new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl: url, apiKey: String(apiKey), allowHttp: true },
		mode,
		signal,
	};
}

function executionOf(
	run: WorkflowRun,
	workflow: IWorkflowBase,
	settings: ExecutionSettings,
): Execution {
	const output = run.items('Messenger');
	return {
		error: run.error,
		output,
		failed: output.map(({ json }) => json as unknown as ErrorItem).filter(({ error }) => error),
		run,
		retry: async ({ parameters, node, signal } = {}) => {
			const changed: IWorkflowBase = {
				...workflow,
				nodes: workflow.nodes.map((one) =>
					one.name === 'Messenger'
						? { ...one, ...node, parameters: { ...one.parameters, ...parameters } }
						: one,
				),
			};
			const resumeFrom = asRetried(stored(run), parameters || node ? changed : undefined);
			const ofRetry: ExecutionSettings = { ...settings, mode: 'retry', signal };
			const options: RunOptions = { ...optionsOf(ofRetry), resumeFrom };
			return executionOf(await runWorkflow(changed, options), changed, settings);
		},
	};
}

/** The execution's data as n8n's database holds it. */
export function stored({ run }: WorkflowRun): string {
	return stringify(run.data);
}

/** What n8n's Retry makes of it: without the error and the failed run, and with the nodes of today. */
function asRetried(text: string, current?: IWorkflowBase): IRunExecutionData {
	const data = parse(text) as IRunExecutionData;
	const { lastNodeExecuted, runData } = data.resultData;
	delete data.resultData.error;
	const runs = runData[lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = current?.nodes.find(({ name }) => name === entry.node.name) ?? entry.node;
	}
	return data;
}
