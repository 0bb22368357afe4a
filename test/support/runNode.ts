import { inspect } from 'node:util';
import { parse, stringify } from 'flatted';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IRunExecutionData,
	IWorkflowBase,
	IWorkflowSettings,
	NodeApiError,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { caseOf, people } from '../node/cases';
import { messengerWorkflow } from '../../tools/playground/engine/messengerWorkflow';
import { runWorkflow, type RunOptions } from '../../tools/playground/engine/runWorkflow';

/** Where the intercepted service is, unless a run names another address. */
export const baseUrl = 'https://api.example.com';

/** The settings of a node's run, in addition to its parameters; all have a default. */
export interface RunSettings extends Pick<RunOptions, 'mode' | 'signal'> {
	/** The node's input: items, or how many people. Three people unless given. */
	items?: IDataObject[] | number;
	/** Settings of the node: On Error, Retry On Fail and the like. */
	node?: Partial<INode>;
	settings?: IWorkflowSettings;
	/**
	 * Fields of the credential that differ. Each run has its own key, so that none knows what
	 * another has learned of the service. `http:` is allowed.
	 */
	credential?: ICredentialDataDecryptedObject;
	/** Another workflow than the node behind a trigger. */
	workflow?: IWorkflowBase;
	/** Another node type. */
	nodeType?: INodeType;
	/** Parameters that differ from those of an operation's case. */
	parameters?: INodeParameters;
}

/** A Retry's changes: "with current workflow" if there are other parameters or settings. */
export interface Retry extends Pick<RunOptions, 'signal'> {
	parameters?: INodeParameters;
	node?: Partial<INode>;
}

/** An execution of the node as n8n keeps it. */
export interface Execution {
	error?: NodeApiError;
	/** The items of the first output, or of a campaign's second. */
	output: INodeExecutionData[];
	/** A campaign's second output. */
	preview: INodeExecutionData[];
	/** The last output, which "Continue (using error output)" adds. */
	errorOutput: INodeExecutionData[];
	/** The error items of the first output. */
	failed: ErrorItem[];
	hints: string[];
	run: IRun;
	credentialReads: number;
	/** All executions of sub-workflows, each before those that it began. */
	subExecutions: Awaited<ReturnType<typeof runWorkflow>>['subExecutions'];
	/** n8n's Retry button: goes on from what its database holds. */
	retry(changes?: Retry): Promise<Execution>;
}

/** The item of what failed under "On Error: Continue" (E1). */
interface ErrorItem {
	error: string;
	message?: string;
	details: {
		state: string;
		httpCode?: string;
		parameter?: string;
		retryAfterMs?: number;
		subject?: string;
	};
}

export const continues: Partial<INode> = { onError: 'continueRegularOutput' };
export const retriesOnFail: Partial<INode> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 1,
};

let keys = 0;

/**
 * Runs the node by n8n's own engine. Every run is searched for its API key: its outputs, its error
 * with all that hangs on it, and the data that n8n would store.
 *
 * @param given the name of an operation's case (`event: send`), or all parameters of the node
 */
export async function runNode(
	given: string | INodeParameters,
	settings: RunSettings = {},
): Promise<Execution> {
	const { items = 3, node, settings: workflowSettings } = settings;
	const ofCase = typeof given === 'string' ? caseOf(given).parameters : given;
	const input = typeof items === 'number' ? people.slice(0, items) : items;
	const workflow = settings.workflow ?? {
		...messengerWorkflow({ ...ofCase, ...settings.parameters }, input, node),
		settings: { timezone: 'Europe/Berlin', ...workflowSettings },
	};
	const apiKey = `sk-live-${(keys += 1)}-9b1d7f`;
	const options: RunOptions = {
		node: settings.nodeType ?? new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl, apiKey, allowHttp: true, ...settings.credential },
		mode: settings.mode,
		signal: settings.signal,
	};
	return await execute(workflow, options);
}

async function execute(workflow: IWorkflowBase, options: RunOptions): Promise<Execution> {
	const { run, error, items, credentialReads, subExecutions } = await runWorkflow(
		workflow,
		options,
	);
	const { parameters } = workflow.nodes.find(({ name }) => name === 'Messenger')!;
	const isCampaign = parameters.resource === 'campaign';
	const preview = isCampaign ? items('Messenger', 1) : [];
	const output = [...items('Messenger'), ...preview];
	const errorOutput = items('Messenger', isCampaign ? 2 : 1);
	expectNoKey([output, errorOutput, error, run], String(options.credential.apiKey));
	return {
		error,
		output,
		preview,
		errorOutput,
		failed: output.map(({ json }) => json as unknown as ErrorItem).filter(({ error }) => error),
		hints: (run.data.resultData.runData.Messenger?.at(-1)?.hints ?? []).map(
			({ message }) => message,
		),
		run,
		credentialReads,
		subExecutions,
		retry: async ({ parameters, node, signal } = {}) => {
			const changed: IWorkflowBase = {
				...workflow,
				nodes: workflow.nodes.map((one) =>
					one.name === 'Messenger'
						? { ...one, ...node, parameters: { ...one.parameters, ...parameters } }
						: one,
				),
			};
			const resumeFrom = asRetried(stringify(run.data), parameters || node ? changed : undefined);
			return await execute(changed, { ...options, mode: 'retry', signal, resumeFrom });
		},
	};
}

/** A stored execution as n8n's Retry starts it: no error, no failed run, and the nodes of today. */
function asRetried(stored: string, current?: IWorkflowBase): IRunExecutionData {
	const data = parse(stored) as IRunExecutionData;
	const { lastNodeExecuted, runData } = data.resultData;
	delete data.resultData.error;
	const runs = runData[lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = current?.nodes.find(({ name }) => name === entry.node.name) ?? entry.node;
	}
	return data;
}

/** A value with everything that hangs on it as text, as deep as n8n's database or log could write it. */
export function everythingIn(value: unknown): string {
	return inspect(value, {
		depth: Infinity,
		showHidden: true,
		maxStringLength: null,
		maxArrayLength: null,
	});
}

function expectNoKey(result: unknown, key: string): void {
	if (key === '') return;
	const text = everythingIn(result);
	expect(text.includes(key) ? text : 'no key').toBe('no key');
	expect(JSON.stringify(result)).not.toContain(key);
}
