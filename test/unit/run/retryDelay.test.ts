import { systemClock } from '../../../nodes/runtime/http/clock';
import type { Failed, Rule } from '../../../nodes/runtime/response/cause';
import { Attempts, retryDelay } from '../../../nodes/runtime/run/retryDelay';

jest.spyOn(systemClock, 'random').mockReturnValue(0);
afterAll(() => jest.restoreAllMocks());

const outage: Rule = { state: 'failed', signal: 'outage' };
const throttled: Rule = { state: 'failed', signal: 'throttled' };
const blocked: Rule = { ...outage, isBlock: true };

/** The delay after a first try. */
function delay(rule: Rule, { paused = 0, maxRetryWait = 10_000 } = {}) {
	return retryDelay(rule, Object.assign(new Attempts(), { tried: 1, paused }), maxRetryWait);
}

it('a block is waited out within Max Retry Wait only, with 0 not at all (R3)', () => {
	expect(delay(blocked, { maxRetryWait: 0 })).toBeUndefined();
	expect(delay(outage, { maxRetryWait: 0 })).toBe(250);
	expect(delay(blocked, { paused: 750, maxRetryWait: 1000 })).toBe(250);
	expect(delay(blocked, { paused: 751, maxRetryWait: 1000 })).toBeUndefined();
});

it('neither a 429 nor a trial that fails counts as a try (R3)', () => {
	const attempts = new Attempts();
	const add = (rule: Rule, isTrial: boolean) => attempts.add({ rule } as Failed, isTrial);
	add(throttled, false);
	add(blocked, true);
	expect([attempts.tried, attempts.throttled, attempts.last?.rule]).toEqual([0, 1, blocked]);
	add(blocked, false);
	add({ state: 'failed', signal: 'answered' }, true);
	expect(attempts.tried).toBe(2);
});

it.each([
	[19, 10_000, 0],
	[20, 9_999, 0],
	[20, 10_000, undefined],
])('a request that met %i 429s in %i ms waits %s: the limit is its own (R6)', (...given) => {
	const [count, throttledFor, expected] = given;
	const attempts = { tried: 0, throttled: count, throttledFor, paused: 0 } as Attempts;
	expect(retryDelay(throttled, attempts, 10_000)).toBe(expected);
});
