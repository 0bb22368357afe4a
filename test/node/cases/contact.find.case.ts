import fc from 'fast-check';

import { emailAddress, mostly, randomQuery, read, rowFields } from '../../random/random';
import type { OperationCase } from '../operations/operationCase';
import { emailVerify } from './email.verify.case';

const contact = { email: 'anna.schmidt@example.com' };

export const contactFind: OperationCase = {
	resource: 'contact',
	operation: 'find',
	endpoint: 'findContact',
	readOnly: true,
	largestAnswer: 1,
	parameters: { email: '={{ $json.email }}' },
	request: { query: 'email=anna.schmidt%40example.com' },
	full: {
		parameters: {
			email: ' kofi.mensah+news@example.org ',
			options: {
				emailParameter: 'contact_email',
				whenNotFound: 'error',
				queryParameters: {
					parameter: [
						{ name: 'fields', value: 'name,tags' },
						{ name: 'empty', value: '' },
						{ name: 'fields', value: 'a&b' },
					],
				},
			},
		},
		request: {
			query: 'contact_email=kofi.mensah%2Bnews%40example.org&fields=name%2Ctags&fields=a%26b',
		},
	},
	answer: { data: contact },
	output: { ...contact, found: true },
	bad: emailVerify.bad,
	subject: 'email',
	random: {
		parameters: fc.record({
			email: fc.constant(read('email')),
			options: fc.oneof(
				fc.constantFrom({}, { whenNotFound: 'item' }, { whenNotFound: 'empty' }),
				randomQuery,
			),
		}),
		fields: {
			...rowFields,
			secondName: mostly(fc.constantFrom('email', 'page', 'EMAIL')),
			email: mostly(emailAddress),
		},
	},
};
