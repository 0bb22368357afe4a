import type { OperationCase } from '../operations/operationCase';
import { campaignSend, content, settings } from './campaign.send.case';

export const campaignSendToItems: OperationCase = {
	resource: 'campaign',
	operation: 'sendToItems',
	endpoint: 'sendCampaign',
	readOnly: false,
	largestAnswer: 16,
	parameters: {
		fromNumber: '+1 415 555 0100',
		templateName: 'welcome_message',
		messengerNumber: '={{ $json.number }}',
	},
	marks: { options: { recipientsPerRequest: 1 } },
	request: campaignSend.request,
	full: {
		parameters: {
			...content.parameters,
			messengerNumber: '(415) 555-0123',
			recipientFields: { firstName: 'Nathan', name: 'Nathan Li', email: 'nathan@example.com' },
			options: {
				defaultCountry: 'us',
				duplicates: 'send',
				maxRecipients: 1,
				recipientsPerRequest: 1,
			},
		},
		request: { body: { ...content.body, recipient: [content.recipient] } },
	},
	answer: campaignSend.answer,
	output: {
		...campaignSend.answer,
		messenger_number: '+14155550200',
		send_status: 'sent',
		...settings,
	},
	bad: campaignSend.bad,
	subject: 'number',
};
