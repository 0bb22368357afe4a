import { NodeApiError, type INode } from 'n8n-workflow';

import type { Problem } from '../../nodes/Messenger/response/Problem';
import { serviceError } from '../../nodes/Messenger/response/serviceError';

const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;
const problem: Problem = {
	message: 'Bad request',
	advice: ['Check the Email.', '', 'Then try again.'],
	httpCode: '400',
};
const errorOf = (changes: Partial<Problem> = {}, apiKey = 'sk-1') =>
	serviceError(node, { ...problem, ...changes }, 7, apiKey);

describe("an error of the service in n8n's form", () => {
	it('says what happened, what to do, under which status and for which item', () => {
		const error = errorOf();
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Bad request');
		expect(error.description).toBe('Check the Email. Then try again.');
		expect(error.httpCode).toBe('400');
		expect(error.context.itemIndex).toBe(7);
		expect(error.node).toBe(node);
	});

	it.each(['429', '500', 'ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET'])(
		'keeps its own words under %s, where n8n has others',
		(httpCode) => {
			const message = `The connection broke (${httpCode})`;
			expect(errorOf({ message, httpCode })).toMatchObject({ message, httpCode });
		},
	);

	it.each([
		['rate-limited' as const, { cause: 'rate-limited', retryAfterMs: 3000 }],
		['temporarily-unavailable' as const, { cause: 'temporarily-unavailable', retryAfterMs: 3000 }],
		['credential-invalid' as const, { cause: 'credential-invalid' }],
		['configuration-invalid' as const, { cause: 'configuration-invalid' }],
	])('tells n8n in its own vocabulary that it is %s', (cause, failure) => {
		expect(errorOf({ cause, retryAfterMs: 3000 })).toHaveProperty('failure', failure);
	});

	it('has no key in any text', () => {
		const error = errorOf(
			{ message: 'sk-1 and sk-1 refused', advice: ['Not sk-1.'], httpCode: '401' },
			'sk-1',
		);
		expect(error.message).toBe('[API key] and [API key] refused');
		expect(error.description).toBe('Not [API key].');
		expect(JSON.stringify(error)).not.toContain('sk-1');
	});
});
