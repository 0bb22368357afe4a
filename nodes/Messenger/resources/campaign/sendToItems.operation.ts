import type { Operation } from '../../operation';
import {
	campaignAdditionalFields,
	campaignParameters,
	campaignPreview,
} from './campaignParameters';
import { messengerNumber, recipientFields } from './recipientParameters';

/** Its request is not one for each item, so it has no `routing`: see sendToItems.ts. */
export const sendToItems: Operation = {
	menu: {
		name: 'Send to Input Items',
		value: 'sendToItems',
		action: 'Send a campaign to input items',
		description: 'Send one campaign to all input items, in as few requests as the service takes',
	},
	parameters: [
		...campaignParameters,
		{
			...messengerNumber,
			description:
				'Phone number of the recipient, with "+" and country code. Each input item is a recipient: drag the field with its number here.',
		},
		{
			displayName: 'Recipient Fields',
			name: 'recipientFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: recipientFields,
		},
		campaignAdditionalFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Duplicates',
					name: 'duplicates',
					type: 'options',
					default: 'skip',
					description: 'What to do with a number that comes more than once in a campaign',
					options: [
						{
							name: 'Send Each',
							value: 'send',
							description: 'The number gets the message once for every item',
						},
						{
							name: 'Skip',
							value: 'skip',
							description: 'The number gets the message once; the other items say so in the output',
						},
					],
				},
				{
					displayName: 'Recipients per Request',
					name: 'recipientsPerRequest',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 500,
					description:
						'Most recipients in one request. The service does not document its limit; lower this if it refuses large requests.',
				},
			],
		},
		campaignPreview,
	],
};
