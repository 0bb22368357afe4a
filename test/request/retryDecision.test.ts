import {
	mayRepeat,
	mostRepetitions,
	pauseBefore,
	retryAfter,
} from '../../nodes/Messenger/request/retrying';
import { answer, noAnswer } from '../support/reader';

describe('whether a failed request may be sent again', () => {
	it.each([
		[499, false],
		[500, true],
		[503, true],
		[599, true],
		[200, false],
		[404, false],
		[302, false],
	])('after %i it may where it only reads: %s', (status, may) => {
		expect(mayRepeat(answer(status, ''), true)).toBe(may);
	});

	it('after a failure of the service it may not where it could have been processed', () => {
		expect(mayRepeat(answer(500, ''), false)).toBe(false);
	});

	it('after it had left without an answer it may only where it reads', () => {
		expect(mayRepeat(noAnswer('ECONNRESET', true), true)).toBe(true);
		expect(mayRepeat(noAnswer('ECONNRESET', true), false)).toBe(false);
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'after %s it may whatever it is, because it never left',
		(code) => {
			expect(mayRepeat(noAnswer(code, false), false)).toBe(true);
			expect(mayRepeat(noAnswer(code, false), true)).toBe(true);
		},
	);

	it.each([
		'CERT_HAS_EXPIRED',
		'EPROTO',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_INVALID_CHAR',
		'ERR_ANSWER_TOO_LARGE',
	])('after %s it may not, because no try changes that', (code) => {
		expect(mayRepeat(noAnswer(code, false), true)).toBe(false);
		expect(mayRepeat(noAnswer(code, false), false)).toBe(false);
	});

	it('happens three times at most', () => {
		expect(mostRepetitions).toBe(3);
	});
});

describe('the pause before a repetition', () => {
	it.each([
		[1, 0, 250],
		[1, 1, 500],
		[2, 0, 500],
		[2, 0.5, 750],
		[3, 0, 1000],
		[3, 1, 2000],
	])('%i is, with the chance %d, %d ms', (repetition, random, milliseconds) => {
		expect(pauseBefore(repetition, random)).toBe(milliseconds);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-05-01T09:30:00Z');
	it.each([
		['0', 0],
		['3', 3000],
		[' 120 ', 120_000],
		['Fri, 01 May 2026 09:30:07 GMT', 7000],
		['Fri, 01 May 2026 09:29:00 GMT', 0],
		['soon', undefined],
		['3s', undefined],
		['', undefined],
		[' ', undefined],
		[undefined, undefined],
	])('%j means %p ms', (header, milliseconds) => {
		expect(retryAfter(answer(429, '', { 'retry-after': header }), now)).toBe(milliseconds);
	});
});
