/** What a header can carry as a key: visible ASCII. A line break in it would begin another header. */
export const apiKeyShape = /^[\x21-\x7e]+$/;

/** The key as it is sent: without the white space around it that copying leaves. */
export const trimmedKey = (apiKey: unknown) => (typeof apiKey === 'string' ? apiKey.trim() : '');

/** Puts `[API key]` where a text from outside holds the API key. */
export type Mask = (text: string) => string;

/** Changes nothing: there is no key to hide, or it has been hidden. */
export const unmasked: Mask = (text) => text;

/**
 * The mask for a key: it finds the whole key as it is, JSON-quoted (`/` also as `\/`) and URL-encoded (hex
 * digits in either case), and nothing else (docs/node-contract.md, C5 and C6): whoever types a text could learn
 * the key part by part from hidden parts. So a text is masked before it is cut.
 *
 * @param value as the credential has it; a key that no request can carry is in no text
 */
export function keyMask(value: unknown): Mask {
	const apiKey = trimmedKey(value);
	if (!apiKeyShape.test(apiKey)) return unmasked;
	// The longest first; a Set, because most keys look the same in all three forms.
	const forms = new Set([urlEncoded(apiKey), jsonQuoted(apiKey), literal(apiKey)]);
	const pattern = new RegExp([...forms].join('|'), 'g');
	return (text) => text.replace(pattern, '[API key]');
}

/** What matches a text as it is. */
function literal(text: string) {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function jsonQuoted(key: string) {
	return literal(JSON.stringify(key).slice(1, -1)).replaceAll('/', '\\\\?/');
}

function urlEncoded(key: string) {
	return key.replace(/[^\w-]/g, (character) => {
		const plain = literal(character);
		if (character === '.') return plain;
		const hex = character.charCodeAt(0).toString(16).toUpperCase();
		const encoded = `%${hex.replace(/[A-F]/, (digit) => `[${digit}${digit.toLowerCase()}]`)}`;
		// Some encoders leave these as they are.
		return /[!'()*~]/.test(character) ? `(?:${plain}|${encoded})` : encoded;
	});
}

/** Puts a mask on all texts and names of a JSON value that is nested in 64 levels at the most; returns a copy. */
export function jsonMask(mask: Mask): <Value>(value: Value) => Value {
	const masked = (value: unknown): unknown => {
		if (typeof value === 'string') return mask(value);
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
