import { refuse, type ParameterName } from './InvalidInput';
import { checkedJson, isObject, parsed } from './json';
import { nameText, optionalText } from './text';

const advice = 'Enter text with commas between the tags, or a list of texts.';

/**
 * @param value text with commas or semicolons between the tags; or a list, which may be written as text
 * @returns the tags without white space around them, empty ones left out
 * @throws InvalidInput if the value or one of its elements is not text, or there is too much of it
 */
export function parseTags(value: unknown, name: ParameterName): string[] {
	const list: unknown[] = checkedJson([value].flat(), name);
	if (list.some(isObject)) refuse(name, "isn't text", advice);
	const tags = Array.isArray(value) ? list : tagsIn(optionalText(value, name), name);
	return tags.map((tag) => nameText(tag, name)).filter((tag) => tag !== '');
}

/** A list in brackets is one as JSON: its first and last tag would be broken. */
const tagsIn = (text: string, name: ParameterName) =>
	/^\[.*\]$/s.test(text) ? (parsed(text, name, advice) as unknown[]) : text.split(/[,;]/);
