import type { IDataObject } from 'n8n-workflow';

import type { Parameter } from '../../../runtime/engine/Parameter';
import { choice } from '../../../runtime/input/choice';
import { refuse, type ParameterName } from '../../../runtime/input/InvalidInput';
import { checkedJson, jsonObject } from '../../../runtime/input/json';
import { isEmpty, requiredText } from '../../../runtime/input/text';
import { nameAndValue, type NameAndValue } from '../../../runtime/node/parameters';

const dataInput: Parameter = {
	displayName: 'Specify Data',
	name: 'dataInput',
	type: 'options',
	default: 'fields',
	description: 'How to specify the data of the event, which is free-form',
	options: [
		{ name: 'Using Fields Below', value: 'fields', description: 'Name and value pairs' },
		{ name: 'Using JSON', value: 'json', description: 'One JSON object, which may be nested' },
	],
	check: choice,
};

const data: Parameter = {
	displayName: 'Data',
	name: 'data',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field',
	default: {},
	description: 'Free-form data of the event. Fields without a value are left out.',
	displayOptions: { show: { dataInput: ['fields'] } },
	options: [{ name: 'field', displayName: 'Field', values: nameAndValue('order_id', '1042') }],
	sentTo: 'body.event.data',
	check: dataOfFields,
};

/** Advice for JSON that is written by hand: a quote in a value would break it or add a field. */
const valuesInJson =
	"For values from expressions, choose 'Using Fields Below', or write {{ JSON.stringify($json.x) }} without quotes around it.";

const dataJson: Parameter = {
	displayName: 'Data (JSON)',
	name: 'dataJson',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "order_id": 1042, "items": ["A1", "B2"] }',
	description: 'Free-form data of the event as a JSON object. ' + valuesInJson,
	displayOptions: { show: { dataInput: ['json'] } },
	sentTo: 'body.event.data',
	check: dataOfJson,
};

export const dataParameters = [dataInput, data, dataJson];

/** @throws InvalidInput if it isn't a JSON object */
function dataOfJson(value: unknown, name: ParameterName): IDataObject | undefined {
	// An expression that fails returns nothing, without an error: the event must not lose its data so.
	if (value === undefined) {
		refuse(
			name,
			'is undefined: its expression returns no data',
			'Check the expression. To send no data, let it return an empty text.',
		);
	}
	return isEmpty(value) ? undefined : jsonObject(value, name, valuesInJson);
}

/** A field left empty is left out. @throws InvalidInput if a field has no name of its own, or a value isn't JSON */
function dataOfFields(form: unknown): IDataObject {
	const { field = [] } = form as { field?: NameAndValue[] };
	const entries = Object.entries(checkedJson(valuesOf(field), data));
	return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function valuesOf(rows: NameAndValue[]): IDataObject {
	const names = new Set<string>();
	const entries = rows.map(({ name, value }, index): [string, unknown] => {
		const parameter = { ...data, displayName: 'Name', which: `of data field ${index + 1}` };
		const text = requiredText(name, parameter);
		if (names.has(text)) {
			refuse(parameter, 'is the name of another field', 'Use each name once.', { quoted: text });
		}
		names.add(text);
		return [text, value];
	});
	// From entries, so that a field named `__proto__` is only a field.
	return Object.fromEntries(entries) as IDataObject;
}
