import type { IDataObject } from 'n8n-workflow';

import { changeTexts, isDate } from './changeTexts';
import { checkExpression, refuse, type ParameterName } from './InvalidInput';

/** The maximum depth of a JSON value, and the maximum number of values in it. */
const maxLevels = 64;
const maxValues = 200_000;
/** Characters: as much as the largest list. */
const maxText = 4 * 1024 * 1024;
const tooDeep = `nested deeper than ${maxLevels} levels`;
const tooLong = 'more than 4,194,304 characters';
const tooMany = 'more than 200,000 values';

/** Says of what a JSON text has too much. It counts before parsing, because parsing can take a hundred times as long. */
export function excessOf(text: string, longest = maxText): string | undefined {
	if (text.length > longest) return tooLong;
	// Neither a web page nor a single value is nested.
	if (!/^\s*[[{]/.test(text)) return undefined;
	let levels = 0;
	let values = 1;
	let isInString = false;
	for (let position = 0; position < text.length; position++) {
		const character = text[position];
		if (character === '"') isInString = !isInString;
		else if (isInString) {
			if (character === '\\') position += 1;
		} else if (character === ',') values += 1;
		else if (character === '[' || character === '{') {
			levels += 1;
			if (levels > maxLevels) return tooDeep;
			while (/\s/.test(text[position + 1] ?? '')) position += 1;
			if (!/[\]}]/.test(text[position + 1] ?? '')) values += 1;
		} else if (character === ']' || character === '}') levels -= 1;
		if (values > maxValues) return tooMany;
	}
	return undefined;
}

function refuseExcess(name: ParameterName, excess: string): never {
	refuse(name, `is too large: ${excess}`, 'Enter less data, or split it across several items.');
}

/**
 * @returns a copy, without half characters in its texts and names: an expression may return the same object for
 * another item, with something else in it, before this one is sent
 * @throws InvalidInput if there is too much of it, or JSON would lose some of it
 */
export function checkedJson<Value>(value: Value, name: ParameterName): Value {
	let values = 0;
	let characters = 0;
	let hasHalves = false;
	const check = (inner: unknown, levels: number, key?: string | number) => {
		values += 1;
		if (values > maxValues) refuseExcess(name, tooMany);
		if (typeof inner === 'string') characters += inner.length;
		if (characters > maxText) refuseExcess(name, tooLong);
		hasHalves ||= isCut(inner) || isCut(key);
		const lost = lostInJson(inner);
		if (lost !== undefined) {
			const [at, where] = key === undefined ? [''] : [', at', { quoted: key }];
			refuse(name, `has ${lost}, which JSON can't carry${at}`, checkExpression, where);
		}
		if (typeof inner !== 'object' || inner === null || isDate(inner)) return;
		if (levels === maxLevels) refuseExcess(name, tooDeep);
		const keys = Array.isArray(inner) ? inner.keys() : Object.keys(inner);
		for (const below of keys) check((inner as IDataObject)[below], levels + 1, below);
	};
	check(value, 0);
	const copy = JSON.parse(JSON.stringify(value)) as Value;
	if (!hasHalves) return copy;
	return changeTexts(copy, (one) => (typeof one === 'string' ? withoutHalves(one) : one));
}

/** Matches strings, and integers that are long enough to be changed. */
const longIntegers = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * @param advice what to do if it isn't JSON
 * @throws InvalidInput if the text isn't JSON, is too large, or has an integer that JavaScript would change
 */
export function parsed(text: string, name: ParameterName, advice: string): unknown {
	const excess = excessOf(text);
	if (excess) refuseExcess(name, excess);
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		refuse(name, "isn't valid JSON", advice);
	}
	// 7615917337495251231 would become 7615917337495251000.
	const isChanged = (token: string) => !token.startsWith('"') && String(Number(token)) !== token;
	const changed = text.match(longIntegers)?.find(isChanged);
	if (changed === undefined) return json;
	const problem = 'has a number that JavaScript would change';
	refuse(name, problem, 'Put it in quotes.', { quoted: changed });
}

/**
 * Names what JSON would lose without a word, such as `NaN` or `a Map`. n8n-core writes a date within a list or an object
 * as text: an invalid one as Luxon's "Invalid DateTime".
 */
export function lostInJson(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
	if (typeof value === 'string')
		return value === 'Invalid DateTime' ? 'an invalid date' : undefined;
	if (/function|symbol|bigint/.test(typeof value)) return `a ${typeof value}`;
	try {
		if (isDate(value) && value.toJSON() === null) return 'an invalid date';
	} catch {
		return 'an object whose toJSON() fails';
	}
	const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
	if (!/^(Map|Set|RegExp|Error)$/.test(kind)) return undefined;
	return `${kind === 'Error' ? 'an' : 'a'} ${kind}`;
}

const isCut = (text: unknown) => typeof text === 'string' && withoutHalves(text) !== text;

/** Half a character is left where an expression cuts a text in the middle of an emoji. Services refuse it. */
export function withoutHalves(text: string): string {
	// Most texts have no emoji at all, which is seen in a quarter of the time.
	return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '') : text;
}

/** True for a JSON object. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDate(value);
}

/**
 * The object of a JSON parameter: text from the editor, or what an expression already returned.
 *
 * @param advice what else to do where a text isn't JSON
 * @throws InvalidInput if the value is not JSON, not an object, or too large, or JSON would lose some of it
 */
export function jsonObject(value: unknown, name: ParameterName, advice: string): IDataObject {
	const example = 'Enter an object, e.g. {"plan": "pro"}.';
	const given = typeof value === 'string' ? parsed(value, name, `${example} ${advice}`) : value;
	if (!isObject(given)) refuse(name, "isn't a JSON object", example);
	return checkedJson(given, name);
}
