import type { INodeProperties } from 'n8n-workflow';

/**
 * Puts a parameter's value at this path of the operation's `Params`, in n8n's engine and in our run alike. That
 * sends nothing: `toRequest` picks what goes into the request.
 */
export const inParams = (property: string) => ({ send: { type: 'body' as const, property } });

/** Parameters that are not sent as they are, such as choices and forms: under `options`, by their own names. */
export function underOptions(...properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		routing: inParams(`options.${property.name}`),
	}));
}

/** The "Options" of an operation, in alphabetical order. */
export function optionsOf(...options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: underOptions(...options),
	};
}

export function nameAndValue(exampleName: string, exampleValue: string): INodeProperties[] {
	const field = (displayName: string, example: string): INodeProperties => ({
		displayName,
		name: displayName.toLowerCase(),
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
	});
	return [field('Name', exampleName), field('Value', exampleValue)];
}

export interface NameAndValue {
	name?: unknown;
	value?: unknown;
}
