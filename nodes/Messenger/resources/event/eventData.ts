import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { refuse, words } from '../../../runtime/input/InvalidInput';
import { checkedJson, jsonObject } from '../../../runtime/input/json';
import { isEmpty, requiredText } from '../../../runtime/input/text';
import { nameAndValue, type NameAndValue } from '../../../runtime/node/parameters';

const dataInput: INodeProperties = {
	displayName: 'Specify Data',
	name: 'dataInput',
	type: 'options',
	default: 'fields',
	description: 'How to specify the data of the event, which is free-form',
	options: [
		{ name: 'Using Fields Below', value: 'fields', description: 'Name and value pairs' },
		{ name: 'Using JSON', value: 'json', description: 'One JSON object, which may be nested' },
	],
};

const data: INodeProperties = {
	displayName: 'Data',
	name: 'data',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field',
	default: {},
	description: 'Free-form data of the event. Fields without a value are left out.',
	displayOptions: { show: { dataInput: ['fields'] } },
	options: [{ name: 'field', displayName: 'Field', values: nameAndValue('order_id', '1042') }],
};

/** Advice for JSON that is written by hand: a quote in a value would break it or add a field. */
const valuesInJson =
	"For values from expressions, choose 'Using Fields Below', or write {{ JSON.stringify($json.x) }} without quotes around it.";

const dataJson: INodeProperties = {
	displayName: 'Data (JSON)',
	name: 'dataJson',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "order_id": 1042, "items": ["A1", "B2"] }',
	description: 'Free-form data of the event as a JSON object. ' + valuesInJson,
	displayOptions: { show: { dataInput: ['json'] } },
};

export const dataParameters = [dataInput, data, dataJson];

export interface EventDataParams {
	dataInput?: unknown;
	data?: { field?: NameAndValue[] };
	dataJson?: unknown;
}

/**
 * An event's free-form data. A field left empty is left out. Both forms are there where an expression chooses.
 *
 * @throws InvalidInput if a field has no name of its own, or a value isn't JSON
 */
export function dataFrom(params: EventDataParams): IDataObject {
	if (choice(params, dataInput) === 'json') {
		// An expression that fails returns nothing, without an error: the event must not lose its data so.
		if ('dataJson' in params && params.dataJson === undefined) {
			refuse(
				dataJson,
				'is undefined: its expression returns no data',
				'Check the expression. To send no data, let it return an empty text.',
			);
		}
		return isEmpty(params.dataJson) ? {} : jsonObject(params.dataJson, dataJson, valuesInJson);
	}
	const entries = Object.entries(checkedJson(valuesOf(params.data?.field), data));
	return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function valuesOf(rows: NameAndValue[] = []): IDataObject {
	const names = new Set<string>();
	const entries = rows.map(({ name, value }, index): [string, unknown] => {
		const parameter = { ...data, displayName: 'Name', which: `of data field ${index + 1}` };
		const text = requiredText(name, parameter);
		if (names.has(text)) {
			refuse(parameter, words`is the name of another field: "${text}"`, 'Use each name once.');
		}
		names.add(text);
		return [text, value];
	});
	// From entries, so that a field named `__proto__` is only a field.
	return Object.fromEntries(entries) as IDataObject;
}
