import type { INodeProperties } from 'n8n-workflow';

/** The phone number of a recipient. */
export const messengerNumber: INodeProperties = {
	displayName: 'Messenger Number',
	name: 'messengerNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +1 415 555 0123',
	hint: 'With "+" and country code',
	description: 'Phone number of the recipient',
};

/** What else may be known of a recipient. */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan',
		description: 'Given name, for templates that use it',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan Li',
		description: 'Full name, for templates that use it instead of the first name',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. nathan@example.com',
		description: 'Email address of the recipient',
	},
];
