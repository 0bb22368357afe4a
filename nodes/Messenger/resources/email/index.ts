import { verify } from './verify.operation';

export const menu = {
	name: 'Email',
	value: 'email',
	description: 'An email address that is checked before it is used',
};

export const operations = [verify];
