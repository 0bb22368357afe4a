import { refuse, type ParameterName } from './InvalidInput';
import { optionalText } from './text';

/**
 * A campaign's labels (docs/service-interface.md, `tags`).
 *
 * @param value text with commas between the tags, or a list that an expression gave
 * @returns the tags without white space around them, empty ones left out
 * @throws InvalidInput where the value or one of its elements is not text
 */
export function parseTags(value: unknown, name: ParameterName): string[] {
	const tags = Array.isArray(value) ? (value as unknown[]) : splitTags(value, name);
	return tags.map((tag) => optionalText(tag, name)).filter((tag) => tag !== '');
}

function splitTags(value: unknown, name: ParameterName): string[] {
	if (typeof value === 'object' && value !== null) {
		refuse(name, 'is an object', 'Enter text with commas between the tags, or a list of texts.');
	}
	return optionalText(value, name).split(',');
}
