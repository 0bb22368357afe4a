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
		refuse(name, "isn't valid JSON", `The parser says: ${(error as Error).message}.`);
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
		refuse(name, "isn't a JSON object", 'Enter an object, e.g. {"plan": "pro"}.');
	return json;
}

/** @throws InvalidInput where the value is not JSON, or not an array of objects */
export function jsonObjects(value: unknown, name: ParameterName): IDataObject[] {
	const json = parsed(value, name);
	if (!Array.isArray(json)) {
		refuse(
			name,
			"isn't a JSON array",
			'Enter a list, e.g. [{"messenger_number": "+14155550123"}].',
		);
	}
	return json.map((element, index) => {
		if (isObject(element)) return element;
		refuse(
			name,
			`contains something other than an object at position ${index}`,
			'Make every element an object.',
		);
	});
}
