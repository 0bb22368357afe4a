import type { IDataObject } from 'n8n-workflow';

import { extentOfText, isObject } from '../input/json';
import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted, shortened } from '../input/untrustedText';
import type { ResponseBudget, ServiceResponse, TooLarge } from './ServiceResponse';

/** What a body holds: JSON, or the fact that it does not. */
export type Body = { json: unknown } | { notJson: 'empty' | 'text' } | { tooLarge: TooLarge };

/**
 * @param budget what the run's answers may still have; this one's values are taken off
 * @param copies for how many items the answer becomes an output
 */
export function parseBody(
	{ body, tooLarge }: ServiceResponse,
	budget: ResponseBudget,
	copies = 1,
): Body {
	if (tooLarge !== undefined) return { tooLarge };
	if (body.trim() === '') return { notJson: 'empty' };
	const { values, excess } = extentOfText(body);
	if (excess !== undefined) return { tooLarge: { excess } };
	budget.valuesLeft -= values * copies;
	if (budget.valuesLeft < 0) {
		return { tooLarge: { excess: 'more than 10,000,000 values together', isRun: true } };
	}
	try {
		return { json: JSON.parse(body) as unknown };
	} catch {
		return { notJson: 'text' };
	}
}

/** Whether the body refuses: a `success` that is there and is not `true`, under any status. */
export function saysFailure(body: Body): boolean {
	if (!('json' in body) || !isObject(body.json)) return false;
	return body.json.success !== undefined && body.json.success !== true;
}

/** The service's own words in an error body: `message`, or `detail` (docs/service-interface.md, "Errors"). */
export function serviceMessage(body: Body, mask: Mask): string | undefined {
	if (!('json' in body) || !isObject(body.json)) return undefined;
	return [body.json.message, body.json.detail]
		.filter((text) => typeof text === 'string')
		.map((text) => quote(text, mask))
		.find((text) => text !== '');
}

/*
 * The forms of a good response (docs/service-interface.md, "Endpoints"): each function takes a body's JSON and
 * returns the output items, or undefined where the body has another form.
 */

/** `{ data: {…} }` is one item. */
export function dataObject(body: unknown): IDataObject[] | undefined {
	return isObject(body) && isObject(body.data) ? [body.data] : undefined;
}

/** `{ data: [{…}, …] }` is an item for each element. */
export function dataArray(body: unknown): IDataObject[] | undefined {
	if (!isObject(body) || !Array.isArray(body.data)) return undefined;
	const elements = body.data as unknown[];
	return elements.every(isObject) ? elements : undefined;
}

/** The body itself is the item. */
export function wholeBody(body: unknown): IDataObject[] | undefined {
	return isObject(body) ? [body] : undefined;
}

/** Longest text of the service that an error shows. */
const longestQuote = 200;

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
