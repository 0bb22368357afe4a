import fc from 'fast-check';

import { saysFailure } from '../../nodes/Messenger/response/parse';
import { judge, lookUp, problemOf, readerKey, response, sendOut } from '../support/reader';
import { anyJson, anyText } from './values';

const anyBody = fc.oneof(
	anyText,
	anyJson.map((json) => JSON.stringify(json)),
	fc
		.record(
			{ success: fc.boolean(), message: anyJson, detail: anyJson, data: anyJson },
			{ requiredKeys: [] },
		)
		.map((json) => JSON.stringify(json)),
);

describe('any answer', () => {
	const headers = fc.record({ 'content-type': anyText, location: anyText }, { requiredKeys: [] });

	it('becomes items or a problem with a message, and the key is in none of its words', () => {
		const withKey = anyBody.map((body) => body + readerKey);
		fc.assert(
			fc.property(
				fc.integer({ min: 200, max: 599 }),
				fc.oneof(anyBody, withKey),
				headers,
				fc.boolean(),
				(status, body, head, readOnly) => {
					const reader = readOnly ? lookUp : sendOut;
					const verdict = judge(response(status, body, head), reader);
					if (verdict.state === 'accepted') {
						expect(status).toBeLessThan(300);
						expect(saysFailure(verdict.body)).toBe(false);
						return;
					}
					const { message, description, httpCode } = problemOf(
						response(status, body, head),
						reader,
					);
					expect(message).not.toBe('');
					expect(httpCode).toBe(String(status));
					expect(message + description).not.toContain(readerKey);
					// A refusal was surely not processed; a good or a failed answer may have been.
					if (readOnly || (status >= 300 && status < 500)) expect(verdict.state).toBe('failed');
				},
			),
			{ numRuns: 2_000 },
		);
	});
});
