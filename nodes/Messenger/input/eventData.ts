import type { IDataObject } from 'n8n-workflow';

import { quoted, refuse } from './InvalidInput';
import { isDate, jsonObject } from './json';
import { isEmpty, requiredText } from './text';

/** The form in the editor: `{ field: [{ name, value }] }`. */
export interface DataFields {
	field?: Array<{ name?: unknown; value?: unknown }>;
}

/**
 * An event's free-form data from name and value pairs (docs/service-interface.md, `event.data`). A field
 * left empty is left out. Built from entries, so that a field named `__proto__` is only a field.
 *
 * @throws InvalidInput where a field has no name
 */
export function dataFromFields(fields: DataFields | undefined): IDataObject {
	return Object.fromEntries(
		(fields?.field ?? [])
			.map(({ name, value }, index): [string, unknown] => [
				requiredText(name, {
					parameter: 'data',
					label: 'Name',
					which: `of data field ${index + 1}`,
				}),
				checkedValue(value, index),
			])
			.filter(([, value]) => !isEmpty(value)),
	) as IDataObject;
}

/**
 * A value that would become null in JSON would be lost without a word.
 *
 * @throws InvalidInput where the value is no number that JSON can hold, or an invalid date
 */
function checkedValue(value: unknown, index: number): unknown {
	const isLost =
		(typeof value === 'number' && !Number.isFinite(value)) ||
		(isDate(value) && value.toJSON() === null);
	if (isLost) {
		refuse(
			{ parameter: 'data', label: 'Data', which: `at the value of field ${index + 1}` },
			`isn't a valid value: ${quoted(value)}`,
			'Check what the expression returns.',
		);
	}
	return value;
}

/**
 * An event's free-form data from a JSON parameter, which may be left empty.
 *
 * @throws InvalidInput where the value is not JSON, or not an object
 */
export function dataFromJson(value: unknown): IDataObject {
	if (isEmpty(value)) return {};
	return jsonObject(value, { parameter: 'dataJson', label: 'Data (JSON)' });
}
