import fc from 'fast-check';

import {
	anyJson,
	anyText,
	anyValue,
	asTextOrValue,
	emailAddress,
	filledText,
	mostly,
	optional,
	phoneNumber,
	read,
	rowFields,
	rows,
} from '../../random/random';
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
			options: { defaultCountry: 'US', includeInputFields: true },
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
	output: accepted,
	bad: { fields: { email: 'a@' }, parameter: 'contactEmail' },
	subject: 'email',
	random: {
		parameters: fc.record({
			contactEmail: fc.constantFrom('', read('email')),
			contactMessengerNumber: fc.constantFrom('', read('messengerNumber')),
			contactName: fc.constantFrom('', read('name')),
			eventCode: fc.constantFrom(read('code'), 'order_placed'),
			eventName: fc.constantFrom('', read('name')),
			dataInput: fc.constantFrom('fields', 'json'),
			data: rows('field'),
			dataJson: fc.constantFrom('{}', '', read('data')),
			options: fc.constantFrom({}, { defaultCountry: 'US' }),
		}),
		fields: {
			...rowFields,
			secondName: mostly(fc.constantFrom('__proto__', 'constructor', 'a')),
			secondValue: anyValue,
			email: optional(emailAddress),
			messengerNumber: optional(phoneNumber),
			name: optional(fc.string()),
			code: mostly(filledText),
			data: mostly(asTextOrValue(fc.dictionary(anyText, anyJson))),
		},
	},
};
