import fc from 'fast-check';

import { endpoints, relativeAddress } from '../../nodes/Messenger/request/endpoints';
import { runOptions, type RequestOptions } from '../../nodes/Messenger/request/options';
import {
	maxRepetitions,
	retryAfter,
	retryDecision,
} from '../../nodes/Messenger/request/retryDecision';
import { noResponse, response } from '../support/reader';
import { anyText, anyValue, resultOf } from './values';

/** Node's timers cannot wait longer; they would ring at once. */
const longestTimer = 2 ** 31 - 1;

describe('Retry-After', () => {
	const day = 24 * 60 * 60;
	const waitFor = (header: string, date?: string) =>
		retryAfter(response(429, '', { 'retry-after': header, date }));

	it('in seconds is that many milliseconds, and nothing beyond a day', () => {
		fc.assert(
			fc.property(fc.oneof(fc.nat(), fc.nat({ max: day })), (seconds) => {
				expect(waitFor(` ${seconds} `)).toBe(seconds > day ? undefined : seconds * 1000);
			}),
		);
	});

	it("as a date is the time until then by the service's clock, and none when it is past", () => {
		const now = fc.integer({ min: 0, max: 4e9 });
		const apart = fc.integer({ min: -2 * day, max: 2 * day });
		const httpDate = (seconds: number) => new Date(seconds * 1000).toUTCString();
		fc.assert(
			fc.property(now, apart, (seconds, wait) => {
				expect(waitFor(httpDate(seconds + wait), httpDate(seconds))).toBe(
					wait > day ? undefined : Math.max(0, wait * 1000),
				);
			}),
		);
	});

	it('of any other text is no time, or one that is not negative', () => {
		fc.assert(
			fc.property(anyText, (header) => {
				expect(waitFor(header) ?? 0).toBeGreaterThanOrEqual(0);
			}),
		);
	});
});

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

describe('the address of a request', () => {
	it('says every query parameter as it was given, in order', () => {
		const text = fc.string({ unit: 'grapheme' });
		fc.assert(
			fc.property(fc.array(fc.tuple(text, text)), (query) => {
				const address = relativeAddress({ endpoint: endpoints.findContact, query });
				const url = new URL(`https://host/api${address}`);
				expect(url.pathname).toBe('/api/webhook/contact/find');
				expect([...url.searchParams]).toEqual(query);
				expect(url.hash).toBe('');
			}),
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

	it('waits longer each time, by half to all of a doubling pause', () => {
		const chance = fc.double({ min: 0, max: 1, noNaN: true });
		const outcome = noResponse('ECONNREFUSED', false);
		fc.assert(
			fc.property(fc.nat({ max: maxRepetitions - 1 }), chance, (repetitions, random) => {
				const decision = retryDecision({ ...attempt, outcome, repetitions, random });
				const longest = 500 * 2 ** repetitions;
				expect(decision).toEqual({ kind: 'repeat', pause: expect.any(Number) });
				const { pause } = decision as { pause: number };
				expect(pause >= longest / 2 && pause <= longest).toBe(true);
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
