import { list } from '../../../runtime/Service';
import { dataArray, wholeBody } from '../../../runtime/response/parse';
import { getMany } from '../getMany';

export const getAll = getMany({
	action: 'Get many variables',
	description: 'Retrieve the variables (custom fields) of the workspace',
	endpoint: { method: 'GET', url: '/webhook/customfields', readOnly: true, ...list },
	// The interface shows `{ success, id }` and no records; a service that has records puts them in `data`.
	toItems: (body) => dataArray(body) ?? wholeBody(body),
});
