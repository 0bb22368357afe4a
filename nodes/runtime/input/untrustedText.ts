import { longestKey, type Mask } from './keyMask';

/** Line breaks, tabs and the like: one space on the single line of a message or a log. */
const whiteSpace = /[\t-\r\u0085\u2028\u2029]+/g;

/** What a reader does not see, or sees in another order; but not the joiners that scripts and emoji need. */
const unseen =
	/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Characters with a meaning in HTML or in n8n's descriptions, each with one that looks alike. */
const lookAlikes: Record<string, string> = { '<': '‹', '>': '›', '`': 'ˋ', '&': '＆' };

/** Maximum number of characters read for what is shown of a text, which may have megabytes. */
const mostRead = 10_000;

/** Characters of the longest key, where each is written as three (`%2B`). */
const longestKeyForm = 3 * longestKey;

/**
 * A text from outside for a message, a description or a hint of n8n: without the API key, without markup, and
 * short. The editor shows these as HTML, after sanitisers that let links and images pass; and they reach logs.
 *
 * @param mask sees more than is shown, before anything is cut
 * @returns one line of at most so many characters, and "…" where more follow
 */
export function sanitizeUntrusted(text: string, mask: Mask, longest = 1000): string {
	// With a key that begins in what is shown, to its end.
	const shown = mask(text.slice(0, mostRead + longestKeyForm))
		.slice(0, mostRead)
		.replace(whiteSpace, ' ')
		.replace(unseen, '')
		.replace(/[<>`]|&(?=#?\w)/g, (character) => String(lookAlikes[character]));
	return shortened(shown, longest);
}

/** The beginning of a text, with "…" where more follows; no character is cut in half. */
export function shortened(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}
