import { checkedApiKey } from './input/apiKey';

/** Puts `[API key]` where a text from outside holds the API key. */
export type Mask = (text: string) => string;

/** Changes nothing: there is no key to hide, or it has been hidden. */
export const unmasked: Mask = (text) => text;

/**
 * The mask for a key: it finds the whole key as it is, JSON-quoted (`/` also as `\/`) and URL-encoded (hex
 * digits in either case), and nothing else (docs/node-contract.md, C5 and C6). It never looks for a part of
 * the key: whoever types a text would learn the key part by part from what becomes of it. So a text is
 * masked before it is cut.
 *
 * @param apiKey as the credential has it; a key that no request can carry is in no text
 */
export function keyMask(apiKey: unknown): Mask {
	let key: string;
	try {
		key = checkedApiKey(apiKey);
	} catch {
		return unmasked;
	}
	// A Set, because most keys look the same in all three forms.
	const forms = new Set([jsonQuoted(key), urlEncoded(key), literal(key)]);
	const pattern = new RegExp([...forms].join('|'), 'g');
	return (text) => text.replace(pattern, '[API key]');
}

/** What matches a text as it is. */
function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function jsonQuoted(key: string): string {
	return literal(JSON.stringify(key).slice(1, -1)).replaceAll('/', '\\\\?/');
}

function urlEncoded(key: string): string {
	return key.replace(/[^\w-]/g, (character) => {
		const plain = literal(character);
		if (character === '.') return plain;
		const hex = character.charCodeAt(0).toString(16).toUpperCase();
		const encoded = `%${hex.replace(/[A-F]/, (digit) => `[${digit}${digit.toLowerCase()}]`)}`;
		// Some encoders leave these as they are.
		return /[!'()*~]/.test(character) ? `(?:${plain}|${encoded})` : encoded;
	});
}

/**
 * A JSON value with all its texts and names masked, nested in 64 levels at the most.
 *
 * @returns the same value where the mask changes nothing
 */
export function maskJson<Value>(value: Value, mask: Mask): Value {
	return isChanged(value, mask) ? (masked(value, mask) as Value) : value;
}

function isChanged(value: unknown, mask: Mask): boolean {
	if (typeof value === 'string') return mask(value) !== value;
	if (!isContainer(value)) return false;
	return Object.entries(value).some(
		([name, inner]) => isChanged(name, mask) || isChanged(inner, mask),
	);
}

function masked(value: unknown, mask: Mask): unknown {
	if (typeof value === 'string') return mask(value);
	if (Array.isArray(value)) return value.map((element) => masked(element, mask));
	if (!isContainer(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [mask(name), masked(inner, mask)]),
	);
}

/** Not a date, which is text in JSON. */
function isContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !('toJSON' in value);
}
