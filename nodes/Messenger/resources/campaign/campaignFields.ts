import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { inBody } from '../../../runtime/node/parameters';
import type { DefaultCountry } from '../../../runtime/input/defaultCountry';
import { defaultCountry, phoneNumberField, textField } from '../fields';

export const fromNumber: INodeProperties = {
	displayName: 'Sender Number',
	name: 'fromNumber',
	...phoneNumberField,
	required: true,
	placeholder: 'e.g. +1 415 555 0100',
	description: 'Phone number that sends the campaign',
	routing: inBody('from_number'),
};

export const templateName: INodeProperties = {
	displayName: 'Template Name',
	name: 'templateName',
	...textField,
	required: true,
	placeholder: 'e.g. welcome_message',
	hint: 'Exactly as approved by the service',
	description: 'Name of a template that the service has approved',
	routing: inBody('content.template_name'),
};

export const templateLanguage: INodeProperties = {
	displayName: 'Template Language',
	name: 'templateLanguage',
	type: 'string',
	required: true,
	default: 'en',
	placeholder: 'e.g. en',
	description: 'Language code of the approved template',
	routing: inBody('content.template_language'),
};

export const scheduledAt: INodeProperties = {
	displayName: 'Scheduled At',
	name: 'scheduledAt',
	type: 'dateTime',
	default: '',
	hint: "In the workflow's timezone (menu ⋯ → Settings → Timezone), unless it ends in Z or an offset",
	description: 'When to send the campaign, e.g. 2030-01-31T09:30. Leave empty to send now.',
};

export const tags: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	...textField,
	placeholder: 'e.g. welcome, spring',
	description:
		'Labels for the campaign, separated by commas. An expression may return a list instead.',
};

/** Keeps a mistake in the input from becoming a thousand messages. A run has no limit until this option is added. */
export const maxRecipients: INodeProperties = {
	displayName: 'Maximum Recipients',
	name: 'maxRecipients',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description:
		'Maximum number of recipients in an execution. A run of this node that would reach more sends nothing.',
};

/** Requests with more recipients may be too large; the service does not document its limit. */
export const recipientsPerRequest: INodeProperties = {
	displayName: 'Recipients per Request',
	name: 'recipientsPerRequest',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 500,
	description:
		'Maximum number of recipients in one request. Lower it if the service refuses large requests.',
};

export const duplicates: INodeProperties = {
	displayName: 'Duplicates',
	name: 'duplicates',
	type: 'options',
	default: 'skip',
	description: 'What to do when a campaign reaches a number more than once',
	options: [
		{ name: 'Send Each', value: 'send', description: 'Send the message once for each item' },
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Send the message once in an execution, also if this node runs several times (Loop Over Items, branches)',
		},
	],
};

export const campaignFields: INodeProperties[] = [fromNumber, templateName, templateLanguage];

export const campaignAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [scheduledAt, tags],
};

export interface CampaignParams {
	body: {
		from_number?: unknown;
		content?: { template_name?: unknown; template_language?: unknown };
		recipient?: IDataObject[];
	};
	sendMode?: unknown;
	testNumber?: unknown;
	additionalFields?: { scheduledAt?: unknown; tags?: unknown };
	options?: {
		maxRecipients?: unknown;
		recipientsPerRequest?: unknown;
		duplicates?: unknown;
		defaultCountry?: unknown;
	};
}

/** The country in which recipients' numbers without "+" are dialled. */
export const countryOf = ({ options }: CampaignParams): DefaultCountry => ({
	value: options?.defaultCountry,
	parameter: defaultCountry,
});
