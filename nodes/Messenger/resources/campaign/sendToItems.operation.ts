import { endpoints } from '../../http/endpoints';
import { wholeBody } from '../../response/parse';
import { defineOperation } from '../../run/defineOperation';
import { inBody, optionsOf } from '../fields';
import { campaignBody, campaignInputsToCheck, onlyRecipient, recipientCount } from './campaignBody';
import { campaignAdditionalFields, campaignFields } from './campaignFields';
import { combineItems, recipientsPerRequest, sizeOf, type SendToItemsParams } from './combineItems';
import { duplicates, skipsDuplicates } from './duplicates';
import { maxRecipients } from './maxRecipients';
import { messengerNumber, recipientFields, recipientFromFields } from './recipientInput';
import { checkMode, modeParameters, planInMode } from './sendMode';

export const sendToItems = defineOperation<SendToItemsParams>({
	name: 'Send to Input Items',
	value: 'sendToItems',
	action: 'Send campaign to input items',
	description: 'Send one campaign to all input items, in as few requests as possible',
	endpoint: endpoints.sendCampaign,
	inputsToCheck: campaignInputsToCheck,
	subject: onlyRecipient,
	recipients: recipientCount,
	toRequest: (params, facts) => {
		checkMode(params, facts);
		skipsDuplicates(params);
		sizeOf(params);
		const recipients = [recipientFromFields(params.recipient ?? {})];
		return { body: campaignBody(params, facts.timezone, recipients) };
	},
	toItems: wholeBody,
	plan: async (items, facts) => {
		const combined = await combineItems(items, facts);
		return await planInMode(items, combined.campaigns, combined.duplicates, facts);
	},
	// A time such as "in an hour" would otherwise be another one for each item, and split the campaign.
	evaluateOncePerRun: [
		'fromNumber',
		'templateName',
		'templateLanguage',
		'additionalFields.tags',
		'additionalFields.scheduledAt',
	],
	stopsAtFailure: true,
	parameters: [
		{
			displayName:
				'One campaign for all input items: each item is a recipient. Items with the same settings share a campaign.',
			name: 'notice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { '@tool': [true] } },
		},
		...modeParameters,
		...campaignFields,
		{
			...messengerNumber,
			routing: inBody('recipient.messengerNumber'),
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
				routing: inBody(`recipient.${field.name}`),
			})),
		},
		campaignAdditionalFields,
		optionsOf(duplicates, maxRecipients, recipientsPerRequest),
	],
});
