import type { INodeProperties } from 'n8n-workflow';

/** Where n8n's declarative engine, and the run, put a parameter's value: into the body, by a path of names. */
export const inBody = (property: string) => ({ send: { type: 'body' as const, property } });

/** The same, into the query. */
export const inQuery = (property: string) => ({ send: { type: 'query' as const, property } });

/** The "Options" of an operation, in alphabetical order. */
export function optionsOf(...options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}
