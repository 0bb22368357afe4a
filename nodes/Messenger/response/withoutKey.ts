import type { ServiceResponse } from '../request/transport';
import { Spellings } from './Spellings';
import type { Body } from './parse';

/** What stands where the API key stood. */
const blot = '[API key]';

/** With none of these in it, a text can spell the key in no other way than as it is. */
const escapeMark = /[\\%&]/;

/**
 * A text with the API key blotted out: as it is, and wherever undoing the escapes of JSON and
 * JavaScript, URLs or HTML, of some or all of its characters, in any number of layers and in any
 * mixture, would give it. A text must be searched before it is cut, or part of a key is left.
 *
 * Not found is a key in an encoding (base64, hex, compressed) or another case, in parts (over
 * several texts, or with something in between), or one of which the service itself sent only a part.
 *
 * @param apiKey visible ASCII characters, at least one
 * @returns the same text where there is none
 */
export function withoutKey(text: string, apiKey: string): string {
	if (!escapeMark.test(text)) return text.replaceAll(apiKey, blot);
	// Backslashes in front of a key may be its quoting, whether it begins with some or not.
	const sought = apiKey.replace(/^\\+(?=.)/, '');
	// No way to spell it is shorter, and most texts are.
	if (text.length < sought.length) return text;
	const spellings = new Spellings(text);
	const first = sought.charCodeAt(0).toString(16).padStart(4, '0');
	const beginning = new RegExp(`[\\\\%&\\u${first}]`, 'g');
	const endOfKey = keyFinder(spellings, sought);
	let clean = '';
	let kept = 0;
	for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
		const end = endOfKey(found.index);
		if (end === 0) continue;
		clean += text.slice(kept, found.index) + blot;
		kept = end;
		beginning.lastIndex = end;
	}
	return clean + text.slice(kept);
}

/** The fewest characters of a cut key that are searched for. */
const shortestBeginning = 4;

/** As {@link withoutKey}, for a text that quotes what was cut: "…" may follow the beginning of a key. */
export function quoteWithoutKey(text: string, apiKey: string): string {
	let clean = withoutKey(text, apiKey);
	for (let length = apiKey.length; length >= shortestBeginning; length--) {
		clean = clean.replaceAll(`${apiKey.slice(0, length)}…`, `${blot}…`);
	}
	return clean;
}

/**
 * Gives the position behind the key that begins at a position, the last one if there are several; 0
 * where there is none. Many first characters may end at one position, in front of a long row of
 * backslashes: what follows there is read once.
 */
function keyFinder(spellings: Spellings, apiKey: string): (start: number) => number {
	const known = new Map<number, number>();
	const endOfRest = (position: number) => {
		let ends = new Set([position]);
		for (let index = 1; index < apiKey.length; index++) {
			ends = spellings.endsOf(apiKey.charAt(index), ends, true);
		}
		return last(ends);
	};
	return (start) =>
		last(
			Array.from(spellings.endsOf(apiKey.charAt(0), [start], false), (position) => {
				const end = known.get(position) ?? endOfRest(position);
				known.set(position, end);
				return end;
			}),
		);
}

function last(positions: Iterable<number>): number {
	let end = 0;
	for (const position of positions) end = Math.max(end, position);
	return end;
}

/** An object or an array of JSON, by index or by name. */
type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container =>
	typeof value === 'object' && value !== null;

/**
 * A JSON value with the key blotted out of all its texts, names and numbers, as
 * {@link withoutKey} finds it, however deep the value is nested.
 *
 * @param json as `JSON.parse` gives it
 * @returns the same value where there is none
 */
export function valueWithoutKey(json: unknown, apiKey: string): unknown {
	return holdsKey(json, apiKey) ? cleanCopy(json, apiKey) : json;
}

function holdsKey(json: unknown, apiKey: string): boolean {
	const waiting = [json];
	while (waiting.length > 0) {
		const value = waiting.pop();
		if (!isContainer(value)) {
			if (cleanScalar(value, apiKey) !== value) return true;
		} else if (Array.isArray(value)) {
			for (const element of value) waiting.push(element);
		} else {
			for (const name of Object.keys(value)) waiting.push(name, value[name]);
		}
	}
	return false;
}

function cleanCopy(json: unknown, apiKey: string): unknown {
	const copyOf = (value: unknown) =>
		isContainer(value) ? (Array.isArray(value) ? [] : {}) : cleanScalar(value, apiKey);
	const copy = copyOf(json);
	const waiting: Array<[from: unknown, to: unknown]> = [[json, copy]];
	for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
		const [from, to] = pair;
		if (!isContainer(from) || !isContainer(to)) continue;
		for (const name of Object.keys(from)) {
			const value = copyOf(from[name]);
			// Not assigned: a field named __proto__ is only a field.
			Object.defineProperty(to, Array.isArray(from) ? name : withoutKey(name, apiKey), {
				value,
				writable: true,
				enumerable: true,
				configurable: true,
			});
			waiting.push([from[name], value]);
		}
	}
	return copy;
}

/** A text, or a number where the key is one, without the key; anything else as it is. */
function cleanScalar(value: unknown, apiKey: string): unknown {
	if (typeof value === 'string') return withoutKey(value, apiKey);
	return typeof value === 'number' && String(value).includes(apiKey) ? blot : value;
}

/** A response that an error may quote, without the key in what can be quoted of it. */
export function responseWithoutKey(response: ServiceResponse, apiKey: string): ServiceResponse {
	const { location, 'content-type': contentType } = response.headers;
	return {
		...response,
		headers: {
			...response.headers,
			...(location && { location: withoutKey(location, apiKey) }),
			...(contentType && { 'content-type': withoutKey(contentType, apiKey) }),
		},
		body: withoutKey(response.body, apiKey),
	};
}

/** A body without the key in any of its texts and names; the same body where there is none. */
export function bodyWithoutKey(body: Body, apiKey: string): Body {
	if (!('json' in body)) return body;
	const json = valueWithoutKey(body.json, apiKey);
	return json === body.json ? body : { json };
}
