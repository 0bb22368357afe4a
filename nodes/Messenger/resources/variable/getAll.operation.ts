import type { Operation } from '../../operation';
import { endpoints } from '../../request/service';
import { dataArray, wholeBody } from '../../response/forms';
import { getMany, getManyParameters } from '../getMany';

/** The interface shows `{ success, id }` and no records; a service that gives records has them in `data`. */
const variables = (body: unknown) => dataArray(body) ?? wholeBody(body);

export const getAll: Operation = {
	menu: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many variables',
		description: 'Retrieve the variables (custom fields) of the workspace',
		routing: {
			request: endpoints.getVariables,
			send: { paginate: true },
			operations: { pagination: getMany(endpoints.getVariables, variables) },
		},
	},
	parameters: getManyParameters,
};
