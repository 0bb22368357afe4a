import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import { counted } from '../response/phrases';
import { isFailure } from '../run/outcome';
import { outputIndexOf, sentBefore, type RunResult } from '../run/Run';
import { errorItem } from './nodeError';

/** @returns the items of each of the node's outputs, in the order of the input */
export async function outputItemsOf(run: RunResult): Promise<INodeExecutionData[][]> {
	const node = run.context.getNode();
	const outputs = Array.from({ length: run.outputs }, (): INodeExecutionData[] => []);
	for (const [itemIndex, outcome] of run.outcomes) {
		await yieldToEventLoop();
		// With Always Output Data an item on the first one, even of an error, keeps n8n from adding an empty one.
		const output = outputs[node.alwaysOutputData ? 0 : outputIndexOf(run, run.read, itemIndex)]!;
		if (isFailure(outcome)) {
			output.push(errorItem(node, outcome, itemIndex));
			continue;
		}
		for (const json of outcome.items) {
			output.push({ json, pairedItem: { item: itemIndex } });
		}
	}
	return outputs;
}

/** The editor's texts after the run; a plan's own words replace those on what is uncertain. */
export async function hintsOf(run: RunResult): Promise<NodeExecutionHint[]> {
	await yieldToEventLoop();
	const { connection, fault, hint, items, outcomes } = run;
	const account = `"${connection?.credentialName}" (${connection?.host})`;
	const { length } = items.uncertain;
	const doubt =
		length > 0 && `${counted(length, 'item')} may have been processed. Check in the service.`;
	const hasSent = () => items.accepted.length + length + sentBefore(run) > 0;
	const said = fault
		? { message: `${hasSent() ? 'Not all was sent' : 'Nothing was sent'}: see the error.` }
		: await hint?.({ outcomes, account });
	const shown = said ?? (doubt && ({ message: doubt, type: 'warning' } as const));
	return shown ? [{ ...shown, location: 'outputPane' }] : [];
}
