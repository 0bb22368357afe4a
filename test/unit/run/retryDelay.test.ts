import { systemClock } from '../../../nodes/Messenger/http/clock';
import type { SendResult } from '../../../nodes/Messenger/response/ServiceResponse';
import { retryDelay } from '../../../nodes/Messenger/run/retryDelay';
import { judge, noResponse, response } from '../../support/reader';

const once = { readOnly: true, repetitions: 0, throttledFor: 0, maxRetryWait: 10_000 };

/** The delay after the first try of what only reads, unless told otherwise. */
function delay(result: SendResult, changes: Partial<typeof once> = {}): number | undefined {
	const { readOnly, repetitions, throttledFor, maxRetryWait } = { ...once, ...changes };
	const tries = { attempts: repetitions + 3, throttled: 2, throttledFor, hasLeft: true };
	return retryDelay(judge(result), tries, readOnly, maxRetryWait);
}

const chance = jest.spyOn(systemClock, 'random');
beforeEach(() => void chance.mockReturnValue(0));

const answers = (...statuses: number[]) => statuses.map((status) => response(status, {}));
const failures = (requestLeft: boolean, ...codes: string[]) =>
	codes.map((code) => noResponse(code, requestLeft));
const away = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
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

it.each<[what: string, results: SendResult[], reads?: number, writes?: number]>([
	['an answer', answers(200, 204, 302, 400, 401, 403, 404, 406, 499), undefined, undefined],
	['a failure of the service', answers(500, 502, 503, 599), 250, undefined],
	['a failure after it left', failures(true, ...away), 250, undefined],
	['a failure before it left', failures(false, ...away), 250, 250],
	['what no try changes, after it left', failures(true, ...lasting), undefined, undefined],
	['what no try changes, before it left', failures(false, ...lasting), undefined, undefined],
	['a 429', answers(429), 0, 0],
])('after %s', (_, results, reads, writes) => {
	for (const result of results) {
		expect([result, delay(result)]).toEqual([result, reads]);
		expect([result, delay(result, { readOnly: false })]).toEqual([result, writes]);
	}
});

it.each([
	[0, 0, 250],
	[0, 1, 500],
	[1, 0, 500],
	[1, 0.5, 750],
	[2, 0, 1000],
	[2, 1, 2000],
	[3, 0, undefined],
])('after %i repetitions, with the chance %d, waits %d ms', (repetitions, random, milliseconds) => {
	chance.mockReturnValue(random);
	for (const result of [response(503, {}), noResponse('ECONNREFUSED', false)]) {
		expect(delay(result, { repetitions })).toBe(milliseconds);
	}
});

it.each([
	[undefined, 0, 0],
	[undefined, 9999, 0],
	[undefined, 10_000, undefined],
	[undefined, 12_000, undefined],
	['9', 0, 0],
	['10', 0, undefined],
	['3600', 0, undefined],
	['4', 5999, 0],
	['4', 6000, undefined],
	// No time to wait, but an epoch.
	['1777628400', 0, 0],
])(
	'after a 429 with Retry-After %s and %i of 10,000 ms of Max Retry Wait: %s',
	(header, throttledFor, milliseconds) => {
		const throttled = response(429, {}, { 'retry-after': header });
		expect(delay(throttled, { throttledFor, repetitions: 3 })).toBe(milliseconds);
	},
);

it('after a 429 with a Max Retry Wait of 0 does not send again', () => {
	expect(delay(response(429, {}), { maxRetryWait: 0 })).toBeUndefined();
});
