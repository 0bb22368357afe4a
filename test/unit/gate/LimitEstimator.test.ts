import { LimitEstimator } from '../../../nodes/Messenger/gate/LimitEstimator';

/** Lets so many requests be accepted, evenly, from one time to another. */
function accept(estimator: LimitEstimator, count: number, from: number, until: number): void {
	for (let one = 1; one <= count; one += 1) estimator.add(from + ((until - from) * one) / count);
}

/** An estimator that has seen a burst of 40 within a tenth of a second, a 429, and a pause in seconds. */
function afterBurst(pause = 0.1) {
	const estimator = new LimitEstimator();
	accept(estimator, 40, 0, 100);
	estimator.estimate(100, Infinity, pause);
	return estimator;
}

describe('Before the first 429', () => {
	it('no limit is known', () => {
		const { limit, burst } = new LimitEstimator();
		expect([limit, burst]).toEqual([Infinity, Infinity]);
	});
});

describe('The guess at the first 429', () => {
	it('is what was accepted in about the last second, two thirds of it the burst', () => {
		const { limit, burst, isMeasured } = afterBurst();
		expect(limit).toBeGreaterThan(36);
		expect(limit).toBeLessThanOrEqual(40);
		expect(burst).toBeCloseTo((2 / 3) * limit);
		expect(isMeasured).toBe(false);

		const steady = new LimitEstimator();
		accept(steady, 1000, 0, 20_000);
		steady.estimate(20_000, Infinity, 0.1);
		expect(steady.limit).toBeGreaterThan(49);
		expect(steady.limit).toBeLessThan(52);
	});

	it('is one a second at least, and a burst of one', () => {
		const estimator = new LimitEstimator();
		estimator.add(0);
		estimator.estimate(60_000, Infinity, 0.1);
		expect([estimator.limit, estimator.burst]).toEqual([1, 1]);
	});
});

describe('What the service has stored when a pause ends', () => {
	it('is what flows in during the pause, and not more than the burst', () => {
		const short = afterBurst(0.1);
		expect(short.stored).toBeCloseTo(0.1 * short.limit);
		const long = afterBurst(10);
		expect(long.stored).toBe(long.burst);
	});
});

describe('The measurement at a later 429', () => {
	it('is what was accepted since the last one, but for what was stored', () => {
		const estimator = afterBurst();
		estimator.filling = 2;
		accept(estimator, 200 + estimator.stored, 200, 2200);
		estimator.estimate(2200, 500, 0.1);
		expect(estimator.limit).toBeCloseTo(100, 0);
		expect(estimator.isMeasured).toBe(true);
	});

	it('begins anew with each 429', () => {
		const estimator = afterBurst();
		for (const from of [200, 2200]) {
			estimator.filling = 2;
			accept(estimator, 200 + estimator.stored, from, from + 2000);
			estimator.estimate(from + 2000, 500, 0.1);
			expect([estimator.filling, estimator.accepted]).toEqual([0, 0]);
		}
		expect(estimator.limit).toBeCloseTo(100, 0);
		expect(estimator.stored).toBeCloseTo(0.1 * estimator.limit);
	});

	it('looks at the last second alone where the rate has grown, and the burst is small', () => {
		const estimator = new LimitEstimator();
		estimator.add(0);
		estimator.estimate(60_000, Infinity, 0.1);
		accept(estimator, 20, 60_000, 70_000);
		accept(estimator, 500, 70_000, 75_000);
		estimator.filling = 15;
		estimator.estimate(75_000, 500, 0.1);
		expect(estimator.limit).toBeGreaterThan(95);
		expect(estimator.limit).toBeLessThan(105);
	});

	it('is half of the last at least', () => {
		const estimator = afterBurst();
		const { limit } = estimator;
		estimator.filling = 10;
		estimator.add(10_000);
		estimator.estimate(10_000, 500, 0.1);
		expect(estimator.limit).toBeCloseTo(limit / 2);
	});

	it('is none within half a second of a pause, which only proves the burst to be smaller', () => {
		const estimator = afterBurst();
		const { burst } = estimator;
		estimator.filling = 0.49;
		estimator.estimate(700, 60, 0.1);
		expect(estimator.isMeasured).toBe(false);
		expect([estimator.limit, estimator.burst]).toEqual([60, burst / 2]);
		for (let again = 0; again < 10; again += 1) estimator.estimate(700, 60, 0.1);
		expect(estimator.burst).toBe(1);
		estimator.filling = 0.5;
		estimator.estimate(1200, 60, 0.1);
		expect(estimator.isMeasured).toBe(true);
	});
});
