import type { IDataObject } from 'n8n-workflow';

import { refuse, type ParameterName } from './InvalidInput';

/**
 * The value of a JSON parameter: text from the editor, or what an expression already gave.
 *
 * @throws InvalidInput where the text is not JSON
 */
function parsed(value: unknown, name: ParameterName): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		refuse(name, 'is not valid JSON', `The parser says: ${(error as Error).message}.`);
	}
}

/** Whether a JSON value is an object, as opposed to a list, `null` or a single value. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws InvalidInput where the value is not JSON, or not an object */
export function jsonObject(value: unknown, name: ParameterName): IDataObject {
	const json = parsed(value, name);
	if (!isObject(json))
		refuse(name, 'is not a JSON object', 'Give an object, such as {"plan": "pro"}.');
	return json;
}

/** @throws InvalidInput where the value is not JSON, or not an array of objects */
export function jsonObjects(value: unknown, name: ParameterName): IDataObject[] {
	const json = parsed(value, name);
	if (!Array.isArray(json)) {
		refuse(
			name,
			'is not a JSON array',
			'Give a list, such as [{"messenger_number": "+14155550123"}].',
		);
	}
	return json.map((element, index) => {
		if (isObject(element)) return element;
		refuse(
			name,
			`holds something other than an object at position ${index}`,
			'Make every element an object.',
		);
	});
}
