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
	const given: unknown[] = checkedJson([value].flat(), name);
	const isList = Array.isArray(value) || given.some(isObject);
	const tags = isList ? given : tagsIn(optionalText(value, name), name);
	if (tags.some(isObject)) refuse(name, "isn't text", advice);
	return tags.map((tag) => nameText(tag, name)).filter((tag) => tag !== '');
}

/** What stands in brackets is JSON, or else its first and last tag would be broken. PostgreSQL's empty list is `{}`. */
function tagsIn(text: string, name: ParameterName): unknown[] {
	if (!/^(?:\[.*\]|\{[^{}]*\})$/s.test(text)) return text.split(/[,;]/);
	const list = parsed(text, name, advice) as object;
	return Array.isArray(list) ? list : Object.keys(list).length === 0 ? [] : [list];
}
