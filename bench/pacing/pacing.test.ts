import { measure } from './measure';
import { scenarios } from './scenarios';

/** Some of those that `npm run bench -- pacing` runs, with few seeds. */
const chosen = [
	'500, 5 ms, heavy-tailed',
	'8 workers, 10/s, burst 5, 64 s, 50 ms, uniform',
	'60 a minute, by a window: 1 x, fixed window, 50 ms, uniform, Retry-After',
	'100/s lowered to 10/s at 10 s, 5 ms, uniform',
];

it.each(chosen)('the limiter meets the targets of time and refusals: %s', async (name) => {
	const { scenario, target } = scenarios.find((judged) => judged.name === name)!;
	const measured = await measure(scenario, 1);
	expect(measured.lost).toBe(0);
	expect(measured.median).toBeLessThan((target.median ?? Infinity) + 0.005);
	expect(measured.refused).toBeLessThanOrEqual(target.refused ?? Infinity);
	expect(measured.longestRefused).toBeLessThanOrEqual(target.longestRefused ?? Infinity);
});
