import type { Rule } from '../../../nodes/runtime/response/cause';
import { retryDelay, type Attempts } from '../../../nodes/runtime/run/retryDelay';

const throttled: Rule = { state: 'failed', signal: 'throttled' };

it.each([
	[19, 10_000, 0],
	[20, 9_999, 0],
	[20, 10_000, undefined],
])('a request that met %i 429s in %i ms waits %s: the limit is its own (R6)', (...given) => {
	const [count, throttledFor, expected] = given;
	const attempts = { tried: 0, throttled: count, throttledFor } as Attempts;
	expect(retryDelay(throttled, attempts, 10_000)).toBe(expected);
});
