import { systemClock } from '../../../nodes/runtime/http/clock';
import type { Verdict } from '../../../nodes/runtime/response/verdict';
import { retryDelay } from '../../../nodes/runtime/run/retryDelay';

const chance = jest.spyOn(systemClock, 'random');
beforeEach(() => void chance.mockReturnValue(0));
afterAll(() => chance.mockRestore());

const answer = { kind: 'response' };
const lost = { kind: 'no response', requestLeft: true };
const unsent = { kind: 'no response', requestLeft: false };

/** The delay after the first try of what only reads, unless told otherwise; 10 s is Max Retry Wait. */
function delay(
	verdict: object,
	{ readOnly = true, repetitions = 0, throttledFor = 0, maxRetryWait = 10_000 } = {},
) {
	const attempts = { count: repetitions + 3, throttled: 2, throttledFor, hasLeft: true };
	return retryDelay(verdict as Verdict, attempts, readOnly, maxRetryWait);
}

it.each<[string, object, string[], reads: unknown, writes: unknown]>([
	['an answer', answer, ['accepted', 'answered', 'blocked'], undefined, undefined],
	['a failure of the service', answer, ['outage'], 250, undefined],
	['a failure after it left', lost, ['outage'], 250, undefined],
	['a failure before it left', unsent, ['outage'], 250, 250],
	['what no try changes', unsent, ['nothing'], undefined, undefined],
	['a 429', answer, ['throttled'], 0, 0],
])('after %s (R5, R6)', (_, result, signs, reads, writes) => {
	for (const sign of signs) {
		expect(delay({ result, sign })).toBe(reads);
		expect(delay({ result, sign }, { readOnly: false })).toBe(writes);
	}
});

it.each([
	[0, 0, 250],
	[0, 1, 500],
	[1, 0, 500],
	[1, 0.5, 750],
	[2, 1, 2000],
	[3, 0, undefined],
])('after %i repetitions, with the chance %d, waits %d ms', (repetitions, random, expected) => {
	chance.mockReturnValue(random);
	expect(delay({ result: answer, sign: 'outage' }, { repetitions })).toBe(expected);
});

it.each([
	[undefined, 9999, 0],
	[undefined, 10_000, undefined],
	[4000, 5999, 0],
	[4000, 6000, undefined],
	[10_000, 0, undefined],
])(
	'after a 429 that asks for %s ms, after %i ms of 10,000: %s',
	(retryAfter, throttledFor, wait) => {
		const verdict = { result: answer, sign: 'throttled', retryAfter };
		expect(delay(verdict, { throttledFor, repetitions: 3 })).toBe(wait);
		expect(delay(verdict, { maxRetryWait: 0 })).toBeUndefined();
	},
);
