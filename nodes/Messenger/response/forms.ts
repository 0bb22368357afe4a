import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../input/json';

/**
 * The forms that a good response has (docs/service-interface.md, "Endpoints"). Each takes the JSON of a body
 * and gives the output items, or undefined where the body has another form.
 */

/** `{ data: {…} }` gives one item. */
export function dataObject(body: unknown): IDataObject[] | undefined {
	return isObject(body) && isObject(body.data) ? [body.data] : undefined;
}

/** `{ data: [{…}, …] }` gives an item for each element. */
export function dataArray(body: unknown): IDataObject[] | undefined {
	if (!isObject(body) || !Array.isArray(body.data)) return undefined;
	const elements = body.data as unknown[];
	return elements.every(isObject) ? elements : undefined;
}

/** The body itself is the item. */
export function wholeBody(body: unknown): IDataObject[] | undefined {
	return isObject(body) ? [body] : undefined;
}
