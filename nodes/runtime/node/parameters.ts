import type { INodeProperties } from 'n8n-workflow';

import type { Parameter } from '../engine/Parameter';
import type { ParameterName } from '../input/InvalidInput';
import { required } from '../input/text';

/** n8n's declarative engine leaves out an undefined field; the node leaves out empty ones itself. */
const value = '={{ $value || undefined }}';

/** A parameter that is sent as it is, once it is checked: its place in the body or the query of the request. */
export const inBody = (property: string) => ({ send: { type: 'body' as const, property, value } });
export const inQuery = (property: string) => ({
	send: { type: 'query' as const, property, value },
});

/** A parameter that must not be empty, and what its value is. @param moreAdvice if it is empty */
export const requiredAs = <Rest extends unknown[]>(
	check: (value: unknown, name: ParameterName, ...rest: Rest) => string,
	...moreAdvice: string[]
) => ({ required: true, check: required(check, ...moreAdvice) });

/** The "Options" of an operation, in alphabetical order. */
export function optionsOf(...options: Parameter[]): Parameter {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
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
