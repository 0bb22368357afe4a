import type { Answer } from '../request/transport';
import type { Body } from './parse';

/** What stands where the API key stood. */
const blot = '[API key]';

/** A text with the API key blotted out, also where JSON or a URL spells it in its own way. */
export function withoutKey(text: string, apiKey: string): string {
	const inJson = JSON.stringify(apiKey).slice(1, -1);
	const spellings = new Set([
		apiKey,
		inJson,
		inJson.replaceAll('/', '\\/'),
		JSON.stringify(inJson).slice(1, -1),
		encodeURIComponent(apiKey),
	]);
	let clean = text;
	for (const spelling of spellings) clean = clean.replaceAll(spelling, blot);
	return clean;
}

/** An answer that an error may quote: searched before anything is cut, so that no part of the key is left. */
export function answerWithoutKey(answer: Answer, apiKey: string): Answer {
	const { location, 'content-type': contentType } = answer.headers;
	return {
		...answer,
		headers: {
			...answer.headers,
			...(location && { location: withoutKey(location, apiKey) }),
			...(contentType && { 'content-type': withoutKey(contentType, apiKey) }),
		},
		body: withoutKey(answer.body, apiKey),
	};
}

/** A body with the key blotted out of all its texts and names; the same body where there is none. */
export function bodyWithoutKey(body: Body, answer: Answer, apiKey: string): Body {
	const mayHoldKey = 'json' in body && withoutKey(answer.body, apiKey) !== answer.body;
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
