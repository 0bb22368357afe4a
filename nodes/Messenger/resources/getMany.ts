import type { Parameter } from '../../runtime/engine/Parameter';
import { positiveInteger } from '../../runtime/input/positiveInteger';
import { isEmpty } from '../../runtime/input/text';
import { toggle } from '../../runtime/input/toggle';
import type { OperationDefinition } from '../../runtime/run/operation';
import { optionsOf } from '../../runtime/node/parameters';
import { queryParameters, type QueryParameters } from './queryParameters';

interface GetManyParams {
	/** Not there if all are returned. */
	limit?: number;
	options?: { queryParameters?: QueryParameters };
}

const returnAll: Parameter = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
	// Neither may all look like a part, nor a part like all: nothing is no choice.
	check: (value, name) => toggle(isEmpty(value) ? 'nothing' : value, name),
};

const limit: Parameter = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
	check: positiveInteger,
};

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
		toRequest: ({ options }) => ({ query: options?.queryParameters }),
		toItems: (body, params) => definition.toItems(body, params)?.slice(0, params.limit),
	};
}
