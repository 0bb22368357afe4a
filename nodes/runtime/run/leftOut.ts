import type { IDataObject } from 'n8n-workflow';

import type { LeftOut } from '../engine/GivenParameters';
import type { Mask } from '../input/keyMask';
import type { CheckedItem } from './operation';

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
