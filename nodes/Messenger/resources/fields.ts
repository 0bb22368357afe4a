import type { INodeProperties } from 'n8n-workflow';

export const textField = { type: 'string', default: '' } as const;
export const phoneNumberField = { ...textField, hint: 'With "+" and country code' } as const;
export const personsNumberField = {
	...textField,
	placeholder: 'e.g. +1 415 555 0123',
	hint: 'With "+" and country code, unless \'Local Number Country\' is set in the options',
} as const;
export const emailField = {
	displayName: 'Email',
	name: 'email',
	...textField,
	placeholder: 'e.g. nathan@example.com',
} as const;

/** For people who edit a workflow; not for a model that calls a tool. */
export const noticeOf = (displayName: string): INodeProperties => ({
	displayName,
	name: 'notice',
	type: 'notice',
	default: '',
	displayOptions: { hide: { '@tool': [true] } },
});

/** An option: the country of the numbers of recipients and contacts that have no "+". */
export const defaultCountry: INodeProperties = {
	displayName: 'Local Number Country',
	name: 'defaultCountry',
	type: 'string',
	default: '',
	placeholder: 'e.g. DE or Germany',
	description:
		'Country of numbers without "+": its name, two letters, or its calling code with "+". An expression may return a different one for each item.',
};
