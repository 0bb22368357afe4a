import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from './caller';

/** The rows of the runs that have been read, by an object that all runs of an execution share in this process. */
const readRows = new WeakMap<object, { rows: IDataObject[]; runs: number }>();

/**
 * The output rows of the node's earlier runs in this execution, such as the rounds of a loop, from n8n's run data: it survives a Wait node, Retry and
 * queue mode. Each run is read once, or a thousand rounds of a loop take minutes.
 *
 * @param outputs the number of the node's outputs, without the error output after them
 */
export function earlierRows(context: IExecuteFunctions, outputs: number): readonly IDataObject[] {
	const node = context.getNode();
	// Each call of a tool stands alone.
	if (isTool(node)) return [];
	const { $runIndex, $items } = context.getWorkflowDataProxy(0);
	if ($runIndex === 0) return [];
	const execution = context.getContext('node');
	const read = readRows.get(execution) ?? { rows: [], runs: 0 };
	readRows.set(execution, read);
	for (; read.runs < $runIndex; read.runs += 1) {
		for (let output = 0; output <= outputs; output += 1) {
			try {
				for (const { json } of $items(node.name, output, read.runs)) {
					// On the error output n8n has put the input's fields before those of the failure.
					const { error, details } = json;
					read.rows.push(output === outputs ? { error, details } : json);
				}
			} catch {
				// The node doesn't have this output, or it was empty: n8n throws, or has null.
			}
		}
	}
	return read.rows;
}
