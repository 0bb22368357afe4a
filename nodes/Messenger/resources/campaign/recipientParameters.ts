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

export const firstName: INodeProperties = {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nathan',
	description: 'Given name, for templates that use it',
};

export const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nathan Li',
	description: 'Full name, for templates that use it instead of the first name',
};

export const email: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@example.com',
	description: 'Email address of the recipient',
};

/** What else may be known of a recipient. */
export const recipientFields: INodeProperties[] = [firstName, name, email];

export const recipients: INodeProperties = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	required: true,
	placeholder: 'Add Recipient',
	default: { recipient: [{}] },
	description: 'The people who receive the campaign',
	displayOptions: { show: { recipientsInput: ['fields'] } },
	routing: { send: { type: 'body', property: 'options.recipients' } },
	options: [
		{
			name: 'recipient',
			displayName: 'Recipient',
			values: [messengerNumber, ...recipientFields],
		},
	],
};

export const recipientsJson: INodeProperties = {
	displayName: 'Recipients (JSON)',
	name: 'recipientsJson',
	type: 'json',
	required: true,
	default: '[]',
	placeholder: 'e.g. [{ "messenger_number": "+14155550123", "first_name": "Nathan" }]',
	description:
		'A list of objects with the field names of the service. Each needs "messenger_number". Other keys are sent unchanged.',
	displayOptions: { show: { recipientsInput: ['json'] } },
	routing: { send: { type: 'body', property: 'options.recipientsJson' } },
};
