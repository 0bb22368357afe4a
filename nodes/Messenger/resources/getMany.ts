import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { positiveInteger } from '../input/positiveInteger';
import { toggle } from '../input/toggle';
import { defineOperation } from '../run/defineOperation';
import type { OperationDefinition } from '../run/operation';
import { parseQueryParameters, queryParameters, type QueryParameters } from './queryParameters';
import { inQuery, optionsOf } from './fields';

/** What the parameters of a "Get Many" operation put together. */
interface ListingParams {
	options?: { returnAll?: unknown; limit?: unknown; queryParameters?: QueryParameters };
}

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
	routing: inQuery('options.returnAll'),
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
	routing: inQuery('options.limit'),
};

/** @throws InvalidInput where the limit is not a whole number of at least 1, or Return All is no switch */
function limitOf({ options }: ListingParams): number {
	// An expression that fails returns nothing: a part must not look like all.
	if (toggle(options?.returnAll ?? 'undefined', returnAll)) return Infinity;
	return positiveInteger(options?.limit, limit);
}

/** What one "Get Many" operation has of its own. */
interface Listing extends Pick<
	OperationDefinition<ListingParams>,
	'action' | 'description' | 'endpoint'
> {
	/** The records of a response; undefined where it has another form. */
	records: (body: unknown) => IDataObject[] | undefined;
}

/**
 * A "Get Many" operation. The service shows no paging, so the limit is applied to what it returns.
 */
export function getMany({ records, ...listing }: Listing) {
	return defineOperation<ListingParams>({
		...listing,
		name: 'Get Many',
		value: 'getAll',
		parameters: getManyParameters,
		inputsToCheck: "Check 'Query Parameters' in the options.",
		toRequest: (params) => {
			limitOf(params);
			return { query: parseQueryParameters(params.options?.queryParameters) };
		},
		toItems: (body, params) => records(body)?.slice(0, limitOf(params)),
	});
}

/** The parameters of a "Get Many" operation. */
const getManyParameters: INodeProperties[] = [returnAll, limit, optionsOf(queryParameters)];
