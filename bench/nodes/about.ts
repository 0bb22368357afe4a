import type { INodeType } from 'n8n-workflow';

/** The description of a node that a benchmark brings along. */
export const about = (
	displayName: string,
	description: string,
	more: Partial<INodeType['description']> = {},
): INodeType['description'] => ({
	displayName,
	name: displayName.toLowerCase(),
	group: ['input'],
	version: 1,
	description,
	defaults: { name: displayName },
	inputs: ['main'],
	outputs: ['main'],
	properties: [],
	...more,
});
