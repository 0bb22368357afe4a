import type { INodeProperties } from 'n8n-workflow';

/** The parameters that say what a campaign is, beside who gets it. */
export const campaignParameters: INodeProperties[] = [
	{
		displayName: 'From Number',
		name: 'fromNumber',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. +1 415 555 0100',
		hint: 'With "+" and country code',
		description: 'Phone number that sends the campaign',
		routing: { send: { type: 'body', property: 'from_number' } },
	},
	{
		displayName: 'Template Name',
		name: 'templateName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. welcome_message',
		hint: 'Exactly as approved by the service',
		description: 'Name of a template that the service has approved',
		routing: { send: { type: 'body', property: 'content.template_name' } },
	},
	{
		displayName: 'Template Language',
		name: 'templateLanguage',
		type: 'string',
		required: true,
		default: 'en',
		placeholder: 'e.g. en',
		description: 'Language code of the approved template',
		routing: { send: { type: 'body', property: 'content.template_language' } },
	},
];

/** What a campaign may have beside its template. */
export const campaignAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Scheduled At',
			name: 'scheduledAt',
			type: 'dateTime',
			default: '',
			routing: { send: { type: 'body', property: 'scheduled_at' } },
			hint: "In the workflow's timezone, unless the time has an offset",
			description: 'When to send the campaign. Leave empty to send at once.',
		},
		{
			displayName: 'Tags',
			name: 'tags',
			type: 'string',
			default: '',
			placeholder: 'e.g. welcome, spring',
			routing: { send: { type: 'body', property: 'tags' } },
			description:
				'Labels for the campaign, separated by commas. An expression may return a list instead.',
		},
	],
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
