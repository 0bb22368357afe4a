import { refuse, type ParameterName } from './InvalidInput';
import { checkJson, isObject } from './json';
import { optionalText } from './text';

/**
 * @param value text with commas between the tags, or a list that an expression returned
 * @returns the tags without white space around them, empty ones left out
 * @throws InvalidInput if the value or one of its elements is not text, or there is too much of it
 */
export function parseTags(value: unknown, name: ParameterName): string[] {
	const list: unknown[] = Array.isArray(value) ? value : [value];
	if (list.some(isObject)) {
		refuse(name, "isn't text", 'Enter text with commas between the tags, or a list of texts.');
	}
	checkJson(value, name);
	const tags = Array.isArray(value) ? list : optionalText(value, name).split(',');
	return tags.map((tag) => optionalText(tag, name)).filter((tag) => tag !== '');
}
