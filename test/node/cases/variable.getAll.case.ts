import type { OperationCase } from '../operations/operationCase';
import { listGetAll } from './list.getAll.case';

// The interface shows no records: then the body itself is the item.
const body = { success: true, id: 'b164cb39-5d96-424a-a553-b1446f3d4480' };

export const variableGetAll: OperationCase = {
	...listGetAll,
	resource: 'variable',
	endpoint: 'getVariables',
	answer: body,
	output: body,
};
