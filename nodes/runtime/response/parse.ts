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
