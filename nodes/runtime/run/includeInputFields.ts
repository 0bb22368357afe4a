import type { INodeProperties } from 'n8n-workflow';

/**
 * An option: the output has the fields of the input item, too, except the operation's `ownFields`. One choice for
 * all items of a run. Not for tools, whose input is the call itself.
 */
export const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	noDataExpression: true,
	description:
		"Whether to add the input item's fields to the output. Where names clash, this node's field wins.",
	displayOptions: { hide: { '@tool': [true] } },
};
