import type { INodeProperties } from 'n8n-workflow';

export const fromNumber: INodeProperties = {
	displayName: 'From Number',
	name: 'fromNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +1 415 555 0100',
	hint: 'With "+" and country code',
	description: 'Phone number that sends the campaign',
	routing: { send: { type: 'body', property: 'from_number' } },
};

export const templateName: INodeProperties = {
	displayName: 'Template Name',
	name: 'templateName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. welcome_message',
	hint: 'Exactly as approved by the service',
	description: 'Name of a template that the service has approved',
	routing: { send: { type: 'body', property: 'content.template_name' } },
};

export const templateLanguage: INodeProperties = {
	displayName: 'Template Language',
	name: 'templateLanguage',
	type: 'string',
	required: true,
	default: 'en',
	placeholder: 'e.g. en',
	description: 'Language code of the approved template',
	routing: { send: { type: 'body', property: 'content.template_language' } },
};

export const scheduledAt: INodeProperties = {
	displayName: 'Scheduled At',
	name: 'scheduledAt',
	type: 'dateTime',
	default: '',
	routing: { send: { type: 'body', property: 'scheduled_at' } },
	hint: "In the workflow's timezone, unless the time has an offset",
	description: 'When to send the campaign. Leave empty to send at once.',
};

export const tags: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. welcome, spring',
	routing: { send: { type: 'body', property: 'tags' } },
	description:
		'Labels for the campaign, separated by commas. An expression may return a list instead.',
};

/** The parameters that say what a campaign is, beside who gets it. */
export const campaignParameters: INodeProperties[] = [fromNumber, templateName, templateLanguage];

/** What a campaign may have beside its template. */
export const campaignAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [scheduledAt, tags],
};

/** Keeps a mistake in the input from becoming a thousand messages. */
export const maxRecipients: INodeProperties = {
	displayName: 'Maximum Recipients',
	name: 'maxRecipients',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description: 'Maximum number of recipients in a run. A run that would reach more sends nothing.',
	routing: { send: { type: 'body', property: 'options.maxRecipients' } },
};

export const duplicates: INodeProperties = {
	displayName: 'Duplicates',
	name: 'duplicates',
	type: 'options',
	default: 'skip',
	routing: { send: { type: 'body', property: 'options.duplicates' } },
	description: 'What to do when a campaign contains a number more than once',
	options: [
		{
			name: 'Send Each',
			value: 'send',
			description: 'Send the message once for each item',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Send the message once, and mark the other items in the output',
		},
	],
};

/** Requests with more recipients may be too large; the service does not document its limit. */
export const recipientsPerRequest: INodeProperties = {
	displayName: 'Recipients per Request',
	name: 'recipientsPerRequest',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 500,
	routing: { send: { type: 'body', property: 'options.recipientsPerRequest' } },
	description:
		'Maximum number of recipients in one request. Lower it if the service refuses large requests.',
};
