import type { IDataObject } from 'n8n-workflow';

import { foreignText } from '../foreignText';
import { refuse, type ParameterName } from './InvalidInput';

/**
 * Most levels of objects and arrays in each other. Much of what a value meets on its way, n8n and
 * `JSON.stringify` among it, calls itself for each level and has no room for some thousands.
 */
const deepestNesting = 500;

/**
 * Whether a value, of a parameter or of an answer, is nested in more than 500 levels, and would end
 * in a stack overflow sooner or later. True for one that contains itself.
 */
export function isNestedTooDeep(value: unknown): boolean {
	let level = new Set([value].filter(isContainer));
	for (let depth = 0; depth < deepestNesting && level.size > 0; depth++) {
		const below = new Set<object>();
		for (const container of level) {
			for (const inner of Object.values(container)) if (isContainer(inner)) below.add(inner);
		}
		level = below;
	}
	return level.size > 0;
}

function isContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/**
 * The value of a JSON parameter: text from the editor, or what an expression already gave.
 *
 * @param example what would be right, as a sentence
 * @throws InvalidInput where the text is not JSON, or the value is nested in more than 500 levels
 */
function parsed(value: unknown, name: ParameterName, example: string): unknown {
	const json = typeof value === 'string' ? parsedText(value, name, example) : value;
	if (isNestedTooDeep(json)) {
		refuse(
			name,
			`is nested deeper than ${deepestNesting} levels`,
			`Enter JSON with a maximum of ${deepestNesting} levels.`,
		);
	}
	return json;
}

function parsedText(text: string, name: ParameterName, example: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		const reason = foreignText((error as Error).message);
		refuse(name, "isn't valid JSON", `${example} The parser says: ${reason}.`);
	}
}

/** Whether a value is an object here, and a text or null when it is sent: a date. */
export function isDate(value: unknown): value is { toJSON(): string | null } {
	return isObject(value) && typeof value.toJSON === 'function';
}

/**
 * Whether a value would be lost in JSON without a word: NaN, an infinity and an invalid date become null,
 * a Map, a Set and a regular expression become {}, a function and a symbol nothing.
 * A date within a list or an object is text before the node sees it, since n8n-core writes it so: an
 * invalid one is Luxon's "Invalid DateTime".
 */
export function isLostInJson(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isFinite(value);
	if (value === 'Invalid DateTime' || (isDate(value) && value.toJSON() === null)) return true;
	return /^\[object (Map|Set|RegExp|Function|Symbol)/.test(Object.prototype.toString.call(value));
}

/** Whether a JSON value is an object, as opposed to a list, `null` or a single value. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws InvalidInput where the value is not JSON, not an object, or nested too deep */
export function jsonObject(value: unknown, name: ParameterName): IDataObject {
	const example = 'Enter an object, e.g. {"plan": "pro"}.';
	const json = parsed(value, name, example);
	if (!isObject(json) || isDate(json)) refuse(name, "isn't a JSON object", example);
	return json;
}

/** @throws InvalidInput where the value is not JSON, not an array of objects, or nested too deep */
export function jsonObjects(value: unknown, name: ParameterName): IDataObject[] {
	const example = 'Enter a list, e.g. [{"messenger_number": "+14155550123"}].';
	const json = parsed(value, name, example);
	if (!Array.isArray(json)) refuse(name, "isn't a JSON array", example);
	// A list with holes has nothing there, and would have null when it is sent.
	return Array.from<unknown, IDataObject>(json, (element, index) => {
		if (isObject(element) && !isDate(element)) return element;
		refuse(
			name,
			`contains something other than an object at position ${index + 1}`,
			'Make every element an object.',
		);
	});
}
