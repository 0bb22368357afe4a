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

/** A text's way of writing characters: as they are, or in an encoding that each character may use or not. */
interface Writing {
	/** A character without which a text makes no use of it. */
	mark: string;
	/** Matches one encoded character; its group is the character or its hex code. */
	encoded: RegExp;
	decode(group: string): string;
}

const writings: Writing[] = [
	{
		mark: '%',
		encoded: /%([\da-f]{2})/iy,
		decode: (hex) => String.fromCharCode(parseInt(hex, 16)),
	},
	{ mark: '\\', encoded: /\\(["\\/])/y, decode: (character) => character },
];

/**
 * The mask for a key: it finds the whole key as it is, JSON-quoted and URL-encoded, and nothing else
 * (docs/node-contract.md, C5 and C6): whoever types a text could learn the key part by part from hidden parts. So a
 * text is masked before it is cut. It takes time linear in the text, whatever the key (Knuth, Morris and Pratt).
 *
 * @param value as the credential has it; a key that no request can carry is in no text
 */
export function keyMask(value: unknown): Mask {
	const key = trimmedKey(value);
	if (!apiKeyShape.test(key)) return unmasked;
	const borders = bordersOf(key);
	return (text) => {
		// No writing makes it shorter.
		if (text.length < key.length) return text;
		const used = writings.filter(({ mark }) => text.includes(mark));
		return [...used, undefined].reduce(
			(masked, writing) => withoutKey(masked, key, borders, writing),
			text,
		);
	};
}

/** For each beginning of the key, the length of the longest shorter beginning that it ends with. */
function bordersOf(key: string) {
	const borders = new Uint32Array(key.length);
	for (let end = 1, border = 0; end < key.length; end += 1) {
		while (border > 0 && key[end] !== key[border]) border = borders[border - 1]!;
		if (key[end] === key[border]) border += 1;
		borders[end] = border;
	}
	return borders;
}

function withoutKey(text: string, key: string, borders: Uint32Array, writing?: Writing): string {
	const parts: string[] = [];
	/** Where each of the last characters begins, as many as the key has. */
	const starts = new Uint32Array(writing ? key.length : 0);
	let kept = 0;
	let matched = 0;
	for (let at = 0, count = 0; at < text.length; count += 1) {
		if (writing) starts[count % key.length] = at;
		let character = text[at];
		let length = 1;
		if (writing && character === writing.mark) {
			writing.encoded.lastIndex = at;
			const found = writing.encoded.exec(text);
			if (found) {
				character = writing.decode(found[1]!);
				length = found[0].length;
			}
		}
		at += length;
		while (matched > 0 && character !== key[matched]) matched = borders[matched - 1]!;
		if (character === key[matched]) matched += 1;
		if (matched < key.length) continue;
		const start = writing ? starts[(count + 1) % key.length]! : at - key.length;
		parts.push(text.slice(kept, start), '[API key]');
		kept = at;
		matched = 0;
	}
	return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/** Puts a mask on all texts, names and numbers of a JSON value that is nested in 64 levels at the most; returns a copy. */
export function jsonMask(mask: Mask): <Value>(value: Value) => Value {
	const masked = (value: unknown): unknown => {
		if (typeof value === 'string') return mask(value);
		if (typeof value === 'number') return maskedNumber(value);
		if (typeof value !== 'object' || value === null) return value;
		// A date is text in JSON.
		if ('toJSON' in value && typeof value.toJSON === 'function') return value;
		if (Array.isArray(value)) return value.map(masked);
		const fields = value as Record<string, unknown>;
		return Object.fromEntries(
			Object.keys(fields).map((name) => [mask(name), masked(fields[name])]),
		);
	};
	const maskedNumber = (value: number) => {
		const digits = String(value);
		const text = mask(digits);
		return text === digits ? value : text;
	};
	return (value) => masked(value) as typeof value;
}
