import type { INodeProperties } from 'n8n-workflow';

import { positiveInteger } from '../../runtime/input/positiveInteger';
import { toggle } from '../../runtime/input/toggle';
import type { OperationDefinition } from '../../runtime/run/operation';
import { optionsOf } from '../../runtime/node/parameters';
import { parseQueryParameters, queryParameters, type QueryParameters } from './queryParameters';

interface GetManyParams {
	returnAll?: unknown;
	limit?: unknown;
	options?: { queryParameters?: QueryParameters };
}

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

function limitOf(params: GetManyParams) {
	// An expression that fails returns nothing: a part must not look like all.
	if (toggle(params.returnAll ?? 'undefined', returnAll)) return Infinity;
	return positiveInteger(params.limit, limit);
}

/** A "Get Many" operation. The service shows no paging, so the limit is applied to what it returns. */
export function getMany(
	definition: Pick<
		OperationDefinition<GetManyParams>,
		'action' | 'description' | 'endpoint' | 'toItems'
	>,
): OperationDefinition<GetManyParams> {
	return {
		...definition,
		name: 'Get Many',
		value: 'getAll',
		parameters: [returnAll, limit, optionsOf(queryParameters)],
		inputsToCheck: ["'Query Parameters' in the options"],
		toRequest: (params) => {
			limitOf(params);
			return { query: parseQueryParameters(params.options?.queryParameters) };
		},
		toItems: (body, params) => definition.toItems(body, params)?.slice(0, limitOf(params)),
	};
}
