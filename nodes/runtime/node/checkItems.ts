import type { IDataObject } from 'n8n-workflow';

import type { GivenParameters, LeftOut } from '../engine/GivenParameters';
import type { ParameterReader } from '../engine/ParameterReader';
import { yieldToEventLoop } from '../engine/yieldToEventLoop';
import type { Mask } from '../input/keyMask';
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

/** Says of each value why it was left out, by its name; of a form with rows in a list, with the number of each row. */
export function leftOutColumn(leftOut: LeftOut[], mask: Mask): CheckedItem['leftOut'] {
	if (leftOut.length === 0) return undefined;
	const byRow = new Map<number | undefined, IDataObject>();
	for (const { name, row: [form, position] = [], refusal } of leftOut) {
		const row = byRow.get(position) ?? (form ? { [form]: position! + 1 } : {});
		byRow.set(position, { ...row, [name]: refusal.shown(mask) });
	}
	return { left_out: byRow.get(undefined) ?? [...byRow.values()] };
}
