import { refuse, words, type ParameterName } from './InvalidInput';
import { isLostInJson } from './json';

/** Characters: far more than any field can mean, and not enough to keep n8n from answering others. */
const longestText = 1_000_000;

/**
 * A parameter's value as text. An expression may give a number or a boolean where the editor has
 * a text field; nothing else is text.
 *
 * @returns the text without white space around it; `''` where nothing was filled in
 * @throws InvalidInput where the value is an object, an array, no number that JSON can hold, an invalid date
 * or too long
 */
export function optionalText(value: unknown, name: ParameterName): string {
	if (isEmpty(value)) return '';
	if (isLostInJson(value))
		refuse(name, words`isn't text: ${String(value)}`, 'Check what the expression returns.');
	if (typeof value === 'object')
		refuse(name, "isn't text", 'Enter a single value, not an object or a list.');
	const text = String(value).trim();
	if (text.length > longestText) {
		refuse(
			name,
			`is longer than ${longestText.toLocaleString('en')} characters`,
			'Check what the expression returns.',
		);
	}
	return text;
}

/** As {@link optionalText}, and refuses an empty value. */
export function requiredText(value: unknown, name: ParameterName): string {
	const text = optionalText(value, name);
	if (text === '')
		refuse(name, 'is empty', 'Enter a value, or check that the expression returns one.');
	return text;
}

/**
 * Leaves out what was left empty, so that it is never sent as `""` (docs/node-contract.md, "Every request").
 *
 * @returns the fields that hold something, in their order
 */
export function withoutEmpty<Value>(
	fields: Record<string, Value | '' | null | undefined>,
): Record<string, Value> {
	return Object.fromEntries(
		Object.entries(fields).filter((field): field is [string, Value] => !isEmpty(field[1])),
	);
}

/** Whether a field was left empty: no value, or no text. */
export function isEmpty(value: unknown): value is '' | null | undefined {
	return value === '' || value === null || value === undefined;
}
