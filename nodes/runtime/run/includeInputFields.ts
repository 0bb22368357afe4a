import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isObject } from '../input/json';
import type { Service } from '../Service';

/**
 * An option: the output is the input item, with the node's own output in one field more. One choice for all items of a
 * run. Not for tools, whose input is the call itself.
 */
export const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	noDataExpression: true,
	description:
		"Whether to return each input item as it came, with this node's output in one more field",
	displayOptions: { hide: { '@tool': [true] } },
};

/** Returns the name of that field for a run: the same for all items, and one that none of them has. */
export function outputFieldFor(items: INodeExecutionData[], { outputField }: Service): string {
	let name = outputField;
	for (let count = 2; items.some(({ json }) => name in json); count += 1) {
		name = `${outputField}_${count}`;
	}
	return name;
}

/** Returns the node's own part of one of its output rows: that field, which comes last, or the row itself. */
export function ownFieldsOf(row: IDataObject, { outputField }: Service): IDataObject {
	const last = Object.keys(row).at(-1) ?? '';
	const own = new RegExp(`^${outputField}(_\\d+)?$`).test(last) ? row[last] : undefined;
	return isObject(own) ? own : row;
}
