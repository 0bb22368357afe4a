import type { RecipientFields } from '../../input/recipients';
import { recipientsFromFields, recipientsFromJson } from '../../input/recipients';
import { defineOperation } from '../../operation';
import { endpoints } from '../../request/endpoints';
import { wholeBody } from '../../response/forms';
import { campaignBody, campaignInputsToCheck, type SentCampaign } from './campaignBody';
import { campaignAdditionalFields, campaignParameters, maxRecipients } from './campaignParameters';
import { checkMode, modeParameters, planInMode } from './mode';
import { messengerNumber, recipientFields } from './recipientParameters';

/** The recipients in one of their two forms. */
interface SentWithRecipients extends SentCampaign {
	options?: SentCampaign['options'] & {
		recipients?: { recipient?: RecipientFields[] };
		recipientsJson?: unknown;
	};
}

export const send = defineOperation<SentWithRecipients>({
	name: 'Send',
	value: 'send',
	action: 'Send campaign',
	description: 'Send a template message to recipients, one campaign for each input item',
	endpoint: endpoints.sendCampaign,
	inputsToCheck: campaignInputsToCheck,
	toRequest: (sent, facts) => {
		const { recipients, recipientsJson } = sent.options ?? {};
		checkMode(sent, facts);
		const body = campaignBody(
			sent,
			facts.timezone,
			recipientsJson === undefined
				? recipientsFromFields(recipients)
				: recipientsFromJson(recipientsJson),
		);
		return { body };
	},
	toItems: wholeBody,
	plan: (items, facts) => {
		const unsent = items.filter(({ wasSent }) => !wasSent);
		const requests = unsent.map((item) => ({ parts: item.parts, members: [item] }));
		return planInMode(requests, [], facts);
	},
	parameters: [
		...modeParameters,
		...campaignParameters,
		{
			displayName: 'Specify Recipients',
			name: 'recipientsInput',
			type: 'options',
			default: 'fields',
			description: 'How to specify the recipients of the campaign',
			options: [
				{
					name: 'Using Fields Below',
					value: 'fields',
					description: 'One form for each recipient',
				},
				{
					name: 'Using JSON',
					value: 'json',
					description: 'A list of recipients, e.g. from another node',
				},
			],
		},
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			required: true,
			placeholder: 'Add Recipient',
			default: { recipient: [{}] },
			description: 'The people who receive the campaign',
			displayOptions: { show: { recipientsInput: ['fields'] } },
			routing: { send: { type: 'body', property: 'options.recipients' } },
			options: [
				{
					name: 'recipient',
					displayName: 'Recipient',
					values: [messengerNumber, ...recipientFields],
				},
			],
		},
		{
			displayName: 'Recipients (JSON)',
			name: 'recipientsJson',
			type: 'json',
			required: true,
			default: '[]',
			placeholder: 'e.g. [{ "messenger_number": "+14155550123", "first_name": "Nathan" }]',
			description:
				'A list of objects with the field names of the service. Each needs "messenger_number". Other keys are sent unchanged.',
			displayOptions: { show: { recipientsInput: ['json'] } },
			routing: { send: { type: 'body', property: 'options.recipientsJson' } },
		},
		campaignAdditionalFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [maxRecipients],
		},
	],
});
