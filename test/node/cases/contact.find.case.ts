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
				whenNotFound: 'error',
				queryParameters: {
					parameter: [
						{ name: 'fields', value: 'name,tags' },
						{ name: 'empty', value: '' },
						{ name: ' a&b ', value: 'c=d é' },
						{ name: 'archived', value: '={{ false }}' },
					],
				},
			},
		},
		request: {
			query:
				'email=kofi.mensah%2Bnews%40example.org&fields=name%2Ctags&a%26b=c%3Dd+%C3%A9&archived=false',
		},
	},
	answer: { data: contact },
	output: { ...contact, found: true },
	bad: emailVerify.bad,
	subject: 'email',
};
