import {
	isOutage,
	maxRepetitions,
	retryAfter,
	retryDecision,
	type Attempt,
} from '../../nodes/Messenger/run/retryDecision';
import { noResponse, response } from '../support/reader';

const attempt: Attempt = {
	outcome: response(200, {}),
	readOnly: true,
	repetitions: 0,
	throttledFor: 0,
	maxRetryWait: 300_000,
	random: 0,
};
const decide = (changes: Partial<Attempt>) => retryDecision({ ...attempt, ...changes });

/** What is decided of what only reads and of what writes. */
const decisions = (outcome: Attempt['outcome']) =>
	[true, false].map((readOnly) => decide({ outcome, readOnly }).kind);

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const broken = [
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'EPIPE',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'Z_DATA_ERROR',
	'none',
];
const lasting = [
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'EPROTO',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
	'ERR_INVALID_CHAR',
	'ERR_SSRF_BLOCKED',
	'ERR_CANCELED',
];

describe('what was answered', () => {
	it.each([200, 204, 302, 400, 401, 403, 404, 406, 499])(
		'with %i is not sent again, whatever it is',
		(status) => {
			expect(decisions(response(status, {}))).toEqual(['give up', 'give up']);
		},
	);

	it.each([500, 502, 503, 599])('with %i is sent again only where it reads', (status) => {
		expect(decisions(response(status, {}))).toEqual(['repeat', 'give up']);
	});
});

describe('what was not answered', () => {
	it.each(unreachable)('because of %s is sent again whatever it is: it never left', (code) => {
		expect(decisions(noResponse(code, false))).toEqual(['repeat', 'repeat']);
	});

	it.each(broken)('because of %s is sent again only where it reads, if it had left', (code) => {
		expect(decisions(noResponse(code, true))).toEqual(['repeat', 'give up']);
		expect(decisions(noResponse(code, false))).toEqual(['repeat', 'repeat']);
	});

	it.each(lasting)('because of %s is not sent again: no try changes that', (code) => {
		expect(decisions(noResponse(code, false))).toEqual(['give up', 'give up']);
		expect(decisions(noResponse(code, true))).toEqual(['give up', 'give up']);
	});
});

describe('a repetition', () => {
	const outcome = response(503, {});

	it('happens three times at the most', () => {
		expect(maxRepetitions).toBe(3);
		expect(decide({ outcome, repetitions: 2 }).kind).toBe('repeat');
		expect(decide({ outcome, repetitions: 3 }).kind).toBe('give up');
		expect(decide({ outcome: noResponse('ECONNREFUSED', false), repetitions: 3 }).kind).toBe(
			'give up',
		);
	});

	it.each([
		[0, 0, 250],
		[0, 1, 500],
		[1, 0, 500],
		[1, 0.5, 750],
		[2, 0, 1000],
		[2, 1, 2000],
	])('after %i others comes, with the chance %d, after %d ms', (repetitions, random, pause) => {
		expect(decide({ outcome, repetitions, random })).toEqual({ kind: 'repeat', pause });
	});
});

describe('what the rate limit refused', () => {
	const throttled = (header?: string) => response(429, {}, { 'retry-after': header });

	it('is sent again whatever it is, as often as it takes', () => {
		expect(decisions(throttled())).toEqual(['throttled', 'throttled']);
		expect(decide({ outcome: throttled(), repetitions: 3 }).kind).toBe('throttled');
	});

	it('is sent again when the service says', () => {
		expect(decide({ outcome: throttled('7') })).toEqual({ kind: 'throttled', retryAfter: 7000 });
	});

	it.each([
		[undefined, 0, 'throttled'],
		[undefined, 9999, 'throttled'],
		[undefined, 10_000, 'give up'],
		[undefined, 12_000, 'give up'],
		['9', 0, 'throttled'],
		['10', 0, 'give up'],
		['3600', 0, 'give up'],
		['4', 5999, 'throttled'],
		['4', 6000, 'give up'],
	])(
		'with Retry-After %s is, after %i of 10,000 ms of Max Retry Wait: %s',
		(header, throttledFor, kind) => {
			const outcome = throttled(header);
			expect(decide({ outcome, throttledFor, maxRetryWait: 10_000 }).kind).toBe(kind);
		},
	);

	it('is not sent again with a Max Retry Wait of 0', () => {
		expect(decide({ outcome: throttled(), maxRetryWait: 0 }).kind).toBe('give up');
	});

	it.each(['99999999999999999999', '1777628400'])(
		'is not kept waiting by a Retry-After of %s, which is no time to wait',
		(header) => {
			expect(decide({ outcome: throttled(header) })).toEqual({ kind: 'throttled' });
		},
	);
});

describe('an outage', () => {
	it.each([500, 503, 599])('is what a %i says', (status) => {
		expect(isOutage(response(status, {}))).toBe(true);
	});

	it.each([200, 302, 400, 429, 499])('is not what a %i says', (status) => {
		expect(isOutage(response(status, {}))).toBe(false);
	});

	it.each([...unreachable, ...broken])('is what %s says', (code) => {
		expect(isOutage(noResponse(code))).toBe(true);
	});

	it.each(lasting)('is not what %s says', (code) => {
		expect(isOutage(noResponse(code))).toBe(false);
	});
});

describe('Retry-After', () => {
	const date = 'Fri, 01 May 2026 09:30:00 GMT';
	const wait = (header: string | undefined, now: string | undefined = date) =>
		retryAfter(response(429, {}, { 'retry-after': header, date: now }));

	it.each([
		['0', 0],
		['3', 3000],
		[' 120 ', 120_000],
		['86400', 86_400_000],
	])('may be seconds: %j', (header, milliseconds) => {
		expect(wait(header)).toBe(milliseconds);
	});

	it.each([
		['Fri, 01 May 2026 09:30:07 GMT', 7000],
		['Fri, 01 May 2026 09:30:00 GMT', 0],
		['Fri, 01 May 2026 09:29:00 GMT', 0],
		['Sat, 02 May 2026 09:30:00 GMT', 86_400_000],
	])('may be a date, which is read against that of the response: %s', (header, milliseconds) => {
		expect(wait(header)).toBe(milliseconds);
	});

	it.each([[undefined], ['yesterday'], ['2026-05-01T09:30:00Z']])(
		'is read against the clock of n8n where the response has no date: %s',
		(now) => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T09:30:05Z'));
			const headers = { 'retry-after': 'Fri, 01 May 2026 09:30:07 GMT', date: now };
			expect(retryAfter(response(429, {}, headers))).toBe(2000);
			jest.restoreAllMocks();
		},
	);

	it.each([
		['120 s'],
		['3s'],
		['-1'],
		['+1'],
		['1.5'],
		['1e3'],
		['0x10'],
		['99999999999999999999'],
		['1777628400'],
		['86401'],
		['soon'],
		['2026-05-01T09:30:07Z'],
		['Fri, 01 May 2026 09:30:07 CET'],
		['Fri, 01 May 2026 09:30:07 GMT, or so'],
		['On Fri, 01 May 2026 09:30:07 GMT'],
		['Fri, 99 May 2026 09:30:07 GMT'],
		['Sat, 02 May 2026 09:30:01 GMT'],
		['Friday, 01-May-26 09:30:07 GMT'],
		['Fri May  1 09:30:07 2026'],
		[''],
		[' '],
		[undefined],
	])('has no meaning where it is neither, or more than a day: %j', (header) => {
		expect(wait(header)).toBeUndefined();
	});
});
