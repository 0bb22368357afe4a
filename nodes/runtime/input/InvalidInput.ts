import type { INodeProperties } from 'n8n-workflow';

import type { Mask } from './keyMask';
import { sanitizeUntrusted } from './untrustedText';

/** A text of the node's own that quotes values from outside, out of which the mask takes the API key. */
export type Words = (mask: Mask) => string;

/** A parameter or credential field holds something that must be refused before anything is sent. */
export class InvalidInput extends Error {
	/**
	 * @param parameter name as saved workflows store it, e.g. `fromNumber`
	 * @param problem a sentence that begins with the parameter's label
	 * @param reason that sentence without the label
	 */
	constructor(
		readonly parameter: string,
		readonly problem: Words,
		readonly advice: Words,
		readonly reason = problem,
	) {
		super(`Invalid input: ${parameter}`);
	}
}

/** Which parameter a value came from: its property in the node's description. */
export interface ParameterName extends Pick<INodeProperties, 'name' | 'displayName'> {
	/** Which of several, as the words after the label, e.g. `of field 2`. */
	which?: string;
}

/**
 * @param problem what is wrong, as the end of a sentence that begins with the label
 * @param advice what would be right, as a sentence of its own
 * @throws InvalidInput always
 */
export function refuse(
	{ name, displayName, which }: ParameterName,
	problem: string | Words,
	advice: string | Words,
): never {
	const label = which === undefined ? `'${displayName}'` : `'${displayName}' ${which}`;
	const said = asWords(problem);
	throw new InvalidInput(name, (mask) => `${label} ${said(mask)}`, asWords(advice), said);
}

function asWords(text: string | Words): Words {
	return typeof text === 'string' ? () => text : text;
}

/** Tags a template of the node's own words, in which each `${value}` is from outside. */
export function words(own: TemplateStringsArray, ...values: unknown[]): Words {
	return (mask) => String.raw({ raw: own }, ...values.map((value) => excerpt(value, mask)));
}

/** Longest value that an error shows. */
const longestExcerpt = 60;

/** The beginning of a value from outside, as plain text on one line. */
export function excerpt(value: unknown, mask: Mask): string {
	return sanitizeUntrusted(textOf(value), mask, longestExcerpt);
}

function textOf(value: unknown) {
	if (typeof value !== 'object') return String(value);
	try {
		// A date's JSON is text, with quotes of its own.
		return JSON.stringify(value).replace(/^"(.*)"$/, '$1');
	} catch {
		// It contains itself, or is nested too deep.
		return Array.isArray(value) ? '[…]' : '{…}';
	}
}
