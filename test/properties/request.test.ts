import fc from 'fast-check';

import {
	connectionOptions,
	type RequestOptions,
} from '../../nodes/Messenger/request/requestOptions';
import { mayRepeat, pauseBefore, retryAfter } from '../../nodes/Messenger/request/retrying';
import { addressOf } from '../../nodes/Messenger/request/service';
import { answer, noAnswer } from '../support/reader';
import { anyText, anyValue, resultOf } from './values';

/** Node's timers cannot wait longer; they would ring at once. */
const longestTimer = 2 ** 31 - 1;

describe('Retry-After', () => {
	const waitFor = (header: string, now = 0) =>
		retryAfter(answer(429, '', { 'retry-after': header }), now);

	it('in seconds is that many milliseconds', () => {
		fc.assert(
			fc.property(fc.nat(), (seconds) => {
				expect(waitFor(` ${seconds} `)).toBe(seconds * 1000);
			}),
		);
	});

	it('as a date is the time until then, and none when it is past', () => {
		const whole = fc.integer({ min: 0, max: 4e9 });
		fc.assert(
			fc.property(whole, whole, (date, now) => {
				const header = new Date(date * 1000).toUTCString();
				expect(waitFor(header, now * 1000)).toBe(Math.max(0, (date - now) * 1000));
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
		},
		{ requiredKeys: [] },
	);

	it('are refused by their name, or numbers that a timer can wait for', () => {
		fc.assert(
			fc.property(options, (given) => {
				const result = resultOf(() => connectionOptions(given as RequestOptions));
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
				const url = new URL(addressOf('https://host/api', { method: 'GET', path: '/a/b', query }));
				expect(url.pathname).toBe('/api/a/b');
				expect([...url.searchParams]).toEqual(query);
				expect(url.hash).toBe('');
			}),
		);
	});
});

describe('repeating', () => {
	it('is never done to what may have been processed, unless it only reads', () => {
		const codes = fc.constantFrom('ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'none', 'EPROTO');
		fc.assert(
			fc.property(fc.integer({ min: 100, max: 599 }), codes, (status, code) => {
				expect(mayRepeat(answer(status, ''), false)).toBe(false);
				expect(mayRepeat(noAnswer(code, true), false)).toBe(false);
			}),
		);
	});

	it('waits longer each time, by half to all of a doubling pause', () => {
		const chance = fc.double({ min: 0, max: 1, noNaN: true });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10 }), chance, (repetition, random) => {
				const longest = 500 * 2 ** (repetition - 1);
				const pause = pauseBefore(repetition, random);
				expect(pause >= longest / 2 && pause <= longest).toBe(true);
			}),
		);
	});
});
