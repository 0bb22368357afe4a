import fc from 'fast-check';

import { mostly, randomQuery, read, rowFields } from '../../random/random';
import { emailAddress } from '../../random/values';
import {
	collection,
	options,
	queryParameters,
	required,
	string,
} from '../operations/contractParameter';
import type { OperationCase } from '../operations/operationCase';
import { emailVerify } from './email.verify.case';

const contact = { email: 'anna.schmidt@example.com' };

export const contactFind: OperationCase = {
	resource: 'contact',
	operation: 'find',
	endpoint: 'findContact',
	readOnly: true,
	largestAnswer: 1,
	contract: [
		required('email'),
		collection('options', [
			string('emailParameter', { default: 'email' }),
			queryParameters,
			options('whenNotFound', ['error', 'item', 'empty'], 'error'),
		]),
	],
	parameters: { email: '={{ $json.email }}' },
	request: { query: 'email=anna.schmidt%40example.com' },
	answer: { data: contact },
	output: contact,
	bad: emailVerify.bad,
	refusal: emailVerify.refusal,
	subject: 'email',
	inputsToCheck: "Check 'Email' and the options.",
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
