import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { exchange } from '../exchange';
import { positiveInteger } from '../input/positiveInteger';
import { parseQueryParameters, type QueryParameters } from '../input/queryParameters';
import type { ItemContext } from '../operation';
import { endpoints } from '../request/service';
import { queryParametersOption } from './queryParameters';
import { query } from './sent';

/** @throws InvalidInput where the limit is not a whole number of at least 1 */
function limitOf(context: ItemContext): number {
	if (context.getNodeParameter('returnAll', false) === true) return Infinity;
	const limit = context.getNodeParameter('limit', 50);
	return positiveInteger(limit, { parameter: 'limit', label: 'Limit' });
}

/**
 * The exchange of a "Get Many" operation. The service shows no paging, so the limit is applied to
 * what it gives.
 *
 * @param endpoint where the records are
 * @param records the records of an answer; undefined where it has another form
 */
export function getMany(
	endpoint: (typeof endpoints)['getLists' | 'getVariables'],
	records: (body: unknown) => IDataObject[] | undefined,
) {
	return exchange({
		readOnly: true,
		inputsToCheck: 'Check the Query Parameters in the Options.',
		toRequest: (sent, context) => {
			limitOf(context);
			const { queryParameters } = query(sent);
			return {
				method: endpoint.method,
				path: endpoint.url,
				query: parseQueryParameters(queryParameters as QueryParameters | undefined),
			};
		},
		toItems: (body, context) => records(body)?.slice(0, limitOf(context)),
	});
}

/** The parameters of a "Get Many" operation. */
export const getManyParameters: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				...queryParametersOption,
				routing: { send: { type: 'query', property: 'queryParameters' } },
			},
		],
	},
];
