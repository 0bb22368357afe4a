import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { refuse } from '../../../runtime/input/InvalidInput';
import { refuseEmpty } from '../../../runtime/input/text';
import { includeInputFields } from '../../../runtime/run/includeInputFields';
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
import { customFields, customFieldsFrom, recipientFields, recipientFrom } from './recipientInput';
import { planCampaigns } from './planCampaigns';
import { sendModeParameters, shownSettings } from './sendMode';

const { messenger_number: messengerNumber, ...otherFields } = recipientFields;

const whenNumberMissing: INodeProperties = {
	displayName: 'When Number Is Missing',
	name: 'whenNumberMissing',
	type: 'options',
	default: 'error',
	description: 'What to do with an item that has no number. A malformed number is always an error.',
	options: [
		{
			name: 'Return an Error',
			value: 'error',
			description: 'Stop with an error that names the item',
		},
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Send nothing to it, and give it the "send_status" "no_number". If no item has a number, it is an error all the same.',
		},
	],
};

export const sendToItems: OperationDefinition<CampaignParams> = {
	...campaignOperation,
	name: 'Send to All Items',
	value: 'sendToItems',
	action: 'Send campaign to all items',
	description: 'Send one campaign to all input items, in as few requests as possible',
	builderHint: 'Each item is one recipient. Do not loop over items, and do not aggregate them.',
	toRequest: (params, facts) => {
		const combining = combiningOptions(params);
		const skipsMissing = choice(params.options, whenNumberMissing) === 'skip';
		const form = params.recipientFields?.customFields;
		const [routed] = params.body.recipient ?? [];
		const given = form === undefined ? routed : { ...customFieldsFrom(form), ...routed };
		const recipient = recipientFrom(given, countryOf(params));
		if (recipient === undefined && !skipsMissing) {
			refuseEmpty(
				messengerNumber,
				"To leave out items without a number, set 'When Number Is Missing' in the options to 'Skip'.",
			);
		}
		const parts = campaignRequest(params, facts, recipient ? [recipient] : [], combining);
		if (recipient) return { ...parts, leftOut: recipient.leftOut };
		return { output: { send_status: 'no_number', ...shownSettings(parts) } };
	},
	plan: async (items, facts, withoutNumber) => {
		// If no item has a number, the expression is wrong.
		if (withoutNumber > 0 && withoutNumber === facts.count) {
			refuse(
				messengerNumber,
				'is empty in every item',
				'Drag the field that contains the number here, or check what the expression returns.',
			);
		}
		return await planCampaigns(items, facts);
	},
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
			options: [
				...Object.entries(otherFields).map(([field, parameter]) => ({
					...parameter,
					routing: inBody(`recipient[0].${field}`),
				})),
				customFields,
			],
		},
		campaignAdditionalFields,
		optionsOf(
			duplicates,
			includeInputFields,
			defaultCountry,
			maxRecipients,
			recipientsPerRequest,
			whenNumberMissing,
		),
	],
};
