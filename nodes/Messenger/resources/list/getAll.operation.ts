import { endpoints } from '../../http/endpoints';
import { dataArray } from '../../response/parse';
import { getMany } from '../getMany';

export const getAll = getMany({
	action: 'Get many lists',
	description: 'Retrieve the mailing lists of the workspace',
	endpoint: endpoints.getLists,
	toItems: dataArray,
});
