import type { OperationCase } from '../operations/operationCase';

const sent = { success: true, message: 'Messenger campaign message(s) sent successfully.' };

/** The columns of each row that name the campaign. */
export const settings = {
	from_number: '+14155550100',
	template: 'welcome_message',
	language: 'en',
};

/** Every field that both campaigns have, and what it is to the service. */
export const content = {
	parameters: {
		fromNumber: '+1 415 555 0100',
		templateName: ' spring_offer ',
		templateLanguage: 'de',
		additionalFields: { tags: 'welcome, spring', scheduledAt: '2030-01-31T09:30:00' },
	},
	body: {
		from_number: '+14155550100',
		type: 'template',
		content: { template_name: 'spring_offer', template_language: 'de' },
		tags: ['welcome', 'spring'],
		scheduled_at: '2030-01-31T08:30:00.000Z',
	},
	recipient: {
		messenger_number: '+14155550123',
		first_name: 'Nathan',
		name: 'Nathan Li',
		email: 'nathan@example.com',
	},
};

export const campaignSend: OperationCase = {
	resource: 'campaign',
	operation: 'send',
	endpoint: 'sendCampaign',
	readOnly: false,
	largestAnswer: 16,
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
	full: {
		parameters: {
			...content.parameters,
			recipients: {
				recipient: [
					{
						messengerNumber: '(415) 555-0123',
						firstName: 'Nathan',
						name: 'Nathan Li',
						email: 'nathan@example.com',
					},
					{ messengerNumber: '+14155550121', name: '' },
				],
			},
			options: { defaultCountry: '+1', maxRecipients: 2 },
		},
		request: {
			body: {
				...content.body,
				recipient: [content.recipient, { messenger_number: '+14155550121' }],
			},
		},
	},
	answer: sent,
	output: { ...sent, recipients: 1, send_status: 'sent', ...settings },
	bad: { fields: { number: '14155550121' }, parameter: 'messengerNumber' },
	subject: 'number',
};
