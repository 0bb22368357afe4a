import { LimitEstimator } from '../../../nodes/Messenger/request/pacing/LimitEstimator';

/** Lets so many requests be accepted, evenly, from one time to another. */
function accept(estimator: LimitEstimator, count: number, from: number, until: number): void {
	for (let one = 1; one <= count; one += 1) estimator.add(from + ((until - from) * one) / count);
}

/** An estimator that has seen a burst of 40 within a tenth of a second, and then a 429. */
function afterBurst() {
	const estimator = new LimitEstimator(0);
	accept(estimator, 40, 0, 100);
	const guess = estimator.guess(100);
	estimator.begin(100);
	return { estimator, guess };
}

describe('The guess at the first 429', () => {
	it('is what was accepted in about the last second', () => {
		expect(afterBurst().guess).toBeGreaterThan(36);
		expect(afterBurst().guess).toBeLessThanOrEqual(40);

		const steady = new LimitEstimator(0);
		accept(steady, 1000, 0, 20_000);
		expect(steady.guess(20_000)).toBeGreaterThan(49);
		expect(steady.guess(20_000)).toBeLessThan(52);
	});

	it('takes two thirds of it for the burst, the rest for what flowed in meanwhile', () => {
		const { estimator, guess } = afterBurst();
		expect(estimator.burst).toBeCloseTo(0.65 * guess);
	});

	it('is one a second where nothing was accepted', () => {
		const estimator = new LimitEstimator(0);
		expect(estimator.guess(10)).toBe(1);
		expect(estimator.burst).toBe(1);
	});
});

describe('The measurement at a later 429', () => {
	it('is what was accepted since the last one', () => {
		const { estimator } = afterBurst();
		accept(estimator, 200, 200, 2100);
		expect(estimator.measure(2100, 500, 200)).toBeCloseTo(100);
	});

	it('leaves a burst out where a pause was so long that the bucket overflowed', () => {
		const { estimator } = afterBurst();
		accept(estimator, 300 + estimator.burst, 10_100, 13_100);
		// 325 in 13 seconds were 25 a second.
		expect(estimator.measure(13_100, 500, 10_100)).toBeCloseTo(100, 0);
	});

	it('looks at the last second alone where the rate has grown, and the burst is small', () => {
		const estimator = new LimitEstimator(0);
		estimator.guess(0);
		accept(estimator, 20, 0, 10_000);
		accept(estimator, 500, 10_000, 15_000);
		const limit = estimator.measure(15_000, 500, 0);
		expect(limit).toBeGreaterThan(95);
		expect(limit).toBeLessThan(105);
	});

	it('is not above the rate at which requests left', () => {
		const { estimator } = afterBurst();
		accept(estimator, 200, 200, 2100);
		expect(estimator.measure(2100, 60, 200)).toBe(60);
	});

	it('is half of the last at least', () => {
		const { estimator, guess } = afterBurst();
		accept(estimator, 1, 200, 2100);
		expect(estimator.measure(2100, 500, 200)).toBeCloseTo(guess / 2);
	});

	it('is none within half a second of a pause, which only proves the burst to be smaller', () => {
		const { estimator } = afterBurst();
		const { burst } = estimator;
		accept(estimator, 20, 200, 699);
		expect(estimator.measure(699, 500, 200)).toBeUndefined();
		expect(estimator.burst).toBeCloseTo(burst / 2);
		expect(estimator.measure(700, 500, 200)).toBeDefined();
	});

	it('leaves a burst of one at least', () => {
		const estimator = new LimitEstimator(0);
		estimator.guess(0);
		estimator.measure(100, 1, 0);
		expect(estimator.burst).toBe(1);
	});
});
