import { choice } from '../../../runtime/input/choice';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { includeInputFields, inParams, optionsOf } from '../../../runtime/node/parameters';
import { defaultCountry, outcomeFields } from '../fields';
import { campaignOperation, campaignRequest } from './campaignRequest';
import {
	campaignAdditionalFields,
	campaignFields,
	countryOf,
	type CampaignParams,
} from './campaignFields';
import { combineItems, combiningOptions, duplicates, recipientsPerRequest } from './combineItems';
import { maxRecipients } from './maxRecipients';
import { refuseWithoutNumbers, rowWithoutNumber, whenNumberMissing } from './numberMissing';
import {
	messengerNumber,
	recipientFields,
	recipientFromForm,
	recipientsOf,
} from './recipientInput';
import { planCampaigns } from './planCampaigns';
import { sendModeParameters } from './sendMode';

export const sendToItems: OperationDefinition<CampaignParams> = {
	...campaignOperation,
	name: 'Send to All Items',
	value: 'sendToItems',
	action: 'Send campaign to all items',
	description: 'Send one campaign to all input items, in as few requests as possible',
	builderHint: 'Each item is one recipient. Do not loop over items, and do not aggregate them.',
	toRequest: (params, facts) => {
		combiningOptions(params);
		choice(params.options, whenNumberMissing);
		const recipient = recipientFromForm(params.recipient, countryOf(params));
		if (recipient === undefined) return { output: rowWithoutNumber(params, facts) };
		return { ...campaignRequest(params, facts, [recipient]), leftOut: recipient.leftOut };
	},
	refuseWithoutRequests: refuseWithoutNumbers,
	plan: async (items, facts) => {
		const campaigns = await combineItems(items);
		return await planCampaigns(items, campaigns, facts, ({ body }) => ({
			messenger_number: recipientsOf(body)[0]?.messenger_number,
		}));
	},
	// A time such as "in an hour" would otherwise be another one for each item, and split the campaign.
	evaluateOncePerRun: [
		'fromNumber',
		'templateName',
		'templateLanguage',
		'additionalFields.tags',
		'additionalFields.scheduledAt',
		'options.defaultCountry',
	],
	whenTooLarge: "Lower 'Recipients per Request' in the options.",
	stopsAtFailure: true,
	// Preview columns are reserved in real runs, too: a column always means the same.
	ownFields: [
		...outcomeFields,
		'success',
		'messenger_number',
		'scheduled_at',
		'from_number',
		'template',
		'language',
		'request',
	],
	parameters: [
		{
			displayName:
				'Each input item is a recipient. Items with the same settings go out as one campaign.',
			name: 'notice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { '@tool': [true] } },
		},
		...sendModeParameters,
		...campaignFields,
		{
			...messengerNumber,
			routing: inParams('recipient.messengerNumber'),
			description:
				'Phone number of the recipient. Each input item is a recipient: drag the field that contains its number here.',
		},
		{
			displayName: 'Recipient Fields',
			name: 'recipientFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: recipientFields.map((field) => ({
				...field,
				routing: inParams(`recipient.${field.name}`),
			})),
		},
		campaignAdditionalFields,
		optionsOf(
			defaultCountry,
			duplicates,
			includeInputFields,
			maxRecipients,
			recipientsPerRequest,
			whenNumberMissing,
		),
	],
};
