import { TokenBucket } from '../../sandbox/tokenBucket';

describe('The token bucket', () => {
	let now = 0;
	const takeMany = (bucket: TokenBucket, times: number) =>
		Array.from({ length: times }, () => bucket.take()).filter(Boolean).length;

	beforeEach(() => {
		now = 5000;
	});

	it('admits the burst at once and no request more', () => {
		expect(takeMany(new TokenBucket(10, 3, () => now), 5)).toBe(3);
	});

	it('admits one request more each time that the rate has earned one', () => {
		const bucket = new TokenBucket(10, 3, () => now);
		takeMany(bucket, 3);
		now += 99;
		expect(bucket.take()).toBe(false);
		now += 1;
		expect(bucket.take()).toBe(true);
		expect(bucket.take()).toBe(false);
	});

	it('keeps parts of a token while requests are refused', () => {
		const bucket = new TokenBucket(10, 1, () => now);
		bucket.take();
		const admitted = Array.from({ length: 100 }, () => {
			now += 10;
			return bucket.take();
		}).filter(Boolean).length;
		expect(admitted).toBeGreaterThanOrEqual(9);
		expect(admitted).toBeLessThanOrEqual(10);
	});

	it('never holds more than the burst, however long it rests', () => {
		const bucket = new TokenBucket(10, 3, () => now);
		takeMany(bucket, 3);
		now += 3_600_000;
		expect(takeMany(bucket, 10)).toBe(3);
	});
});
