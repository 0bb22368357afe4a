import type { IDataObject } from 'n8n-workflow';

import type { ResponseBudget } from '../response/ServiceResponse';

/** Characters: longer texts are only in the first row of a request. */
const longestText = 1_000;

/**
 * Spreads the response of a write over the rows of its request's items (docs/node-contract.md, Q6): the first has all of it,
 * each further one what is short. A row for which the run has no room left goes without the response: by now the request
 * was accepted, whatever fits into the output.
 *
 * @param items of the response, masked
 * @param budget of the run
 * @returns what each row has of it, to be called once for each, the first one first
 */
export function responseRows(items: IDataObject[], budget: ResponseBudget): () => IDataObject[] {
	let row: ReturnType<typeof sized> | undefined;
	let isShort = false;
	return () => {
		if (row === undefined) row = sized(items);
		else if (!isShort) {
			// Most requests are of one item, which has all of it.
			row = sized(items.map(shortFields));
			isShort = true;
		}
		const { items: fields, bytes } = row;
		if (bytes > budget.bytesLeft) return fields.map(() => ({}));
		budget.bytesLeft -= bytes;
		return fields;
	};
}

function sized(items: IDataObject[]) {
	return { items, bytes: Buffer.byteLength(JSON.stringify(items)) };
}

/** The numbers, booleans and short texts of an object's top level. */
function shortFields(item: IDataObject): IDataObject {
	const isShort = (value: unknown) =>
		typeof value === 'string'
			? value.length <= longestText
			: typeof value === 'number' || typeof value === 'boolean';
	return Object.fromEntries(Object.entries(item).filter(([, value]) => isShort(value)));
}
