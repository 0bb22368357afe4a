import { TokenBucket } from '../../../nodes/Messenger/request/pacing/TokenBucket';

describe('The token bucket', () => {
	it('refills at the fill rate, up to its capacity', () => {
		const bucket = new TokenBucket();
		expect(bucket.refill(250, 8, 5)).toBe(0.25);
		expect(bucket.tokens).toBe(2);
		expect(bucket.refill(10_250, 8, 5)).toBe(10);
		expect(bucket.tokens).toBe(5);
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
