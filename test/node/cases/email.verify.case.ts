import fc from 'fast-check';

import { mostly, read } from '../../random/random';
import { emailAddress } from '../../random/values';
import { collection, options, required } from '../operations/contractParameter';
import type { OperationCase } from '../operations/operationCase';

const verdict = {
	email: 'anna.schmidt@example.com',
	status: 'safe',
	checked_at: '2026-05-01T09:30:00.123456Z',
};

export const emailVerify: OperationCase = {
	resource: 'email',
	operation: 'verify',
	endpoint: 'verifyEmail',
	readOnly: true,
	largestAnswer: 1,
	contract: [
		required('email'),
		collection('options', [options('onMalformed', ['error', 'result'], 'error')]),
	],
	parameters: { email: '={{ $json.email }}' },
	request: { body: { email: 'anna.schmidt@example.com' } },
	answer: { message: 'Email successfully verified', data: verdict },
	output: verdict,
	bad: { email: 'a@' },
	refusal: {
		parameter: 'email',
		message: "'Email' isn't a valid email address: \"a@\"",
		advice: 'Enter one address in the form name@domain, e.g. nathan@example.com.',
	},
	subject: 'email',
	inputsToCheck: "Check 'Email'.",
	random: {
		parameters: fc.record({
			email: fc.constant(read('email')),
			options: fc.constantFrom({}, { onMalformed: 'error' }, { onMalformed: 'result' }),
		}),
		fields: { email: mostly(emailAddress) },
	},
};
