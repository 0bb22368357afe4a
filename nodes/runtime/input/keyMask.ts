import { changeTexts } from './changeTexts';

/** A header can carry visible ASCII as a key. A line break in it would begin another header. */
export const apiKeyShape = /^[\x21-\x7e]+$/;

/** Characters: more than any key has. */
export const longestKey = 4096;

/** The key as it is sent: without the white space around it that copying leaves. */
export const trimmedKey = (apiKey: unknown) => (typeof apiKey === 'string' ? apiKey.trim() : '');

/** Puts `[API key]` where a text from outside contains the API key. */
export type Mask = (text: string) => string;

/** Changes nothing: there is no key to hide, or it has been hidden. */
export const unmasked: Mask = (text) => text;

/**
 * The mask for a key: it finds the whole key as it is, JSON-quoted and percent-encoded, and nothing else
 * (docs/node-contract.md, C5 and C6): whoever types a text could learn the key part by part from hidden parts. So a
 * text is masked before it is cut.
 *
 * @param value as the credential has it; a key that no request can carry is in no text
 */
export function keyMask(value: unknown): Mask {
	const key = trimmedKey(value);
	if (!apiKeyShape.test(key)) return unmasked;
	const spellings = spellingsOf(key);
	return (text) => {
		// No spelling is shorter.
		if (text.length < key.length) return text;
		return spellings.reduce((masked, one) => masked.replaceAll(one, '[API key]'), text);
	};
}

/** The longer ones first: they may contain the key as it is. */
function spellingsOf(key: string): string[] {
	// Encoders differ in the marks that they leave as they are.
	const encoded = [new URLSearchParams([['', key]]).toString().slice(1), encodeURIComponent(key)];
	const inLowerCase = encoded.map((text) => text.replace(/%../g, (code) => code.toLowerCase()));
	const quoted = JSON.stringify(key).slice(1, -1);
	return [...new Set([...encoded, ...inLowerCase, quoted.replaceAll('/', '\\/'), quoted, key])];
}

const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * Puts a mask on all texts, names and numbers of a JSON value. What has no key in it stays the same object.
 *
 * @param apiKey to find a number that was the key in JSON: after parsing it has at most 17 of its digits
 */
export function jsonMask(mask: Mask, apiKey = ''): <Value>(value: Value) => Value {
	const keyAsNumber = numeric.test(apiKey) ? Number(apiKey) : undefined;
	const masked = (one: string | number) => {
		const text = String(one);
		const hidden = mask(one === keyAsNumber ? apiKey : text);
		return hidden === text ? one : hidden;
	};
	return (value) => changeTexts(value, masked);
}
