import { isObject } from '../input/json';
import type { Mask } from '../input/keyMask';
import type { ServiceResponse, TooLarge } from '../http/transport';
import { sanitizeUntrusted, shortened } from '../input/untrustedText';

/** Longest text of the service that an error shows. */
const longestQuote = 200;

/** What a body holds: JSON, or the fact that it does not. */
export type Body = { json: unknown } | { notJson: 'empty' | 'text' } | { tooLarge: TooLarge };

export function parseBody({ body, tooLarge }: ServiceResponse): Body {
	if (tooLarge !== undefined) return { tooLarge };
	if (body.trim() === '') return { notJson: 'empty' };
	try {
		return { json: JSON.parse(body) as unknown };
	} catch {
		return { notJson: 'text' };
	}
}

/** The service's own words in an error body: `message`, or `detail` (docs/service-interface.md, "Errors"). */
export function serviceMessage(body: Body, mask: Mask): string | undefined {
	if (!('json' in body) || !isObject(body.json)) return undefined;
	const { message, detail } = body.json;
	return [message, detail]
		.filter((text) => typeof text === 'string')
		.map((text) => quote(text, mask))
		.find((text) => text !== '');
}

/** Whether the body refuses: a `success` that is there and is not `true`, under any status. */
export function saysFailure(body: Body): boolean {
	return (
		'json' in body &&
		isObject(body.json) &&
		body.json.success !== undefined &&
		body.json.success !== true
	);
}

/** The content type that came, as an error names it. */
export function contentType({ headers }: ServiceResponse, mask: Mask): string {
	const type = sanitizeUntrusted(headers['content-type'] ?? '', mask).split(';')[0] ?? '';
	return cut(type.trim() || 'no content type');
}

/** The first 200 characters of what the service said, for an error. */
export function quote(text: string, mask: Mask): string {
	return sanitizeUntrusted(text, mask, longestQuote);
}

/** A text that others follow: the service's own words may end with a full stop or without. */
export function asSentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The first 200 characters of a title, or less by as many as are to follow. */
export function cut(text: string, following = 0): string {
	return shortened(text, longestQuote - following);
}
