import { exchange } from '../../exchange';
import {
	recipientsFromFields,
	recipientsFromJson,
	type RecipientFields,
} from '../../input/recipients';
import { toggle } from '../../input/toggle';
import type { Operation } from '../../operation';
import { endpoints } from '../../request/service';
import { wholeBody } from '../../response/forms';
import { body } from '../sent';
import {
	campaignAdditionalFields,
	campaignParameters,
	campaignPreview,
} from './campaignParameters';
import {
	campaignInputsToCheck,
	campaignRequest,
	campaignSettings,
	previewName,
} from './campaignRequest';
import { messengerNumber, recipientFields } from './recipientParameters';

export const send: Operation = {
	menu: {
		name: 'Send',
		value: 'send',
		action: 'Send a campaign',
		description: 'Send a template message to recipients, one campaign for each input item',
		routing: {
			request: endpoints.sendCampaign,
			send: { paginate: true },
			operations: {
				pagination: exchange({
					readOnly: false,
					inputsToCheck: campaignInputsToCheck,
					toRequest: (sent, context) => {
						const { recipients, recipientsJson, preview, ...campaign } = body(sent);
						const request = campaignRequest(
							campaignSettings(campaign, context.getTimezone()),
							recipientsJson === undefined
								? recipientsFromFields(recipients as { recipient?: RecipientFields[] })
								: recipientsFromJson(recipientsJson),
						);
						return { ...request, preview: toggle(preview, previewName) };
					},
					toItems: wholeBody,
				}),
			},
		},
	},
	parameters: [
		...campaignParameters,
		{
			displayName: 'Specify Recipients',
			name: 'recipientsInput',
			type: 'options',
			default: 'fields',
			description: 'How to give the recipients of the campaign',
			options: [
				{
					name: 'Using Fields Below',
					value: 'fields',
					description: 'One form for each recipient',
				},
				{
					name: 'Using JSON',
					value: 'json',
					description: 'A list of recipients, such as another node gives it',
				},
			],
		},
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			required: true,
			placeholder: 'Add recipient',
			default: {},
			description: 'Who gets the campaign',
			displayOptions: { show: { recipientsInput: ['fields'] } },
			routing: { send: { type: 'body', property: 'recipients' } },
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
			placeholder: '[{ "messenger_number": "+14155550123", "first_name": "Nathan" }]',
			description:
				'A list of objects in the field names of the service. Each needs "messenger_number"; other keys are sent as they are.',
			displayOptions: { show: { recipientsInput: ['json'] } },
			routing: { send: { type: 'body', property: 'recipientsJson' } },
		},
		campaignAdditionalFields,
		campaignPreview,
	],
};
