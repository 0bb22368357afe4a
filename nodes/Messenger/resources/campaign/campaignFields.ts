import type { INodeProperties } from 'n8n-workflow';

import { inBody } from '../fields';

export const fromNumber: INodeProperties = {
	displayName: 'From Number',
	name: 'fromNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +1 415 555 0100',
	hint: 'With "+" and country code',
	description: 'Phone number that sends the campaign',
	routing: inBody('from_number'),
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
	routing: inBody('scheduled_at'),
	hint: "In the workflow's timezone, unless the time has an offset",
	description: 'When to send the campaign. Leave empty to send at once.',
};

export const tags: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. welcome, spring',
	routing: inBody('tags'),
	description:
		'Labels for the campaign, separated by commas. An expression may return a list instead.',
};

/** The parameters that say what a campaign is, beside who gets it. */
export const campaignFields: INodeProperties[] = [fromNumber, templateName, templateLanguage];

/** What a campaign may have beside its template. */
export const campaignAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [scheduledAt, tags],
};
