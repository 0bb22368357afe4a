import { rateGrowth } from '../../../nodes/Messenger/gate/rateGrowth';

describe('The rate that searches for a limit that is but guessed', () => {
	it('begins at 0.9 of it and doubles every second', () => {
		const rate = rateGrowth(100, 1, false);
		[0, 1, 2, 3].forEach((seconds) => expect(rate(seconds)).toBeCloseTo(90 * 2 ** seconds));
	});
});

describe('The rate that approaches a measured limit', () => {
	it('begins at 0.9 of it, whatever a pause costs', () => {
		for (const pause of [0.1, 1, 8]) expect(rateGrowth(100, pause, true)(0)).toBeCloseTo(90);
	});

	it('comes back to the limit after a time that grows with the cost of a pause', () => {
		// Cube root of 10 requests a second over 0.04 a second cubed, and over eight times less.
		const plateau = Math.cbrt(10 / 0.04);
		expect(rateGrowth(100, 1, true)(plateau)).toBeCloseTo(100);
		expect(rateGrowth(100, 8, true)(2 * plateau)).toBeCloseTo(100);
	});

	it('stays near the limit, and leaves it slowly', () => {
		const rate = rateGrowth(100, 1, true);
		const plateau = Math.cbrt(10 / 0.04);
		const growth = [0, 0.5, 1, 1.5, 2].map((times) => rate(times * plateau));
		[90, 98.75, 100, 101.25, 110].forEach((expected, index) =>
			expect(growth[index]).toBeCloseTo(expected),
		);
	});

	it('leaves it ever faster when no 429 comes, as the limit must have been lifted', () => {
		const rate = rateGrowth(100, 1, true);
		const plateau = Math.cbrt(10 / 0.04);
		expect(rate(3 * plateau)).toBeCloseTo(180);
		expect(rate(5 * plateau)).toBeCloseTo(740);
	});

	it('gains as much at a low rate as at a high one, so that the slower worker catches up', () => {
		const gain = (limit: number) => {
			const rate = rateGrowth(limit, 1, true);
			return rate(Math.cbrt((limit * 0.1) / 0.04) + 2) - limit;
		};
		expect(gain(10)).toBeCloseTo(0.04 * 8);
		expect(gain(1000)).toBeCloseTo(0.04 * 8);
	});
});
