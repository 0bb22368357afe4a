import type { INodeProperties } from 'n8n-workflow';

import { foreignText, shortened } from '../foreignText';

/**
 * A parameter or credential field holds something that the service must refuse. Thrown before
 * anything is sent; the node turns it into an n8n error with the item's number.
 */
export class InvalidInput extends Error {
	/**
	 * @param parameter name as saved workflows store it, e.g. `fromNumber`
	 * @param message what is wrong, as a sentence without a full stop
	 * @param advice what would be right, as a sentence of its own
	 */
	constructor(
		readonly parameter: string,
		message: string,
		readonly advice: string,
	) {
		super(message);
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
	problem: string,
	advice: string,
): never {
	const label = which === undefined ? `'${displayName}'` : `'${displayName}' ${which}`;
	throw new InvalidInput(name, `${label} ${problem}`, advice);
}

const longestQuote = 60;

/** A value as an error message shows it: quoted, as plain text on one line, at most 60 characters long. */
export function quoted(value: unknown): string {
	return `"${shortened(foreignText(textOf(value)), longestQuote)}"`;
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
