import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted, shortened } from '../input/untrustedText';

export const mayHaveBeenProcessed =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';

/** Sentences one after the other; empty ones are left out. */
export const joined = (...sentences: Array<string | false | undefined>) =>
	sentences.filter((text) => text).join(' ');

/** A text that others follow: the service's own words may end with a full stop or without. */
export const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Maximum length of a title, and of a text of the service that an error shows. */
const longestQuote = 200;

/** The beginning of what the service said, for an error. */
export const quote = (text: string, mask: Mask) => sanitizeUntrusted(text, mask, longestQuote);

/** Shortens the beginning of a title, which so many characters follow. */
export const cut = (text: string, following = 0) => shortened(text, longestQuote - following);

/** Such as `2.5 s`. */
export const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

/** Such as `once` or `3 times`. */
export const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** Such as `1 item` or `2,000 items`. */
export const counted = (count: number, what: string) =>
	`${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
