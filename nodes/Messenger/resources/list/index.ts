import { getAll } from './getAll.operation';

export const menu = {
	name: 'List',
	value: 'list',
	description: 'A mailing list of the workspace',
};

export const operations = [getAll];
