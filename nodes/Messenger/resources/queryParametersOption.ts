import type { INodeProperties } from 'n8n-workflow';

/** Extra query parameters, as an option of the operations that read. */
export const queryParametersOption: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	routing: { send: { type: 'query', property: 'options.queryParameters' } },
	description: 'Additional query parameters to send',
	options: [
		{
			name: 'parameter',
			displayName: 'Parameter',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. page',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2',
				},
			],
		},
	],
};
