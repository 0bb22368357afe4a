import fc from 'fast-check';

import { campaignFields, collectionOf, randomCampaign, read } from '../../random/random';
import {
	additionalFields,
	campaign,
	collection,
	number,
	options,
	required,
	string,
} from '../operations/contractParameter';
import type { OperationCase } from '../operations/operationCase';
import { campaignSend } from './campaign.send.case';

export const campaignSendToItems: OperationCase = {
	resource: 'campaign',
	operation: 'sendToItems',
	endpoint: 'sendCampaign',
	readOnly: false,
	largestAnswer: 1,
	contract: [
		...campaign,
		required('messengerNumber'),
		collection('recipientFields', [string('firstName'), string('name'), string('email')]),
		additionalFields,
		collection('options', [
			options('duplicates', ['send', 'skip'], 'skip'),
			number('maxRecipients', 1000),
			number('recipientsPerRequest', 500),
		]),
	],
	parameters: {
		fromNumber: '+1 415 555 0100',
		templateName: 'welcome_message',
		messengerNumber: '={{ $json.number }}',
	},
	marks: { options: { recipientsPerRequest: 1 } },
	request: campaignSend.request,
	answer: campaignSend.answer,
	output: { ...campaignSend.answer, messenger_number: '+14155550200', send_status: 'sent' },
	bad: campaignSend.bad,
	refusal: {
		...campaignSend.refusal,
		message: campaignSend.refusal.message.replace(' of recipient 1', ''),
	},
	subject: 'number',
	inputsToCheck: campaignSend.inputsToCheck,
	stopsAtFailure: true,
	random: {
		parameters: fc.record({
			...randomCampaign,
			messengerNumber: fc.constant(read('messengerNumber')),
			recipientFields: collectionOf('firstName', 'name', 'email'),
			options: fc.record(
				{
					recipientsPerRequest: fc.integer({ min: 1, max: 40 }),
					duplicates: fc.constantFrom('skip', 'send'),
				},
				{ requiredKeys: [] },
			),
		}),
		fields: campaignFields,
	},
};
