import type { IDataObject } from 'n8n-workflow';

import { excessOf, isObject } from '../input/json';
import type { ServiceResponse } from './ServiceResponse';

/** A body's JSON, or in words why it has none. */
export interface Body {
	json?: unknown;
	notJson?: string;
}

/** A body that isn't JSON at all. */
export const otherText = 'no valid JSON';

/** Its bytes were counted while it was read. */
export function parseBody({ body, excess = excessOf(body, Infinity) }: ServiceResponse): Body {
	if (excess !== undefined) return { notJson: excess };
	if (body.trim() === '') return { notJson: 'an empty body' };
	try {
		return { json: JSON.parse(body) };
	} catch {
		return { notJson: otherText };
	}
}

/** None where the body is no JSON object. */
export const fieldsOf = ({ json }: Body): IDataObject => (isObject(json) ? json : {});

/** Output items: `{ data: {…} }` is one. Undefined where the body has another form, as below. */
export function dataObject(body: unknown): IDataObject[] | undefined {
	return isObject(body) ? wholeBody(body.data) : undefined;
}

/** `{ data: [{…}, …] }` is an item for each element. */
export function dataArray(body: unknown): IDataObject[] | undefined {
	const elements: unknown = isObject(body) ? body.data : undefined;
	return Array.isArray(elements) && elements.every(isObject) ? elements : undefined;
}

export function wholeBody(body: unknown): IDataObject[] | undefined {
	return isObject(body) ? [body] : undefined;
}

/** Milliseconds. Anything longer is probably a Unix timestamp or a mistake, and is ignored. */
const longestRetryAfter = 24 * 60 * 60 * 1000;

/**
 * The `Retry-After` header (RFC 9110, 10.2.3): seconds, also with a fraction, or a date.
 *
 * @returns milliseconds to wait; undefined if the header is missing or has no meaning
 */
export function retryAfter({ headers }: ServiceResponse): number | undefined {
	const header = headers['retry-after']?.trim() ?? '';
	const isSeconds = /^\d+(\.\d+)?$/.test(header);
	const wait = isSeconds ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return wait >= 0 && wait <= longestRetryAfter ? wait : undefined;
}
