import type { IDataObject } from 'n8n-workflow';

import { unmasked, type Mask } from './keyMask';
import { sanitizeUntrusted } from './untrustedText';
import { refuse, type ParameterName } from './InvalidInput';

/** Most levels of objects and arrays in each other: what a value meets on its way calls itself for each. */
const mostLevels = 64;

/** Most values in each other, a list and an object with what is in them. More would keep n8n from answering others. */
const mostValues = 200_000;

const tooDeep = `nested deeper than ${mostLevels} levels`;
const tooMany = `more than ${mostValues.toLocaleString('en')} values`;

/** How much is in a JSON text, and what of it is too much, such as `more than 200,000 values`. */
export interface Extent {
	values: number;
	excess?: string;
}

/**
 * Counts what is in a JSON text, in one pass over it before it is parsed, which can take a hundred times
 * as long and as much memory.
 */
export function extentOfText(text: string): Extent {
	let levels = 0;
	let values = 1;
	// A page or a single value has none in each other.
	if (!/^\s*[[{]/.test(text)) return { values };
	for (let position = 0; position < text.length; position++) {
		switch (text[position]) {
			case '"':
				position = endOfString(text, position);
				break;
			case ',':
				values += 1;
				break;
			case '[':
			case '{':
				levels += 1;
				if (levels > mostLevels) return { values, excess: tooDeep };
				while (isWhiteSpace(text[position + 1])) position += 1;
				if (text[position + 1] !== ']' && text[position + 1] !== '}') values += 1;
				break;
			case ']':
			case '}':
				levels -= 1;
		}
		if (values > mostValues) return { values, excess: tooMany };
	}
	return { values };
}

/** The position of the quote that ends a string; behind the text where none does. */
function endOfString(text: string, start: number): number {
	let end = start;
	let backslashes: number;
	do {
		end = text.indexOf('"', end + 1);
		if (end < 0) return text.length;
		backslashes = 0;
		while (text[end - 1 - backslashes] === '\\') backslashes += 1;
	} while (backslashes % 2 === 1);
	return end;
}

function isWhiteSpace(character: string | undefined): boolean {
	return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

/**
 * What is too much in a value, as {@link extentOfText} says it. One that contains itself is nested too deep.
 *
 * @param around how many levels and values the node has put around what is judged
 */
export function excessOfValue(value: unknown, around = 0): string | undefined {
	let level = [value];
	let values = 1;
	for (let levels = 0; level.length > 0; levels++) {
		const below: unknown[] = [];
		for (const container of level) {
			if (!isContainer(container) || isDate(container)) continue;
			if (levels === mostLevels + around) return tooDeep;
			for (const inner of Array.isArray(container) ? container : Object.values(container)) {
				below.push(inner);
				values += 1;
				if (values > mostValues + around) return tooMany;
			}
		}
		level = below;
	}
	return undefined;
}

function isContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/**
 * The value of a JSON parameter: text from the editor, or what an expression already gave.
 *
 * @param example what would be right, as a sentence
 * @throws InvalidInput where the text is not JSON, or the value is too large
 */
function parsed(value: unknown, name: ParameterName, example: string): unknown {
	const excess = typeof value === 'string' ? extentOfText(value).excess : excessOfValue(value);
	if (excess !== undefined) {
		refuse(name, `is too large: ${excess}`, 'Enter less, or divide it among several items.');
	}
	return typeof value === 'string' ? parsedText(value, name, example) : value;
}

function parsedText(text: string, name: ParameterName, example: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		refuse(name, "isn't valid JSON", (mask) => `${example}${wordsOfParser(text, mask)}`);
	}
}

/** What the parser says of a text. It quotes some characters of it: the key must be out of it before. */
function wordsOfParser(text: string, mask: Mask): string {
	try {
		JSON.parse(mask(text));
		return '';
	} catch (error) {
		return ` The parser says: ${sanitizeUntrusted((error as Error).message, unmasked)}.`;
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

/** @throws InvalidInput where the value is not JSON, not an object, or too large */
export function jsonObject(value: unknown, name: ParameterName): IDataObject {
	const example = 'Enter an object, e.g. {"plan": "pro"}.';
	const json = parsed(value, name, example);
	if (!isObject(json) || isDate(json)) refuse(name, "isn't a JSON object", example);
	return json;
}

/** @throws InvalidInput where the value is not JSON, not an array of objects, or too large */
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
