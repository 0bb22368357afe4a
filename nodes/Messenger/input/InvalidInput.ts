import type { INodeProperties } from 'n8n-workflow';

import type { Mask } from './keyMask';
import { sanitizeUntrusted } from './untrustedText';

/**
 * What an error says: the node's own words as they are, and values from outside among them, which the mask
 * takes the API key out of.
 */
export type Words = (mask: Mask) => string;

/**
 * A parameter or credential field holds something that the service must refuse. Thrown before
 * anything is sent; the node turns it into an n8n error with the item's number.
 */
export class InvalidInput extends Error {
	/**
	 * @param parameter name as saved workflows store it, e.g. `fromNumber`
	 * @param problem what is wrong, as a sentence without a full stop
	 * @param advice what would be right, as a sentence of its own
	 */
	constructor(
		readonly parameter: string,
		readonly problem: Words,
		readonly advice: Words,
	) {
		super(`Invalid input: ${parameter}`);
	}
}

/** Which parameter a value came from: its property in the node's description. */
export interface ParameterName extends Pick<INodeProperties, 'name' | 'displayName'> {
	/** Which of several, as the words after the label, e.g. `of recipient 2`. */
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
	throw new InvalidInput(
		name,
		(mask) => `${label} ${said(problem, mask)}`,
		(mask) => said(advice, mask),
	);
}

function said(words: string | Words, mask: Mask): string {
	return typeof words === 'string' ? words : words(mask);
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

function textOf(value: unknown): string {
	if (typeof value !== 'object') return String(value);
	try {
		// A date's JSON is text, with quotes of its own.
		return JSON.stringify(value).replace(/^"(.*)"$/, '$1');
	} catch {
		// It contains itself, or is nested too deep.
		return Array.isArray(value) ? '[…]' : '{…}';
	}
}
