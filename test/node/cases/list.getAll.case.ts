import fc from 'fast-check';

import { mostly, randomQuery, read, rowFields } from '../../random/random';
import { collection, number, queryParameters } from '../operations/contractParameter';
import type { OperationCase } from '../operations/operationCase';

const newsletter = { uuid: 'c926fc3d-fdde-4a65-a57e-a2234a28cfb3', name: 'News', is_public: true };

export const listGetAll: OperationCase = {
	resource: 'list',
	operation: 'getAll',
	endpoint: 'getLists',
	readOnly: true,
	largestAnswer: 4,
	contract: [
		{ name: 'returnAll', type: 'boolean', default: false },
		number('limit', 50),
		collection('options', [queryParameters]),
	],
	parameters: { limit: '={{ $json.limit }}' },
	// The service does not mind a query parameter that it does not know.
	marks: {
		limit: 50,
		options: { queryParameters: { parameter: [{ name: 'item', value: '={{ $json.email }}' }] } },
	},
	request: {},
	answer: { data: [newsletter] },
	output: newsletter,
	bad: { limit: 0 },
	refusal: {
		parameter: 'limit',
		message: "'Limit' isn't a whole number of at least 1: \"0\"",
		advice: 'Enter 1 or more.',
	},
	inputsToCheck: "Check 'Query Parameters' in the options.",
	random: {
		parameters: fc.record({
			returnAll: fc.boolean(),
			limit: fc.constant(read('limit')),
			options: fc.oneof(fc.constant({}), randomQuery),
		}),
		fields: { ...rowFields, limit: mostly(fc.integer({ min: 1 })) },
	},
};
