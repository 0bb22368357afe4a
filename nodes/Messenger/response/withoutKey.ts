import type { ServiceResponse } from '../request/transport';
import type { Body } from './parse';

/** What stands where the API key stood. */
const blot = '[API key]';

/** How HTML names what a key may hold. */
const entities: Record<string, string> = {
	'"': 'quot',
	'&': 'amp',
	"'": '(?:apos|#39)',
	'<': 'lt',
	'>': 'gt',
};

/** A text with the API key blotted out, also where JSON, a URL or HTML spells it in its own way. */
export function withoutKey(text: string, apiKey: string): string {
	return text.replace(new RegExp([...apiKey].map(spellings).join(''), 'g'), blot);
}

/** A pattern for one character of a key: as it is, or escaped. */
function spellings(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code.toString(16).replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const literal = /\w/.test(character) ? character : `\\${character}`;
	const entity = entities[character];
	return `(?:${[
		...(/["\\/]/.test(character) ? [`\\\\+${literal}`] : []),
		literal,
		`\\\\+u00${hex}`,
		`%${hex}`,
		`&#0*${code};`,
		`&#[xX]0*${hex};`,
		...(entity ? [`&${entity};`] : []),
	].join('|')})`;
}

/** A response that an error may quote: searched before anything is cut, so that no part of the key is left. */
export function responseWithoutKey(response: ServiceResponse, apiKey: string): ServiceResponse {
	const { location, 'content-type': contentType } = response.headers;
	return {
		...response,
		headers: {
			...response.headers,
			...(location && { location: withoutKey(location, apiKey) }),
			...(contentType && { 'content-type': withoutKey(contentType, apiKey) }),
		},
		body: withoutKey(response.body, apiKey),
	};
}

/** A body with the key blotted out of all its texts and names; the same body where there is none. */
export function bodyWithoutKey(body: Body, response: ServiceResponse, apiKey: string): Body {
	const mayHoldKey = 'json' in body && withoutKey(response.body, apiKey) !== response.body;
	return mayHoldKey ? { json: jsonWithoutKey(body.json, apiKey) } : body;
}

function jsonWithoutKey(value: unknown, apiKey: string): unknown {
	if (typeof value === 'string') return withoutKey(value, apiKey);
	if (Array.isArray(value)) return value.map((element) => jsonWithoutKey(element, apiKey));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => [
			withoutKey(name, apiKey),
			jsonWithoutKey(field, apiKey),
		]),
	);
}
