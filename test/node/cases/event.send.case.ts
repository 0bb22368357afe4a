import type { OperationCase } from '../operations/operationCase';

const accepted = { success: true, id: 'b7a1a1d2-5f0e-4c39-9a57-6c2c0a1a7d10' };

export const eventSend: OperationCase = {
	resource: 'event',
	operation: 'send',
	endpoint: 'sendEvent',
	readOnly: false,
	largestAnswer: 16,
	parameters: { contactEmail: '={{ $json.email }}', eventCode: 'order_placed' },
	request: {
		body: { contact: { email: 'anna.schmidt@example.com' }, event: { code: 'order_placed' } },
	},
	full: {
		parameters: {
			contactEmail: 'nathan@example.com',
			contactMessengerNumber: '(415) 555-0123',
			contactName: ' Nathan Li ',
			eventCode: 'order_placed',
			eventName: 'Order placed',
			data: {
				field: [
					{ name: 'order_id', value: '1042' },
					{ name: 'total', value: '={{ 12.5 }}' },
					{ name: 'note', value: '' },
				],
			},
			options: { defaultCountry: 'US' },
		},
		request: {
			body: {
				contact: {
					name: 'Nathan Li',
					email: 'nathan@example.com',
					messenger_number: '+14155550123',
				},
				event: {
					code: 'order_placed',
					name: 'Order placed',
					data: { order_id: '1042', total: 12.5 },
				},
			},
		},
	},
	answer: accepted,
	output: { contact_email: 'anna.schmidt@example.com', event_code: 'order_placed', ...accepted },
	bad: { fields: { email: 'a@' }, parameter: 'contactEmail' },
	subject: 'email',
};
