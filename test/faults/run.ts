import { inspect } from 'node:util';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from '../support/engine/messengerWorkflow';
import { runWorkflow, type WorkflowRun } from '../support/engine/runWorkflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { people } from '../node/cases';

/** What a run is made of, beside the operation's parameters. */
export interface RunSettings {
	baseUrl: string;
	apiKey: string;
	/** How many people, or the input items. */
	items?: number | IDataObject[];
	settings?: Partial<INode>;
	signal?: AbortSignal;
	/** As in the credential, but on: some hosts of the tests stand for one that is not there. */
	allowHttp?: boolean;
}

/** n8n goes on after a failed item. */
export const continueOnFail: Partial<INode> = { onError: 'continueRegularOutput' };

/** Runs the node by n8n's engine. */
export async function runNode(
	parameters: INodeParameters,
	{ baseUrl, apiKey, items = 1, settings, signal, allowHttp = true }: RunSettings,
): Promise<WorkflowRun> {
	const input = typeof items === 'number' ? people.slice(0, items) : items;
	return await runWorkflow(messengerWorkflow(parameters, input, settings), {
		node: new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl, apiKey, allowHttp },
		signal,
	});
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

/** The parts of a key that a text holds; what is escaped in JSON divides the parts. */
export function partsOfKey(key: string, text: string): string[] {
	return (key.match(/[A-Za-z0-9]{4,}/g) ?? []).filter((part) => text.includes(part));
}

/** Runs all tasks, so many at a time, and gives their results in order. */
export async function inParallel<Task, Result>(
	tasks: Task[],
	atOnce: number,
	run: (task: Task) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const waiting = tasks.entries();
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (const [index, task] of waiting) results[index] = await run(task);
		}),
	);
	return results;
}
