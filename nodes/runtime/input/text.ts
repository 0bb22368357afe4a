import { checkExpression, refuse, type ParameterName } from './InvalidInput';
import { lostInJson } from './json';

/** Characters: more than any field can mean, and not enough to keep n8n from answering others. */
const longestText = 1_000_000;

/**
 * A parameter's value as text, which may also be a number or `true`.
 *
 * @returns the text without white space around it; `''` if nothing was filled in, for which Odoo has `false`
 * @throws InvalidInput if the value is anything else, something that JSON cannot carry, or too long
 */
export function optionalText(value: unknown, name: ParameterName): string {
	if (isEmpty(value) || value === false) return '';
	const lost = lostInJson(value);
	if (lost) refuse(name, (mask) => `isn't text: ${lost(mask)}`, checkExpression);
	if (typeof value === 'object') {
		const advice =
			'Choose one value, e.g. a field of the object, or [0] for the first of the list.';
		refuse(name, "isn't text", advice);
	}
	const text = String(value).trim();
	const tooLong = 'is longer than 1,000,000 characters';
	if (text.length > longestText) refuse(name, tooLong, checkExpression);
	return text;
}

/** As {@link optionalText}, and refuses an empty value. */
export function requiredText(value: unknown, name: ParameterName): string {
	const text = optionalText(value, name);
	if (text === '') refuseEmpty(name);
	return text;
}

/** @throws InvalidInput always */
export function refuseEmpty(name: ParameterName, ...moreAdvice: string[]): never {
	const advice = ['Enter a value, or check that the expression returns one.', ...moreAdvice];
	refuse(name, 'is empty', advice.join(' '), 'empty');
}

/**
 * An object to which fields are added one by one. For a plain `{}` V8 remembers some 1,500 first names; a running n8n has
 * used them up, and each new one makes a slow dictionary of the object. A run of 100,000 items takes three to four
 * times as long with `{}` there (bench/README.md).
 */
export class Fields<Value = unknown> {
	[name: string]: Value;
}

/** The fields that contain something, in their order: what was left empty is never sent as `""` (Q3). */
export function withoutEmpty<Value>(
	fields: Record<string, Value | '' | null | undefined>,
): Fields<Value> {
	const filled = new Fields<Value>();
	for (const [name, value] of Object.entries(fields)) if (!isEmpty(value)) filled[name] = value;
	return filled;
}

/** True if a field was left empty: no value, or no text. */
export function isEmpty(value: unknown): value is '' | null | undefined {
	return value === '' || value === null || value === undefined;
}
