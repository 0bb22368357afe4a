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

export const campaignFields: INodeProperties[] = [fromNumber, templateName, templateLanguage];

export const campaignAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [scheduledAt, tags],
};

/** The values of a campaign's parameters. */
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

/** True if Scheduled At was added, even left empty. */
export const hasTime = ({ additionalFields = {} }: CampaignParams): boolean =>
	'scheduledAt' in additionalFields;

/** The country in which recipients' numbers without "+" are dialled. */
export const countryOf = ({ options }: CampaignParams): DefaultCountry => ({
	value: options?.defaultCountry,
	parameter: defaultCountry,
});
