/** Line breaks, tabs and the like: one space on the single line of a message or a log. */
const whiteSpace = /[\t-\r\u0085\u2028\u2029]+/g;

/**
 * What a reader does not see, or sees in another order than it stands: control characters, with them
 * the escape that begins a terminal's commands; directions of writing; invisible characters but for
 * the joiners that scripts and emoji need; letters of tags; halves of a character.
 */
const unseen =
	/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** What has a meaning in HTML or in n8n's own descriptions, and what looks alike and has none. */
const lookAlikes: Record<string, string> = { '<': '‹', '>': '›', '`': 'ˋ', '&': '＆' };

/**
 * A text of somebody else (a page, an answer, a contact's field) for a message, a description or a
 * hint of n8n. The editor shows these as HTML, after sanitisers that let links and images pass, and
 * makes code of what stands in backticks; and they reach logs. No markup is left in the result for
 * any parser, however it repairs what it reads, and `<html>` is still to be read, as `‹html›`.
 *
 * @returns one line; not shortened, and an API key must have been searched before
 */
export function foreignText(text: string): string {
	return text
		.replace(whiteSpace, ' ')
		.replace(unseen, '')
		.replace(/[<>`]|&(?=#?\w)/g, (character) => String(lookAlikes[character]));
}

/** The beginning of a text, with "…" where more follows; no character is cut in half. */
export function shortened(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}
