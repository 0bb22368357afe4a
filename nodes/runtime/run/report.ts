import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { sanitizeUntrusted } from '../input/untrustedText';
import { counted, times } from '../response/phrases';
import { errorItem } from './nodeError';
import { isFailure } from './outcome';
import { outputOf, sentBefore, type EndedRun } from './Run';
import { yieldToEventLoop } from '../engine/yieldToEventLoop';

/** @returns the items of each of the node's outputs, in the order of the input */
export async function outputsOf(run: EndedRun): Promise<INodeExecutionData[][]> {
	const node = run.context.getNode();
	const outputs = Array.from({ length: run.outputs }, (): INodeExecutionData[] => []);
	for (const [itemIndex, outcome] of run.outcomes) {
		await yieldToEventLoop();
		// With Always Output Data an item on the first one, even of an error, keeps n8n from adding an empty one.
		const output = outputs[node.alwaysOutputData ? 0 : outputOf(run, run.read, itemIndex)]!;
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
export async function hintsOf(run: EndedRun): Promise<NodeExecutionHint[]> {
	await yieldToEventLoop();
	const { fault, hint, items, throttled, outcomes } = run;
	const { length } = items.uncertain;
	const doubt =
		length > 0 && `${counted(length, 'item')} may have been processed. Check in the service.`;
	const hasSent = () => items.accepted.length + length + sentBefore(run) > 0;
	const summary = fault
		? `${hasSent() ? 'Not all was sent' : 'Nothing was sent'}: see the error.`
		: await hint?.({ outcomes, account: accountOf(run) });
	const slowed =
		throttled > 0 && `The service's rate limit slowed down this run, ${times(throttled)}.`;
	return [summary ?? doubt, slowed].flatMap((message) =>
		message ? [{ message, location: 'outputPane' }] : [],
	);
}

function accountOf({ connection }: EndedRun): string {
	if (connection === undefined) return '';
	const { credential, host, mask } = connection;
	return `"${sanitizeUntrusted(String(credential.name), mask)}" (${host})`;
}
