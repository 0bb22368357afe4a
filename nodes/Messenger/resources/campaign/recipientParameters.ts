import type { INodeProperties } from 'n8n-workflow';

/** The phone number of a recipient. */
export const messengerNumber: INodeProperties = {
	displayName: 'Messenger Number',
	name: 'messengerNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+1 415 555 0123',
	description: 'Phone number of the recipient, with "+" and country code',
};

/** What else may be known of a recipient. */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		default: '',
		placeholder: 'Nathan',
		description: 'Given name, for templates that greet with it',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'Nathan Li',
		description: 'Full name, for templates that use it instead of the first name',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'nathan@example.com',
		description: 'Email address of the recipient',
	},
];
