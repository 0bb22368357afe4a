import { approaching, searching } from '../../../nodes/Messenger/request/pacing/rateGrowth';

describe('The rate that searches for an unknown limit', () => {
	it('begins below what was accepted and doubles every half second', () => {
		const rate = searching(100);
		expect([0, 0.5, 1, 1.5].map(rate)).toEqual([85, 170, 340, 680]);
	});

	it('begins with one request a minute at least', () => {
		expect(searching(0)(0)).toBeCloseTo(1 / 60);
	});
});

describe('The rate that approaches a known limit', () => {
	it('begins at 0.85 of it, or at 0.9 where a refusal costs a second or more', () => {
		expect([0.1, 0.99, 1, 8].map((pause) => approaching(100, pause)(0))).toEqual([85, 85, 90, 90]);
	});

	it('comes back to the limit after a time that grows with the cost of a pause', () => {
		// Cube root of 10 requests a second over 0.015 a second cubed, and over 15 times less.
		expect(approaching(100, 1)(Math.cbrt(10 / 0.015))).toBeCloseTo(100);
		expect(approaching(100, 15 ** (1 / 1.3))(Math.cbrt(10 / 0.001))).toBeCloseTo(100);
	});

	it('stays near the limit, then leaves it ever faster', () => {
		const rate = approaching(100, 1);
		const plateau = Math.cbrt(10 / 0.015);
		const growth = [0, 0.5, 1, 1.5, 2, 3].map((times) => rate(times * plateau));
		[90, 98.75, 100, 101.25, 110, 180].forEach((expected, index) =>
			expect(growth[index]).toBeCloseTo(expected),
		);
	});

	it('gains as much at a low rate as at a high one, so that the slower worker catches up', () => {
		const gain = (limit: number) => {
			const rate = approaching(limit, 1);
			const plateau = Math.cbrt((limit * 0.1) / 0.015);
			return rate(plateau + 5) - limit;
		};
		expect(gain(10)).toBeCloseTo(0.015 * 125);
		expect(gain(1000)).toBeCloseTo(0.015 * 125);
	});

	it('grows no faster than by one a second cubed, however short the pause', () => {
		const rate = approaching(100, 0.001);
		expect(rate(Math.cbrt(15) + 2) - 100).toBeCloseTo(8);
	});

	it('begins with one request a minute at least', () => {
		expect(approaching(0.001, 1)(0)).toBeCloseTo(1 / 60);
	});
});
