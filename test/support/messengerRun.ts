import { inspect } from 'node:util';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IWorkflowBase,
	IWorkflowSettings,
	NodeApiError,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from './engine/messengerWorkflow';
import { runWorkflow, type RunOptions, type WorkflowRun } from './engine/runWorkflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { caseOf, people } from '../node/cases';

/** A key that stands in nothing else, so that finding it anywhere means that it leaked. */
export const apiKey = 'sk-live-9b1d7f';

export const baseUrl = 'https://api.example.com';

/** In what a run differs from that of the operation's case. */
export interface RunChanges extends Pick<RunOptions, 'mode' | 'signal'> {
	/** Input items of the node. */
	items?: IDataObject[];
	/** Parameters of the node. */
	parameters?: INodeParameters;
	/** Settings of the node: On Error, Retry On Fail and the like. */
	node?: Partial<INode>;
	/** Settings of the workflow. */
	settings?: IWorkflowSettings;
	credential?: ICredentialDataDecryptedObject;
}

/** What the node put out, and what stopped it. */
export interface MessengerRun extends Pick<WorkflowRun, 'credentialReads' | 'run'> {
	output: INodeExecutionData[];
	/** Its second output, which "Continue (using error output)" adds. */
	errorOutput: INodeExecutionData[];
	/** The error that stopped the node. */
	error?: NodeApiError;
}

/**
 * Runs an operation by n8n's engine: for three people, unless other items are given. Every run is
 * searched for the API key: its outputs, and the errors with their causes and contexts.
 *
 * @param operation name of its case, e.g. `event: send`
 */
export async function runMessenger(
	operation: string,
	changes: RunChanges = {},
): Promise<MessengerRun> {
	const credential = { baseUrl, apiKey, ...changes.credential };
	const { items, error, run, credentialReads } = await runWorkflow(
		changedWorkflow(operation, changes),
		{
			node: new Messenger(),
			credentialType: new MessengerApi(),
			credential,
			mode: changes.mode,
			signal: changes.signal,
		},
	);
	const [output, errorOutput] = [items('Messenger'), items('Messenger', 1)];
	expectNoKey([output, errorOutput, error, run], String(credential.apiKey));
	return {
		output,
		errorOutput,
		error,
		run,
		credentialReads,
	};
}

function changedWorkflow(operation: string, changes: RunChanges): IWorkflowBase {
	const parameters = { ...caseOf(operation).parameters, ...changes.parameters };
	return {
		...messengerWorkflow(parameters, changes.items ?? people.slice(0, 3), changes.node),
		settings: { timezone: 'Europe/Berlin', ...changes.settings },
	};
}

/** Searches as deep as n8n's own log and database would write it. */
function expectNoKey(result: unknown, key: string): void {
	if (key === '') return;
	const text = inspect(result, {
		depth: Infinity,
		showHidden: true,
		maxStringLength: null,
		maxArrayLength: null,
	});
	expect(text.includes(key) ? text : 'no key').toBe('no key');
	expect(JSON.stringify(result)).not.toContain(key);
}

/** Expects the error of a check: its words, the parameter, and the first item. */
export function expectRefused(
	error: NodeApiError | undefined,
	parameter: string,
	message: string,
	isOfWholeRun = false,
): void {
	expect(shown(error)).toMatchObject({
		name: 'NodeOperationError',
		message: isOfWholeRun ? message : `${message} [item 0]`,
		httpCode: undefined,
		itemIndex: isOfWholeRun ? undefined : 0,
	});
	expect(error?.description).toMatch(/<br>Nothing was sent\.$/);
	expect(error?.context.parameter).toBe(parameter);
}

/** What a user and a workflow see of an error. */
export function shown(error: NodeApiError | undefined) {
	if (!error) throw new Error('There was no error');
	const { name, message, description, httpCode, context } = error;
	return { name, message, description, httpCode, itemIndex: context.itemIndex };
}

/** What the editor says after a run of the node. */
export function hintsOf(run: IRun, node = 'Messenger'): string[] {
	const hints = run.data.resultData.runData[node]?.at(-1)?.hints ?? [];
	return hints.map(({ message }) => message);
}
