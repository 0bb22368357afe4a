import type { Operation } from '../../operation';
import { endpoints } from '../../request/service';
import { dataArray } from '../../response/forms';
import { getMany, getManyParameters } from '../getMany';

export const getAll: Operation = {
	menu: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many lists',
		description: 'Retrieve the mailing lists of the workspace',
		routing: {
			request: endpoints.getLists,
			send: { paginate: true },
			operations: { pagination: getMany(endpoints.getLists, dataArray) },
		},
	},
	parameters: getManyParameters,
};
