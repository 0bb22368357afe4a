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
} from '../../properties/random';
import {
	additionalFields,
	campaign,
	collection,
	fixedCollection,
	number,
	options,
	required,
	string,
} from '../contractParameter';
import type { OperationCase } from '../operationCase';

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
		{ name: 'recipientsJson', type: 'json', required: true, default: '[]' },
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
	output: sent,
	bad: { number: '14155550121' },
	refusal: {
		parameter: 'messengerNumber',
		message: "'Messenger Number' of recipient 1 isn't a valid phone number: \"14155550121\"",
		advice: 'Enter "+", the country code and the number, 7 to 15 digits in all, e.g. +14155550123.',
	},
	subject: 'number',
	inputsToCheck:
		"Check 'From Number', the template ('Template Name', 'Template Language') and the recipients.",
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
