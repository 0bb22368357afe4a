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

/** A sign that begins encoded characters, and what matches one of them: its group is the character or its hex code. */
type Encoding = [mark: string, encoded: RegExp];

/** Of each a text may make use or not, for each of its characters. */
const encodings: Encoding[] = [
	['%', /%([\da-f]{2})/iy],
	['\\', /\\(["\\/])/y],
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
		// No encoding makes it shorter.
		if (text.length < key.length) return text;
		const used = encodings.filter(([mark]) => text.includes(mark));
		const decoded = used.reduce((masked, one) => withoutKey(masked, key, borders, one), text);
		return withoutKey(decoded, key, borders);
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

function withoutKey(text: string, key: string, borders: Uint32Array, encoding?: Encoding): string {
	const parts: string[] = [];
	/** Where each of the last characters begins, as many as the key has. */
	const starts = new Uint32Array(encoding ? key.length : 0);
	const [mark, encoded] = encoding ?? [];
	let kept = 0;
	let matched = 0;
	for (let at = 0, count = 0; at < text.length; count += 1) {
		if (encoding) starts[count % key.length] = at;
		let character = text[at];
		at += 1;
		if (encoded && character === mark) {
			encoded.lastIndex = at - 1;
			const [, code] = encoded.exec(text) ?? [];
			if (code !== undefined) {
				character = code.length === 1 ? code : String.fromCharCode(parseInt(code, 16));
				at += code.length;
			}
		}
		while (matched > 0 && character !== key[matched]) matched = borders[matched - 1]!;
		if (character === key[matched]) matched += 1;
		if (matched < key.length) continue;
		const start = encoding ? starts[(count + 1) % key.length]! : at - key.length;
		parts.push(text.slice(kept, start), '[API key]');
		kept = at;
		matched = 0;
	}
	return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/** A number as JSON writes it. */
const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * Puts a mask on all texts, names and numbers of a JSON value that is nested in 64 levels at the most; returns a copy.
 *
 * @param apiKey to find a number that was the key in JSON: after parsing it has at most 17 of its digits
 */
export function jsonMask(mask: Mask, apiKey = ''): <Value>(value: Value) => Value {
	const keyAsNumber = numeric.test(apiKey) ? Number(apiKey) : undefined;
	const masked = (value: unknown): unknown => {
		if (typeof value === 'string') return mask(value);
		if (typeof value === 'number') {
			if (value === keyAsNumber) return mask(apiKey);
			const digits = mask(String(value));
			return digits === String(value) ? value : digits;
		}
		if (typeof value !== 'object' || value === null) return value;
		// A date is text in JSON.
		if ('toJSON' in value && typeof value.toJSON === 'function') return value;
		if (Array.isArray(value)) return value.map(masked);
		const fields = value as Record<string, unknown>;
		return Object.fromEntries(
			Object.keys(fields).map((name) => [mask(name), masked(fields[name])]),
		);
	};
	return (value) => masked(value) as typeof value;
}
