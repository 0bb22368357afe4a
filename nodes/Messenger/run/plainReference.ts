import { isSafeObjectProperty } from 'n8n-workflow';

/** The property names and array indexes that lead from an item's `json` to a value. */
export type PlainReference = ReadonlyArray<string | number>;

/** `.name`, `["a name"]`, `['a name']` or `[0]`; names only of characters that mean themselves. */
const step =
	/\.(?<name>[A-Za-z_]\w*)|\[(?<quote>["'])(?<key>[^"'`\\{}\p{C}\p{Zl}\p{Zp}]+)\k<quote>\]|\[(?<index>0|[1-9]\d{0,8})\]/u;

const steps = new RegExp(step, 'gu');

const reference = new RegExp(`^=\\{\\{ ?\\$json(?<path>(?:${step.source})+) ?\\}\\}$`, 'u');

/** The evaluator refuses unsafe names, replaces `globalThis`, and finds inherited properties before own ones. */
function isOrdinary(name: string | number) {
	return (
		typeof name === 'number' ||
		(isSafeObjectProperty(name) &&
			!name.includes('constructor') &&
			name !== 'globalThis' &&
			!(name in Object.prototype))
	);
}

/**
 * The path of an expression that is nothing but one plain reference to the item, such as `={{ $json.email }}`
 * or `={{ $json["First Name"] }}`: n8n's evaluator takes half a millisecond for it.
 *
 * @returns undefined for every other expression, and wherever the evaluator might read differently
 */
export function plainReference(value: string): PlainReference | undefined {
	const path = reference.exec(value)?.groups?.path;
	if (path === undefined) return undefined;
	const names = Array.from(path.matchAll(steps), ({ groups: { name, key, index } = {} }) =>
		index === undefined ? (name ?? key ?? '') : Number(index),
	);
	return names.every(isOrdinary) ? names : undefined;
}

/** Objects as JSON gives them: neither a date nor an instance of any other class. */
function isPlainObject(value: object) {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An own property's value; undefined where it has none or a getter would have to be called. */
function ownValue(holder: unknown, name: string | number): unknown {
	if (typeof holder !== 'object' || holder === null) return undefined;
	if (Array.isArray(holder) ? typeof name === 'string' : !isPlainObject(holder)) return undefined;
	return Object.getOwnPropertyDescriptor(holder, name)?.value;
}

/** Reads what n8n's evaluator would. @returns undefined where only that can tell: no own plain value is there */
export function readPlainReference(
	json: unknown,
	path: PlainReference,
): string | number | boolean | undefined {
	const value = path.reduce(ownValue, json);
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: undefined;
}
