import type { OperationCase } from '../operations/operationCase';

const newsletter = { uuid: 'c926fc3d-fdde-4a65-a57e-a2234a28cfb3', name: 'News', is_public: true };

export const listGetAll: OperationCase = {
	resource: 'list',
	operation: 'getAll',
	endpoint: 'getLists',
	readOnly: true,
	largestAnswer: 4,
	parameters: { limit: '={{ $json.limit }}' },
	// The service does not mind a query parameter that it does not know.
	marks: {
		limit: '={{ $json.limit ?? 50 }}',
		options: { queryParameters: { parameter: [{ name: 'item', value: '={{ $json.email }}' }] } },
	},
	request: {},
	full: {
		parameters: {
			returnAll: true,
			limit: 0,
			options: { queryParameters: { parameter: [{ name: 'page', value: '={{ 2 }}' }] } },
		},
		request: { query: 'page=2' },
	},
	answer: { data: [newsletter] },
	output: newsletter,
	bad: { fields: { limit: 0 }, parameter: 'limit' },
};
