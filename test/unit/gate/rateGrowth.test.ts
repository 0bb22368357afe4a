import { rateGrowth } from '../../../nodes/Messenger/gate/rateGrowth';

/** Seconds until a measured limit of 100 a second is reached: 10 a second over 0.04 a second cubed. */
const plateau = Math.cbrt(10 / 0.04);

it.each<[string, ReturnType<typeof rateGrowth>, Array<[seconds: number, rate: number]>]>([
	[
		'doubles every second from 0.9 of a limit that is but guessed',
		rateGrowth(100, 1, false),
		[0, 1, 2, 3].map((seconds) => [seconds, 90 * 2 ** seconds]),
	],
	[
		'comes back to a measured limit fast, leaves it slowly, and then ever faster',
		rateGrowth(100, 1, true),
		[90, 98.75, 100, 101.25, 110, 133.75, 180].map((rate, half) => [(half * plateau) / 2, rate]),
	],
	[
		'comes back later where a pause costs more',
		rateGrowth(100, 8, true),
		[90, 98.75, 100, 101.25].map((rate, half) => [half * plateau, rate]),
	],
	[
		'gains as much at a low limit as at a high one, so that the slower worker catches up',
		rateGrowth(10, 1, true),
		[[Math.cbrt(1 / 0.04) + 2, 10 + 0.04 * 8]],
	],
])('the rate %s', (_, rate, points) => {
	for (const [seconds, expected] of points) expect(rate(seconds)).toBeCloseTo(expected);
});
