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
	{
		readOnly = true,
		repetitions = 0,
		throttled = 2,
		throttledFor = 0,
		blocked = 1,
		maxRetryWait = 10_000,
		wasRefused = false,
	} = {},
) {
	const count = repetitions + 1 + throttled + blocked;
	const attempts = { count, throttled, throttledFor, blocked, hasLeft: true };
	return retryDelay(verdict as Verdict, attempts, { maxRetryWait, wasRefused }, readOnly);
}

it.each<[string, object, string[], reads: unknown, writes: unknown]>([
	['an answer', answer, ['accepted', 'answered'], undefined, undefined],
	['a failure of the service', answer, ['outage'], 250, undefined],
	['a failure after it left', lost, ['outage'], 250, undefined],
	['a failure before it left', unsent, ['outage'], 250, 250],
	['what no try changes', unsent, ['nothing'], undefined, undefined],
	['a 429', answer, ['throttled'], 0, 0],
	['a first 403', answer, ['blocked'], 0, 0],
])('after %s (R5, R6)', (_, result, signals, reads, writes) => {
	for (const signal of signals) {
		expect(delay({ result, signal })).toBe(reads);
		expect(delay({ result, signal }, { readOnly: false })).toBe(writes);
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
	expect(delay({ result: answer, signal: 'outage' }, { repetitions })).toBe(expected);
});

it.each([
	['that asks for no longer than that', { retryAfter: 9_999 }, {}, 0],
	['that asks for as long', { retryAfter: 10_000 }, {}, undefined],
	['where nothing is waited for', {}, { maxRetryWait: 0 }, undefined],
	['after all of that time', {}, { throttledFor: 10_000 }, 0],
	['of twenty before that time is over', {}, { throttled: 20, throttledFor: 9_999 }, 0],
	['of twenty after all of that time', {}, { throttled: 20, throttledFor: 10_000 }, undefined],
])('after a 429 %s: %s %s waits %s (R6)', (_, said, more, expected) => {
	expect(delay({ result: answer, signal: 'throttled', ...said }, more)).toBe(expected);
});

it.each([
	['a second one', { blocked: 2 }],
	['where a bad request of this run led to it', { wasRefused: true }],
	['where nothing is waited for', { maxRetryWait: 0 }],
])('not after a 403: %s (R3)', (_, more) => {
	expect(delay({ result: answer, signal: 'blocked' }, more)).toBeUndefined();
});
