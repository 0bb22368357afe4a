import type { IDataObject } from 'n8n-workflow';

import type { GivenParameters } from '../engine/GivenParameters';
import type { ParameterReader } from '../engine/ParameterReader';
import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import { leftOutColumn } from '../run/leftOut';
import type { CheckedItem } from '../run/operation';
import { inputFailure, type Failure } from '../run/outcome';
import type { ReadItem } from '../run/Run';
import type { Sending } from '../send/sending';

/** The items of a run that no earlier try has sent, each in one of the last three. */
export interface CheckedItems {
	/** Those whose parameters could be read. */
	read: ReadonlyMap<number, ReadItem>;
	checked: CheckedItem[];
	refused: ReadonlyMap<number, Failure>;
	/** The output fields of those that need no request. */
	ended: ReadonlyMap<number, { fields: IDataObject }>;
}

/** Reads and checks each item. If the run has stopped, the others are not read. */
export async function checkItems(
	{ run, connection, brake }: Sending,
	reader: ParameterReader,
): Promise<CheckedItems> {
	const { context, operation, facts, memory } = run;
	const { mask, options } = connection;
	const read = new Map<number, ReadItem>();
	const checked: CheckedItem[] = [];
	const refused = new Map<number, Failure>();
	const ended = new Map<number, { fields: IDataObject }>();
	for (const itemIndex of context.getInputData().keys()) {
		await yieldToEventLoop();
		const before = memory.outcomeOf(itemIndex, options.resendUncertain);
		if (before !== undefined || brake.signal.aborted) continue;
		let given: GivenParameters | undefined;
		try {
			given = reader.read(itemIndex);
			const { values: params, leftOut } = given.checked();
			const parts = operation.toRequest(params, facts, leftOut);
			if ('output' in parts) {
				read.set(itemIndex, { itemIndex, params });
				ended.set(itemIndex, { fields: parts.output });
			} else {
				const item = { itemIndex, params, parts, leftOut: leftOutColumn(leftOut, mask) };
				read.set(itemIndex, item);
				checked.push(item);
			}
		} catch (error) {
			if (given) read.set(itemIndex, { itemIndex, params: given.values });
			refused.set(itemIndex, inputFailure(error, mask, itemIndex));
		}
	}
	return { read, checked, refused, ended };
}
