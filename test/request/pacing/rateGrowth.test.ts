import { approaching, searching } from '../../../nodes/Messenger/request/pacing/rateGrowth';

describe('The rate that searches for an unknown limit', () => {
	it('begins below what was accepted and doubles every second', () => {
		const rate = searching(100);
		expect([0, 1, 2, 3].map(rate)).toEqual([90, 180, 360, 720]);
	});

	it('begins with one request a minute at least', () => {
		expect(searching(0)(0)).toBeCloseTo(1 / 60);
	});
});

describe('The rate that approaches a known limit', () => {
	it('begins at 0.9 of it, whatever a pause costs', () => {
		for (const pause of [0.1, 1, 8]) expect(approaching(100, pause)(0)).toBeCloseTo(90);
	});

	it('comes back to the limit after a time that grows with the cost of a pause', () => {
		// Cube root of 10 requests a second over 0.03 a second cubed, and over 30 times less.
		expect(approaching(100, 1)(Math.cbrt(10 / 0.03))).toBeCloseTo(100);
		expect(approaching(100, 30 ** (1 / 1.3))(Math.cbrt(10 / 0.001))).toBeCloseTo(100);
	});

	it('stays near the limit, and leaves it slowly', () => {
		const rate = approaching(100, 1);
		const plateau = Math.cbrt(10 / 0.03);
		const growth = [0, 0.5, 1, 1.5, 2].map((times) => rate(times * plateau));
		[90, 98.75, 100, 101.25, 110].forEach((expected, index) =>
			expect(growth[index]).toBeCloseTo(expected),
		);
	});

	it('doubles every second once it is a second further from the limit than it came', () => {
		const rate = approaching(100, 1);
		const far = 2 * Math.cbrt(10 / 0.03) + 1;
		const leaving = rate(far);
		expect(leaving).toBeLessThan(120);
		expect(rate(far + 1)).toBeCloseTo(2 * leaving);
		expect(rate(far + 10)).toBeCloseTo(1024 * leaving);
	});

	it('gains as much at a low rate as at a high one, so that the slower worker catches up', () => {
		const gain = (limit: number) => {
			const rate = approaching(limit, 1);
			return rate(Math.cbrt((limit * 0.1) / 0.03) + 3) - limit;
		};
		expect(gain(10)).toBeCloseTo(0.03 * 27);
		expect(gain(1000)).toBeCloseTo(0.03 * 27);
	});

	it('grows no faster than by one a second cubed, however short the pause', () => {
		expect(approaching(100, 0.001)(Math.cbrt(10) + 2) - 100).toBeCloseTo(8);
	});

	it('aims at one request a minute at least', () => {
		expect(approaching(0.001, 1)(0)).toBeCloseTo(0.9 / 60);
	});
});
