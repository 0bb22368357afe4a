import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import {
	asTextOrValue,
	campaignFields,
	collectionOf,
	mostly,
	randomCampaign,
	read,
	recipients,
} from '../../random/random';
import {
	additionalFields,
	campaign,
	collection,
	fixedCollection,
	number,
	options,
	required,
	string,
} from '../operations/contractParameter';
import type { OperationCase } from '../operations/operationCase';

const sent = { success: true, message: 'Messenger campaign message(s) sent successfully.' };

export const campaignSend: OperationCase = {
	resource: 'campaign',
	operation: 'send',
	endpoint: 'sendCampaign',
	readOnly: false,
	largestAnswer: 1,
	contract: [
		...campaign,
		options('recipientsInput', ['fields', 'json'], 'fields'),
		fixedCollection(
			'recipients',
			{
				recipient: [
					required('messengerNumber'),
					string('firstName'),
					string('name'),
					string('email'),
				],
			},
			{ required: true, default: { recipient: [{}] } },
		),
		{
			name: 'recipientsJson',
			type: 'json',
			required: true,
			default:
				'[\n  {\n    "messenger_number": "+14155550123",\n    "first_name": "Nathan"\n  }\n]',
		},
		additionalFields,
		collection('options', [number('maxRecipients', 1000)]),
	],
	parameters: {
		fromNumber: '+1 415 555 0100',
		templateName: 'welcome_message',
		recipients: { recipient: [{ messengerNumber: '={{ $json.number }}' }] },
	},
	request: {
		body: {
			from_number: '+14155550100',
			type: 'template',
			content: { template_name: 'welcome_message', template_language: 'en' },
			recipient: [{ messenger_number: '+14155550200' }],
		},
	},
	answer: sent,
	output: { ...sent, recipients: 1, send_status: 'sent' },
	bad: { number: '14155550121' },
	refusal: {
		parameter: 'messengerNumber',
		message: `'Recipient Number' of recipient 1 isn't a valid phone number (no country code): "14155550121"`,
		advice: 'Enter "+" and the country code before it.',
	},
	subject: 'number',
	inputsToCheck: "Check 'Sender Number', 'Template Name', 'Template Language', and the recipients.",
	random: {
		parameters: fc.record({
			...randomCampaign,
			recipientsInput: fc.constantFrom('fields', 'json'),
			recipients: fc
				.array(
					collectionOf('firstName', 'name', 'email').map((fields): INodeParameters => ({
						messengerNumber: read('messengerNumber'),
						...fields,
					})),
					{ maxLength: 3, minLength: 1 },
				)
				.map((recipient): INodeParameters => ({ recipient })),
			recipientsJson: fc.constant(read('recipients')),
		}),
		fields: { ...campaignFields, recipients: mostly(asTextOrValue(recipients)) },
	},
};
