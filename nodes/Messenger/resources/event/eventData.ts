import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuse, words } from '../../input/InvalidInput';
import { isLostInJson, jsonObject } from '../../input/json';
import { isEmpty, requiredText } from '../../input/text';
import { inBody } from '../fields';

export const data: INodeProperties = {
	displayName: 'Data',
	name: 'data',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field',
	default: {},
	description: 'Free-form data of the event. Fields without a value are left out.',
	displayOptions: { show: { dataInput: ['fields'] } },
	routing: inBody('options.dataFields'),
	options: [
		{
			name: 'field',
			displayName: 'Field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. order_id',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 1042',
				},
			],
		},
	],
};

export const dataJson: INodeProperties = {
	displayName: 'Data (JSON)',
	name: 'dataJson',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "order_id": 1042, "items": ["A1", "B2"] }',
	description: 'Free-form data of the event as a JSON object',
	displayOptions: { show: { dataInput: ['json'] } },
	routing: inBody('options.dataJson'),
};

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
					...data,
					displayName: 'Name',
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
	if (isLostInJson(value)) {
		refuse(
			{ ...data, which: `at the value of field ${index + 1}` },
			words`isn't a valid value: "${String(value)}"`,
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
	return jsonObject(value, dataJson);
}
