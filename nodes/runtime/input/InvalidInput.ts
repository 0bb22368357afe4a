import type { INodeProperties } from 'n8n-workflow';

import { isDate } from './changeTexts';
import type { Mask } from './keyMask';
import { sanitizeUntrusted } from './untrustedText';

/** A parameter or credential field contains something that must be refused before anything is sent. */
export class InvalidInput extends Error {
	/**
	 * @param parameter name as saved workflows store it, e.g. `fromNumber`
	 * @param problem a sentence of the node's own that begins with the parameter's label
	 * @param advice what would be right
	 * @param quoted the whole text from outside that it is about, if it shows one
	 * @param kind `malformed`: a text or number that is left out where it isn't needed; `missing`: there is none
	 */
	constructor(
		readonly parameter: string,
		readonly problem: string,
		readonly advice: string,
		readonly quoted?: string,
		readonly kind?: 'malformed' | 'missing',
	) {
		super(`Invalid input: ${parameter}`);
	}

	/** The problem, with the beginning of what it quotes. @param mask takes out the API key, before anything is cut */
	shown(mask: Mask): string {
		const { problem, quoted } = this;
		return quoted === undefined ? problem : `${problem}: "${excerpt(quoted, mask)}"`;
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
 * @param more `quoted`: the value, to be shown; `kind`: as {@link InvalidInput} has it
 * @throws InvalidInput always
 */
export function refuse(
	{ name, displayName, which }: ParameterName,
	problem: string,
	advice: string,
	more: { quoted?: unknown; kind?: InvalidInput['kind'] } = {},
): never {
	const label = which === undefined ? `'${displayName}'` : `'${displayName}' ${which}`;
	const quoted = 'quoted' in more ? textOf(more.quoted) : undefined;
	throw new InvalidInput(name, `${label} ${problem}`, advice, quoted, more.kind);
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
