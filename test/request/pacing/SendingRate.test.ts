import { SendingRate } from '../../../nodes/Messenger/request/pacing/SendingRate';

/** Sends whenever the rate lets it, until the given time; gives when each request left. */
function sendUntil(rate: SendingRate, from: number, until: number): number[] {
	const sent = [];
	for (let now = from; now <= until;) {
		const delay = rate.delay(now);
		if (delay === 0) {
			rate.take();
			sent.push(now);
		} else now += Math.max(delay, 0.001);
	}
	return sent;
}

/** A rate that was throttled when so many were accepted at once. */
function throttledAfter(burst: number, pause: number): SendingRate {
	const rate = new SendingRate(0);
	for (let request = 0; request < burst; request += 1) {
		rate.take();
		rate.accepted(500);
	}
	rate.throttled(500, pause);
	return rate;
}

/** Throttles a request for a moment; gives the rate that remains, in requests a second. */
function rateAfter429(rate: SendingRate, now: number): number {
	rate.throttled(now, 1);
	return 1000 / (rate.delay(now + 1) + 1);
}

describe('The rate before any 429', () => {
	it('keeps nothing back', () => {
		const rate = new SendingRate(0);
		for (let request = 0; request < 1000; request += 1) {
			expect(rate.delay(0)).toBe(0);
			rate.take();
		}
	});
});

describe('The rate after the first 429', () => {
	it('lets nothing leave until the pause is over', () => {
		const rate = throttledAfter(40, 1000);
		expect(rate.pausedUntil).toBe(1500);
		expect(rate.delay(500)).toBe(1000);
		expect(rate.delay(1499)).toBe(1);
		expect(rate.delay(1500)).toBe(0);
	});

	it('lets one request leave after the pause where nothing was accepted at all', () => {
		const rate = new SendingRate(0);
		rate.take();
		rate.throttled(10, 100);
		expect(sendUntil(rate, 110, 110)).toHaveLength(1);
		expect(rate.delay(110)).toBeGreaterThan(500);
	});

	it('sends after the pause what the pause has kept back', () => {
		// 36 a second for a tenth of a second.
		expect(sendUntil(throttledAfter(40, 100), 600, 600)).toHaveLength(3);
	});

	it('sends no more at once than the burst, however long the pause was', () => {
		expect(sendUntil(throttledAfter(40, 10_000), 10_500, 10_500)).toHaveLength(26);
	});

	it('doubles every second while requests wait for it', () => {
		const rate = throttledAfter(40, 1000);
		const sent = sendUntil(rate, 1500, 3500).length - 26;
		// The integral of 36 * 2^t over two seconds is 156.
		expect(sent).toBeGreaterThan(150);
		expect(sent).toBeLessThan(160);
	});

	it('does not grow while nothing waits for it', () => {
		const rate = throttledAfter(40, 100);
		rate.delay(5000);
		rate.accepted(5000);
		expect(rateAfter429(rate, 5000)).toBeLessThan(36);
	});

	it('does not grow after those that waited were cancelled', () => {
		const rate = throttledAfter(40, 100);
		sendUntil(rate, 600, 600);
		rate.noneWaits(600);
		rate.accepted(5000);
		expect(rateAfter429(rate, 5000)).toBeLessThan(36);
	});

	it('pauses longer when another 429 asks for it, never shorter', () => {
		const rate = throttledAfter(40, 1000);
		rate.pauseUntil(1400);
		expect(rate.delay(500)).toBe(1000);
		rate.pauseUntil(3000);
		expect(rate.delay(500)).toBe(2500);
	});

	it('takes back what was not sent after all', () => {
		const rate = throttledAfter(40, 1000);
		expect(sendUntil(rate, 1500, 1500)).toHaveLength(26);
		rate.putBack();
		expect(rate.delay(1500)).toBe(0);
	});
});

describe('The rate after a further 429', () => {
	it('starts at 0.9 of the measured limit', () => {
		const rate = throttledAfter(40, 100);
		sendUntil(rate, 600, 2500);
		for (let now = 510; now <= 2500; now += 20) rate.accepted(now);
		// 100 in two seconds.
		expect(rateAfter429(rate, 2500)).toBeCloseTo(45, 0);
	});

	it('stays as it is when nothing was accepted since the last: only the pause is new', () => {
		const rate = throttledAfter(40, 100);
		rate.throttled(610, 400);
		expect(rate.delay(1009)).toBe(1);
		expect(sendUntil(rate, 1010, 1010)).toHaveLength(15);
	});

	it('goes on searching when the second comes too soon after the first to measure anything', () => {
		const rate = throttledAfter(40, 100);
		sendUntil(rate, 600, 700);
		rate.accepted(700);
		rate.throttled(700, 1000);
		// Three quarters of a burst of 26 were proved wrong by half; then it doubles every second.
		const sent = sendUntil(rate, 1700, 4700).length - 13;
		expect(sent).toBeGreaterThan(330);
	});

	it('no longer searches once the limit was measured', () => {
		const rate = throttledAfter(40, 100);
		sendUntil(rate, 600, 2500);
		for (let now = 510; now <= 2500; now += 20) rate.accepted(now);
		rate.throttled(2500, 1000);
		sendUntil(rate, 3500, 3600);
		rate.accepted(3600);
		rate.throttled(3600, 1000);
		expect(sendUntil(rate, 4600, 7600).length).toBeLessThan(3 * 50 + 13);
	});
});

describe('The rate after a rest', () => {
	it('does not take the rest for a time in which little was accepted', () => {
		const rate = throttledAfter(20, 100);
		sendUntil(rate, 600, 600);
		rate.accepted(610);
		rate.noneWaits(610);
		const start = 100_000;
		rate.rested(610, start);
		sendUntil(rate, start, start + 3000);
		for (let now = start; now < start + 3000; now += 10) rate.accepted(now);
		// 300 in three seconds, 13 of them a burst.
		const remaining = rateAfter429(rate, start + 3000);
		expect(remaining).toBeGreaterThan(0.9 * 94);
		expect(remaining).toBeLessThan(0.9 * 97);
	});
});
