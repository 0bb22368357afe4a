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
	parameters: { email: '={{ $json.email }}' },
	request: { body: { email: 'anna.schmidt@example.com' } },
	full: {
		parameters: { email: ' a@b.co ', options: { onMalformed: 'result' } },
		request: { body: { email: 'a@b.co' } },
	},
	answer: { message: 'Email successfully verified', data: verdict },
	output: verdict,
	bad: { fields: { email: 'a@' }, parameter: 'email' },
	subject: 'email',
};
