import fc from 'fast-check';

import { runOptions, type RequestOptions } from '../../nodes/Messenger/http/options';
import { retryDecision } from '../../nodes/Messenger/run/retryDecision';
import { noResponse, response } from '../support/reader';
import { anyText, anyValue, resultOf } from './values';

/** Node's timers cannot wait longer; they would ring at once. */
const longestTimer = 2 ** 31 - 1;

describe('Request Options', () => {
	const options = fc.record(
		{
			timeout: fc.oneof(fc.integer(), fc.double(), anyValue),
			proxy: fc.oneof(
				anyText,
				fc.webUrl(),
				fc.constantFrom('http://%zz@proxy:3128', 'http://a:b@p'),
			),
			allowUnauthorizedCerts: fc.boolean(),
			maxConcurrency: fc.oneof(fc.integer(), anyValue),
			maxRetryWait: fc.oneof(fc.double(), anyValue),
			resendUncertain: fc.oneof(fc.boolean(), anyValue),
		},
		{ requiredKeys: [] },
	);

	it('are refused by their name, or numbers that a timer can wait for', () => {
		fc.assert(
			fc.property(options, (given) => {
				const result = resultOf(() => runOptions(given as RequestOptions));
				if ('refusal' in result) {
					expect(Object.keys(given)).toContain(result.refusal.parameter);
					return;
				}
				const { timeout, maxConcurrency, maxRetryWait } = result.value;
				expect(Number.isInteger(timeout) && timeout > 0 && timeout <= longestTimer).toBe(true);
				expect(Number.isInteger(maxConcurrency) && maxConcurrency > 0).toBe(true);
				expect(maxRetryWait >= 0 && maxRetryWait <= longestTimer).toBe(true);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('repeating', () => {
	const attempt = {
		readOnly: false,
		repetitions: 0,
		throttledFor: 0,
		maxRetryWait: 300_000,
		random: 0.5,
	};

	it('is never done to what may have been processed, unless it only reads', () => {
		const codes = fc.constantFrom('ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'none', 'EPROTO');
		const statuses = fc.integer({ min: 100, max: 599 }).filter((status) => status !== 429);
		fc.assert(
			fc.property(statuses, codes, (status, code) => {
				for (const outcome of [response(status, ''), noResponse(code, true)]) {
					expect(retryDecision({ ...attempt, outcome })).toEqual({ kind: 'give up' });
				}
			}),
		);
	});

	it('after a 429 ends when Max Retry Wait would be over before the next try', () => {
		const seconds = fc.nat({ max: 1000 });
		fc.assert(
			fc.property(seconds, seconds, seconds, fc.boolean(), (wait, before, max, readOnly) => {
				const outcome = response(429, '', { 'retry-after': String(wait) });
				const { kind } = retryDecision({
					...attempt,
					outcome,
					readOnly,
					throttledFor: before * 1000,
					maxRetryWait: max * 1000,
				});
				expect(kind).toBe(before + wait < max ? 'throttled' : 'give up');
			}),
		);
	});
});
