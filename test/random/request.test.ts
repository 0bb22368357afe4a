import fc from 'fast-check';

import { runOptions, type RequestOptions } from '../../nodes/Messenger/http/options';
import { retryDelay } from '../../nodes/Messenger/run/retryDelay';
import { judge, noResponse, response } from '../support/reader';
import { anyText, anyValue, resultOf } from './values';

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

	it('are refused by their name, or numbers that make sense', () => {
		fc.assert(
			fc.property(options, (given) => {
				const result = resultOf(() => runOptions(given as RequestOptions));
				if ('refusal' in result) {
					expect(Object.keys(given)).toContain(result.refusal.parameter);
					return;
				}
				const { timeout, maxConcurrency, maxRetryWait } = result.value;
				expect(Number.isInteger(timeout) && timeout > 0).toBe(true);
				expect(Number.isInteger(maxConcurrency) && maxConcurrency > 0).toBe(true);
				expect(maxRetryWait >= 0).toBe(true);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('repeating', () => {
	const tries = { attempts: 1, hasLeft: true, throttled: 0, throttledFor: 0 };

	it('is never done to what may have been processed, unless it only reads', () => {
		const codes = fc.constantFrom('ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'none', 'EPROTO');
		const statuses = fc.integer({ min: 100, max: 599 }).filter((status) => status !== 429);
		fc.assert(
			fc.property(statuses, codes, (status, code) => {
				for (const result of [response(status, ''), noResponse(code, true)]) {
					expect(retryDelay(judge(result), tries, false, 300_000)).toBeUndefined();
				}
			}),
		);
	});

	it('after a 429 ends when Max Retry Wait would be over before the next try', () => {
		const seconds = fc.nat({ max: 1000 });
		fc.assert(
			fc.property(seconds, seconds, seconds, fc.boolean(), (wait, before, max, readOnly) => {
				const verdict = judge(response(429, '', { 'retry-after': String(wait) }));
				const throttled = { ...tries, throttled: 1, throttledFor: before * 1000 };
				const delay = retryDelay(verdict, throttled, readOnly, max * 1000);
				expect(delay).toBe(before + wait < max ? 0 : undefined);
			}),
		);
	});
});
