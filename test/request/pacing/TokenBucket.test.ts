import { TokenBucket } from '../../../nodes/Messenger/request/pacing/TokenBucket';

describe('The token bucket', () => {
	it('refills at the fill rate, up to its capacity, and says how long it was not full', () => {
		const bucket = new TokenBucket();
		bucket.capacity = 5;
		expect(bucket.refill(0.25, 8)).toBe(0.25);
		expect(bucket.tokens).toBe(2);
		expect(bucket.refill(10, 8)).toBe(0.375);
		expect(bucket.tokens).toBe(5);
		expect(bucket.refill(10, 8)).toBe(0);
	});

	it('loses what was put back above its capacity', () => {
		const bucket = new TokenBucket();
		bucket.tokens = 2;
		expect(bucket.refill(1, 8)).toBe(0);
		expect(bucket.tokens).toBe(1);
	});

	it('is full to the last bit, whatever the fill rate', () => {
		const bucket = new TokenBucket();
		for (let fillRate = 0.1; fillRate < 100; fillRate += 0.1) {
			bucket.tokens = 0.3;
			bucket.refill(100, fillRate);
			expect(bucket.delay(fillRate)).toBe(0);
		}
	});

	it('says when the next token comes', () => {
		const bucket = new TokenBucket();
		expect(bucket.delay(4)).toBe(250);
		bucket.tokens = -1;
		expect(bucket.delay(4)).toBe(500);
		bucket.tokens = 1;
		expect(bucket.delay(4)).toBe(0);
	});
});
