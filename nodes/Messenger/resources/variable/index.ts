import { getAll } from './getAll.operation';

export const menu = {
	name: 'Variable',
	value: 'variable',
	description: 'A custom field of the contacts of the workspace',
};

export const operations = [getAll];
