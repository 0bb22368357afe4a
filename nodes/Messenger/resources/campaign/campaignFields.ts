import type { IDataObject } from 'n8n-workflow';

import type { Given, Parameter } from '../../../runtime/engine/Parameter';
import { choice } from '../../../runtime/input/choice';
import { optionalFutureTime } from '../../../runtime/input/dateTime';
import { refuse } from '../../../runtime/input/InvalidInput';
import { positiveInteger } from '../../../runtime/input/positiveInteger';
import { parseTags } from '../../../runtime/input/tags';
import { nameText } from '../../../runtime/input/text';
import { inBody, requiredAs } from '../../../runtime/node/parameters';
import { phoneNumber, phoneNumberField, textField } from '../fields';

export const fromNumber: Parameter = {
	displayName: 'Sender Number',
	name: 'fromNumber',
	...phoneNumberField,
	...requiredAs(phoneNumber),
	placeholder: 'e.g. +1 415 555 0100',
	description: 'Phone number that sends the campaign',
	routing: inBody('from_number'),
};

export const templateName: Parameter = {
	displayName: 'Template Name',
	name: 'templateName',
	...textField,
	...requiredAs(nameText),
	placeholder: 'e.g. welcome_message',
	hint: 'Exactly as approved by the service',
	description: 'Name of a template that the service has approved',
	routing: inBody('content.template_name'),
};

export const templateLanguage: Parameter = {
	displayName: 'Template Language',
	name: 'templateLanguage',
	type: 'string',
	...requiredAs(nameText),
	default: 'en',
	placeholder: 'e.g. en',
	description: 'Language code of the approved template',
	routing: inBody('content.template_language'),
};

export const scheduledAt: Parameter = {
	displayName: 'Scheduled At',
	name: 'scheduledAt',
	type: 'dateTime',
	default: '',
	hint: "In the workflow's timezone (menu ⋯ → Settings → Timezone), unless it ends in Z or an offset",
	description: 'When to send the campaign, e.g. 2030-01-31T09:30. Leave empty to send now.',
	sentTo: 'body.scheduled_at',
	check: scheduledTime,
};

export const tags: Parameter = {
	displayName: 'Tags',
	name: 'tags',
	...textField,
	placeholder: 'e.g. welcome, spring',
	description:
		'Labels for the campaign, separated by commas. An expression may return a list instead.',
	sentTo: 'body.tags',
	check: parseTags,
};

/** Keeps a mistake in the input from becoming a thousand messages. A run has no limit until this option is added. */
export const maxRecipients: Parameter = {
	displayName: 'Maximum Recipients',
	name: 'maxRecipients',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description:
		'Maximum number of recipients in an execution. A run of this node that would reach more sends nothing.',
	check: positiveInteger,
};

/** Requests with more recipients may be too large; the service does not document its limit. */
export const recipientsPerRequest: Parameter = {
	displayName: 'Recipients per Request',
	name: 'recipientsPerRequest',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 500,
	description:
		'Maximum number of recipients in one request. Lower it if the service refuses large requests.',
	check: (value, parameter) => positiveInteger(value ?? parameter.default, parameter),
};

export const duplicates: Parameter = {
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
	check: choice,
};

export const campaignFields: Parameter[] = [fromNumber, templateName, templateLanguage];

export const campaignAdditionalFields: Parameter = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [scheduledAt, tags],
};

/** @throws InvalidInput if it is no time from now on, or none at all */
function scheduledTime(value: unknown, name: Parameter, { run }: Given): string {
	// An expression that fails returns nothing, without an error, and a CRM's empty date is null: neither may send at once.
	if (value === undefined || value === null) {
		refuse(
			name,
			`is ${value}: its expression returns nothing`,
			'Check the expression. To send now, let it return an empty text.',
		);
	}
	return optionalFutureTime(value, run.timezone, name);
}

/** The parameters of a campaign that the code reads, as their checks return them. */
export interface CampaignParams {
	/** As it is sent. */
	body: {
		from_number: string;
		content: { template_name: string; template_language: string };
		recipient?: IDataObject[];
		tags?: string[];
		scheduled_at?: string;
	};
	sendMode: string;
	/** For a test only. */
	testNumber?: string;
	options?: {
		maxRecipients?: number;
		recipientsPerRequest?: number;
		duplicates?: string;
	};
}
