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
		routing: { send: { type: 'body', property: 'fromNumber' } },
	},
	{
		displayName: 'Template Name',
		name: 'templateName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'welcome_message',
		description: 'Name of a template that the service has already approved',
		routing: { send: { type: 'body', property: 'templateName' } },
	},
	{
		displayName: 'Template Language',
		name: 'templateLanguage',
		type: 'string',
		required: true,
		default: 'en',
		placeholder: 'en',
		description: 'Language code under which the template was approved',
		routing: { send: { type: 'body', property: 'templateLanguage' } },
	},
];

/** What a campaign may have beside its template. */
export const campaignAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	routing: { send: { type: 'body', property: 'additionalFields' } },
	options: [
		{
			displayName: 'Scheduled At',
			name: 'scheduledAt',
			type: 'dateTime',
			default: '',
			description:
				'When to send the campaign. A time without an offset is read in the timezone of the workflow.',
		},
		{
			displayName: 'Tags',
			name: 'tags',
			type: 'string',
			default: '',
			placeholder: 'welcome, spring',
			description:
				'Labels for the campaign, separated by commas. An expression may give a list instead.',
		},
	],
};

/** Shows the requests instead of sending them. */
export const campaignPreview: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	type: 'boolean',
	default: false,
	description:
		'Whether to check everything and output the requests without sending them. With <code>{{ $execution.mode === "test" }}</code> as expression every manual run is a preview and every production run sends.',
	routing: { send: { type: 'body', property: 'preview' } },
};
