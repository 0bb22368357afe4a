import './environment';
import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeApiError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IExecuteResponsePromiseData,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type RelatedExecution,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { CredentialsHelper } from './CredentialsHelper';
import type { DataTables } from './dataTables';
import { NodeTypes } from './nodeTypes';
import { installProcessedEntries } from './processedEntries';

const failure = { cause: 'rate-limited' } as const;

/** True for the n8n of package.json, not the 2.0 of test/compatibility: it keeps what an error declares of its cause. */
export const isNewerThan2_0 = 'failure' in new NodeApiError({} as INode, {}, { failure });

/** The options of a workflow's run. */
export interface RunOptions {
	/** The node, from the sources or from the built package. */
	node: INodeType;
	credentialType: ICredentialType;
	/** Data of the `messengerApi` credential. */
	credential: ICredentialDataDecryptedObject;
	/** The way in which n8n would have started it; `$execution.mode` is `test` for a manual run. */
	mode?: WorkflowExecuteMode;
	/** Name of the node to start from, where it is no trigger that n8n would start by itself. */
	startNode?: string;
	/** Called when a node has ended, with its name and how many items each of its outputs gave. */
	onNodeEnd?: (name: string, itemCounts: number[]) => void;
	/** Cancels the execution as the editor's stop button does. */
	signal?: AbortSignal;
	/** The tables of n8n's Data Table node. */
	dataTables?: DataTables;
	/** Goes on with an execution as n8n stored it, from where that stopped. */
	resumeFrom?: IRunExecutionData;
}

/** An execution that has ended. */
interface Execution {
	run: IRun;
	/** The error that stopped the workflow. */
	error?: NodeApiError;
	/** The items of a node's last run, of its first output or the one given. */
	items(nodeName: string, output?: number): INodeExecutionData[];
	/** The `json` of these items. */
	json(nodeName: string, output?: number): unknown[];
	/** The answers of the workflow's Respond to Webhook nodes. */
	responses: IExecuteResponsePromiseData[];
	/** The executions of its sub-workflows, each of which JSON in the calling node defines. */
	subExecutions: Execution[];
	credentialReads: number;
}

/** Reads a workflow as the editor exports it. */
export function readWorkflow(path: string): IWorkflowBase {
	return JSON.parse(readFileSync(path, 'utf8')) as IWorkflowBase;
}

/** Runs a workflow by n8n's own execution engine, from its trigger to its end. */
export async function runWorkflow(
	definition: IWorkflowBase,
	options: RunOptions,
): Promise<Execution> {
	await installProcessedEntries();
	const mode = options.mode ?? 'trigger';
	const credentialsHelper = new CredentialsHelper(options.credentialType, options.credential);
	const workflow = new Workflow({
		id: definition.id || 'workflow',
		name: definition.name,
		nodes: definition.nodes,
		connections: definition.connections,
		settings: definition.settings ?? {},
		active: false,
		nodeTypes: new NodeTypes(options.node),
		// Expressions fall back on it in such a run only.
		pinData: mode === 'manual' ? definition.pinData : undefined,
	});
	const hooks = new ExecutionLifecycleHooks(mode, '1', definition);
	hooks.addHandler('nodeExecuteAfter', (name, data) => {
		options.onNodeEnd?.(name, data.data?.main?.map((items) => items?.length ?? 0) ?? []);
	});
	const responses: IExecuteResponsePromiseData[] = [];
	hooks.addHandler('sendResponse', (response) => void responses.push(response));
	const subExecutions: Execution[] = [];
	const executeWorkflow: IWorkflowExecuteAdditionalData['executeWorkflow'] = async (
		{ code },
		_,
		{ inputData = [{ json: {} }], parentExecution },
	) => {
		const sub = await runWorkflow(code!, {
			...options,
			mode: 'integrated',
			resumeFrom: subWorkflowStart(code!, inputData, parentExecution),
		});
		subExecutions.push(sub, ...sub.subExecutions);
		if (sub.error) throw sub.error;
		const { lastNodeExecuted = '', runData } = sub.run.data.resultData;
		return { executionId: '2', data: runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [] };
	};
	const additionalData = additionalDataWith(credentialsHelper, {
		executeWorkflow,
		// The table of claims outlives a test's modules, in which a counter would begin again.
		executionId: String(randomInt(1e12)),
		hooks,
		currentNodeExecutionIndex: 0,
		'data-table': options.dataTables,
	});

	const execute = new WorkflowExecute(additionalData, mode, options.resumeFrom);
	const running = options.resumeFrom
		? execute.processRunExecutionData(workflow)
		: start(execute, {
				workflow,
				startNode: (options.startNode && workflow.getNode(options.startNode)) || undefined,
				pinData: definition.pinData,
			});
	options.signal?.addEventListener('abort', () => running.cancel());
	const run = await running;
	const items = (nodeName: string, output = 0) =>
		run.data.resultData.runData[nodeName]?.at(-1)?.data?.main?.[output] ?? [];
	return {
		run,
		error: run.data.resultData.error as NodeApiError | undefined,
		items,
		json: (nodeName: string, output?: number): unknown[] =>
			items(nodeName, output).map((item) => item.json),
		responses,
		subExecutions,
		credentialReads: credentialsHelper.reads,
	};
}

/** Returns n8n's part around an engine: the credential, and addresses of an n8n that is not there. */
export const additionalDataWith = (credentialsHelper: CredentialsHelper, more: object = {}) =>
	({
		getRunExecutionData: async () => undefined,
		credentialsHelper,
		executionId: '1',
		// Expressions build URLs from them.
		instanceBaseUrl: 'http://localhost:5678/',
		formWaitingBaseUrl: 'http://localhost:5678/form-waiting',
		webhookWaitingBaseUrl: 'http://localhost:5678/webhook-waiting',
		variables: {},
		...more,
	}) as unknown as IWorkflowExecuteAdditionalData;

/** The stored data of a sub-workflow's execution before it begins, as n8n makes it. */
function subWorkflowStart(
	{ nodes }: IWorkflowBase,
	items: INodeExecutionData[],
	parentExecution: RelatedExecution | undefined,
): IRunExecutionData {
	const node = nodes.find(({ type }) => type === 'n8n-nodes-base.executeWorkflowTrigger')!;
	const metadata = { parentExecution };
	return createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node, data: { main: [items] }, metadata, source: null }],
		},
		parentExecution,
	});
}

type Start = Parameters<WorkflowExecute['run']>[0];
type Running = ReturnType<WorkflowExecute['run']>;

/** n8n takes in one object what n8n 2.0 took one by one (see test/compatibility). */
function start(execute: WorkflowExecute, { workflow, startNode, pinData }: Start): Running {
	if (execute.run.length === 1) return execute.run({ workflow, startNode, pinData });
	const run = execute.run.bind(execute) as unknown as (...parts: unknown[]) => Running;
	return run(workflow, startNode, undefined, pinData);
}
