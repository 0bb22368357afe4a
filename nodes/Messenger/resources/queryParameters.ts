import type { INodeProperties } from 'n8n-workflow';

import { optionalText, requiredText } from '../input/text';
import { inQuery } from './fields';

const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. page',
};

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2',
};

/** Extra query parameters, as an option of the operations that read. */
export const queryParameters: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	routing: inQuery('options.queryParameters'),
	description: 'Additional query parameters to send',
	options: [
		{
			name: 'parameter',
			displayName: 'Parameter',
			values: [nameField, valueField],
		},
	],
};

/** The form in the editor: `{ parameter: [{ name, value }] }`. */
export interface QueryParameters {
	parameter?: Array<{ name?: unknown; value?: unknown }>;
}

/**
 * Extra query parameters, for what the interface of the service does not show. One left empty is left out.
 *
 * @throws InvalidInput where a parameter has no name, or a value that is not text
 */
export function parseQueryParameters(
	parameters: QueryParameters | undefined,
): Array<[string, string]> {
	return (parameters?.parameter ?? [])
		.map(({ name, value }, index): [string, string] => {
			const which = `of query parameter ${index + 1}`;
			const labelled = ({ displayName }: INodeProperties) => ({
				...queryParameters,
				displayName,
				which,
			});
			return [requiredText(name, labelled(nameField)), optionalText(value, labelled(valueField))];
		})
		.filter(([, value]) => value !== '');
}
