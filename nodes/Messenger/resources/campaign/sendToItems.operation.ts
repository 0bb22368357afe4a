import { recipientFromFields } from './recipients';
import { choice } from '../../input/choice';
import { defineOperation } from '../../run/operation';
import { endpoints } from '../../http/endpoints';
import { wholeBody } from '../../response/forms';
import { campaignBody, campaignInputsToCheck, onlyRecipient } from './campaignBody';
import {
	campaignAdditionalFields,
	campaignParameters,
	duplicates,
	maxRecipients,
	recipientsPerRequest,
} from './campaignParameters';
import { combineItems, sizeOf, type SentToItems } from './combineItems';
import { checkMode, isTest, modeParameters, planInMode } from './mode';
import { messengerNumber, recipientFields } from './recipientParameters';

export const sendToItems = defineOperation<SentToItems>({
	name: 'Send to Input Items',
	value: 'sendToItems',
	action: 'Send campaign to input items',
	description: 'Send one campaign to all input items, in as few requests as possible',
	endpoint: endpoints.sendCampaign,
	inputsToCheck: campaignInputsToCheck,
	subject: onlyRecipient,
	toRequest: (sent, facts) => {
		checkMode(sent, facts);
		choice(sent.options, duplicates);
		sizeOf(sent);
		const recipients = [recipientFromFields(sent.recipient ?? {})];
		return { body: campaignBody(sent, facts.timezone, recipients) };
	},
	toItems: wholeBody,
	isTest,
	plan: async (items, facts, breather) => {
		const combined = await combineItems(items, facts, breather);
		return await planInMode(items, combined, facts, breather);
	},
	// A time such as "in an hour" would otherwise be another one for each item, and split the campaign.
	onceARun: [
		'fromNumber',
		'templateName',
		'templateLanguage',
		'additionalFields.tags',
		'additionalFields.scheduledAt',
	],
	stopsAtFailure: true,
	needsAllItems: true,
	parameters: [
		{
			displayName:
				'One campaign for all input items: each item is a recipient. Items with the same settings share a campaign.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		...modeParameters,
		...campaignParameters,
		{
			...messengerNumber,
			routing: { send: { type: 'body', property: 'recipient.messengerNumber' } },
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
				routing: { send: { type: 'body', property: `recipient.${field.name}` } },
			})),
		},
		campaignAdditionalFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [duplicates, maxRecipients, recipientsPerRequest],
		},
	],
});
