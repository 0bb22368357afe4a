import type { OperationDefinition } from '../../../runtime/run/operation';
import { inBody, optionsOf } from '../../../runtime/node/parameters';
import { defaultCountry, noticeOf } from '../fields';
import { adviceIfTooLarge, campaignOperation, campaignRequest } from './campaignRequest';
import {
	campaignAdditionalFields,
	campaignFields,
	countryOf,
	type CampaignParams,
} from './campaignFields';
import { combiningOptions, duplicates, recipientsPerRequest } from './combineItems';
import { maxRecipients } from './maxRecipients';
import { recipientFields, recipientFrom } from './recipientInput';
import { planCampaigns } from './planCampaigns';
import { sendModeParameters } from './sendMode';

const { messenger_number: messengerNumber, ...otherFields } = recipientFields;

export const sendToItems: OperationDefinition<CampaignParams> = {
	...campaignOperation,
	name: 'Send to All Items',
	value: 'sendToItems',
	action: 'Send campaign to all items',
	description: 'Send one campaign to all input items, in as few requests as possible',
	toRequest: (params, facts) => {
		const combining = combiningOptions(params);
		const recipient = recipientFrom(params.body.recipient?.[0], countryOf(params));
		return {
			...campaignRequest(params, facts, [recipient], combining),
			leftOut: recipient.leftOut,
		};
	},
	plan: planCampaigns,
	whenRefused: adviceIfTooLarge("Lower 'Recipients per Request' in the options."),
	stopsAtFailure: true,
	// For one call it does what Send does.
	displayOptions: { hide: { '@tool': [true] } },
	parameters: [
		noticeOf(
			'Each input item is a recipient. Items with the same settings go out as one campaign.',
		),
		...sendModeParameters,
		...campaignFields,
		{
			...messengerNumber,
			routing: inBody('recipient[0].messenger_number'),
			description:
				'Phone number of the recipient. Each input item is a recipient: drag the field that contains its number here.',
		},
		{
			displayName: 'Recipient Fields',
			name: 'recipientFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: Object.entries(otherFields).map(([field, parameter]) => ({
				...parameter,
				routing: inBody(`recipient[0].${field}`),
			})),
		},
		campaignAdditionalFields,
		optionsOf(duplicates, defaultCountry, maxRecipients, recipientsPerRequest),
	],
};
