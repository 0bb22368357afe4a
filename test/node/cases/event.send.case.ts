import fc from 'fast-check';

import {
	asTextOrValue,
	filledText,
	mostly,
	optional,
	read,
	rowFields,
	rows,
} from '../../random/random';
import { anyJson, anyText, anyValue, emailAddress, phoneNumber } from '../../random/values';
import { fixedCollection, options, required, string } from '../operations/contractParameter';
import type { OperationCase } from '../operations/operationCase';

const accepted = { success: true, id: 'b7a1a1d2-5f0e-4c39-9a57-6c2c0a1a7d10' };

export const eventSend: OperationCase = {
	resource: 'event',
	operation: 'send',
	endpoint: 'sendEvent',
	readOnly: false,
	largestAnswer: 1,
	contract: [
		string('contactEmail'),
		string('contactMessengerNumber'),
		string('contactName'),
		required('eventCode'),
		string('eventName'),
		options('dataInput', ['fields', 'json'], 'fields'),
		fixedCollection('data', { field: [string('name'), string('value')] }),
		{ name: 'dataJson', type: 'json', default: '{}' },
	],
	parameters: { contactEmail: '={{ $json.email }}', eventCode: 'order_placed' },
	request: {
		body: { contact: { email: 'anna.schmidt@example.com' }, event: { code: 'order_placed' } },
	},
	answer: accepted,
	output: accepted,
	bad: { email: 'a@' },
	refusal: {
		parameter: 'contactEmail',
		message: "'Contact Email' isn't a valid email address: \"a@\"",
		advice: 'Enter one address in the form name@domain, e.g. nathan@example.com.',
	},
	subject: 'email',
	inputsToCheck:
		"Check 'Contact Email', 'Contact Number', 'Contact Name', 'Event Code', 'Event Name', and 'Data'.",
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
