import { find } from './find.operation';

export const menu = {
	name: 'Contact',
	value: 'contact',
	description: 'A person in the workspace of the service',
};

export const operations = [find];
