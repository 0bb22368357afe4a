import type { INodeProperties } from 'n8n-workflow';

/** The parameters that say what a campaign is, beside who gets it. */
export const campaignParameters: INodeProperties[] = [
	{
		displayName: 'From Number',
		name: 'fromNumber',
		type: 'string',
		required: true,
		default: '',
		placeholder: '+1 415 555 0100',
		description: 'Phone number that the campaign comes from, with "+" and country code',
		routing: { send: { type: 'body', property: 'from_number' } },
	},
	{
		displayName: 'Template Name',
		name: 'templateName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'welcome_message',
		description: 'Name of a template that the service has already approved',
		routing: { send: { type: 'body', property: 'content.template_name' } },
	},
	{
		displayName: 'Template Language',
		name: 'templateLanguage',
		type: 'string',
		required: true,
		default: 'en',
		placeholder: 'en',
		description: 'Language code under which the template was approved',
		routing: { send: { type: 'body', property: 'content.template_language' } },
	},
];

/** What a campaign may have beside its template. */
export const campaignAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [
		{
			displayName: 'Scheduled At',
			name: 'scheduledAt',
			type: 'dateTime',
			default: '',
			routing: { send: { type: 'body', property: 'scheduled_at' } },
			description:
				'When to send the campaign. A time without an offset is read in the timezone of the workflow.',
		},
		{
			displayName: 'Tags',
			name: 'tags',
			type: 'string',
			default: '',
			placeholder: 'welcome, spring',
			routing: { send: { type: 'body', property: 'tags' } },
			description:
				'Labels for the campaign, separated by commas. An expression may give a list instead.',
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
	description: 'A run that would reach more recipients is refused before anything is sent',
	routing: { send: { type: 'body', property: 'options.maxRecipients' } },
};
