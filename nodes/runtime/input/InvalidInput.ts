import type { INodeProperties } from 'n8n-workflow';

import { isDate } from './changeTexts';
import type { Mask } from './keyMask';
import { sanitizeUntrusted } from './untrustedText';

/** A text of the node's own that quotes values from outside, out of which the mask takes the API key. */
export type Words = (mask: Mask) => string;

/** A parameter or credential field contains something that must be refused before anything is sent. */
export class InvalidInput extends Error {
	/**
	 * @param parameter name as saved workflows store it, e.g. `fromNumber`
	 * @param problem a sentence that begins with the parameter's label
	 * @param isMalformed true for a text or number that is left out where it isn't needed
	 */
	constructor(
		readonly parameter: string,
		readonly problem: Words,
		readonly advice: Words,
		readonly isMalformed = false,
	) {
		super(`Invalid input: ${parameter}`);
	}
}

/** The advice if only an expression can have made the value. */
export const checkExpression = 'Check what the expression returns.';

/** The parameter that a value came from: its property in the node's description. */
export interface ParameterName extends Pick<INodeProperties, 'name' | 'displayName'> {
	/** One of several, as the words after the label, e.g. `of field 2`. */
	which?: string;
}

/**
 * @param problem what is wrong, as the end of a sentence that begins with the label
 * @param advice what would be right, as a separate sentence
 * @param kind of a text or number that is left out where it isn't needed
 * @throws InvalidInput always
 */
export function refuse(
	{ name, displayName, which }: ParameterName,
	problem: string | Words,
	advice: string,
	kind?: 'malformed',
): never {
	const label = which === undefined ? `'${displayName}'` : `'${displayName}' ${which}`;
	const said: Words = typeof problem === 'string' ? () => problem : problem;
	const named: Words = (mask) => `${label} ${said(mask)}`;
	throw new InvalidInput(name, named, () => advice, kind !== undefined);
}

/** Tags a template of the node's own words, in which each `${value}` is from outside. */
export function words(own: TemplateStringsArray, ...values: unknown[]): Words {
	return (mask) => String.raw({ raw: own }, ...values.map((value) => excerpt(value, mask)));
}

const longestExcerpt = 60;

/** The beginning of a value from outside, as plain text on one line. */
export function excerpt(value: unknown, mask: Mask): string {
	return sanitizeUntrusted(textOf(value), mask, longestExcerpt);
}

/** An object may contain too much to look at. */
function textOf(value: unknown) {
	if (isDate(value)) return String(value.toJSON());
	if (typeof value !== 'object' || value === null) return String(value);
	return Array.isArray(value) ? '[…]' : '{…}';
}
