import { AcceptanceRecord } from '../../../nodes/Messenger/request/pacing/AcceptanceRecord';

/** Accepts requests evenly from one time to another. */
function accept(record: AcceptanceRecord, perSecond: number, from: number, to: number): void {
	const step = 1000 / perSecond;
	for (let now = from + step; now <= to; now += step) record.add(now);
}

describe('The record of what was accepted', () => {
	it('is empty until something was accepted, and when it begins anew', () => {
		const record = new AcceptanceRecord();
		expect(record.isEmpty).toBe(true);
		record.add(10);
		expect(record.isEmpty).toBe(false);
		record.begin(20);
		expect(record.isEmpty).toBe(true);
	});

	it('counts the last second, across its beginning', () => {
		const record = new AcceptanceRecord();
		accept(record, 100, 0, 4000);
		record.begin(4500);
		accept(record, 50, 4500, 4950);
		expect(record.inLastSecond(4950)).toBe(1 + 22);
	});

	it('forgets what is longer ago', () => {
		const record = new AcceptanceRecord();
		accept(record, 100, 0, 990);
		expect(record.inLastSecond(990)).toBe(99);
		expect(record.inLastSecond(1050)).toBe(90);
		expect(record.inLastSecond(1999)).toBe(0);
		expect(record.inLastSecond(990 + 5000)).toBe(0);
		record.add(60_000);
		expect(record.inLastSecond(60_000)).toBe(1);
	});

	it('counts what was accepted before the clock was a second old', () => {
		const record = new AcceptanceRecord();
		accept(record, 100, 0, 300);
		expect(record.inLastSecond(300)).toBe(30);
	});
});

describe('The limit, at a refusal', () => {
	it('is what was accepted since the last refusal, by the time', () => {
		const record = new AcceptanceRecord();
		record.begin(1000, 1100);
		accept(record, 80, 1100, 4000);
		// 232 requests in three seconds.
		expect(record.mean(4000)).toBeCloseTo(232 / 3);
		expect(record.limit(50, 4000)).toBeCloseTo(232 / 3);
	});

	it('leaves the burst out where the bucket was full after the pause', () => {
		const record = new AcceptanceRecord();
		record.begin(0, 10_000);
		// A bucket of 50 was full long before the pause ended; then 100 flowed in each second.
		for (let request = 0; request < 50; request += 1) record.add(10_001);
		accept(record, 100, 10_000, 13_000);
		expect(record.limit(50, 13_000)).toBeCloseTo(100, 0);
	});

	it('leaves the time out in which the bucket was full, because the rate was low', () => {
		const record = new AcceptanceRecord();
		record.begin(0);
		accept(record, 10, 0, 20_000);
		accept(record, 150, 20_000, 21_000);
		// In the last second 150 were accepted, 50 of them from a full bucket.
		expect(record.limit(50, 21_000)).toBeCloseTo(100);
	});

	it('is not told from fewer than eight answers', () => {
		const record = new AcceptanceRecord();
		accept(record, 7, 0, 1001);
		expect(record.limit(1, 1001)).toBeUndefined();
		record.add(1001);
		expect(record.limit(5, 1001)).toBeCloseTo(8 / 1.001);
	});

	it('is not told from less than half a second of sending', () => {
		const record = new AcceptanceRecord();
		record.begin(0);
		record.resumeAt(1000);
		accept(record, 100, 1000, 1490);
		expect(record.limit(5, 1499)).toBeUndefined();
		expect(record.limit(5, 1500)).toBeDefined();
	});

	it('measures the time in seconds', () => {
		const record = new AcceptanceRecord();
		record.begin(500);
		expect(record.seconds(2000)).toBe(1.5);
	});
});
