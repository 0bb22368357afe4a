import { endpoints } from '../../../runtime/http/endpoint';
import { dataArray } from '../../../runtime/response/parse';
import { getMany } from '../getMany';

export const getAll = getMany({
	action: 'Get many lists',
	description: 'Retrieve the mailing lists of the workspace',
	endpoint: endpoints.getLists,
	toItems: dataArray,
});
