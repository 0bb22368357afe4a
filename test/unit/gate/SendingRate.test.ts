import { SendingRate } from '../../../nodes/Messenger/gate/SendingRate';

/** Sends whenever the rate lets it, until the given time; gives how many have left. */
function sendUntil(rate: SendingRate, from: number, until: number): number {
	let sent = 0;
	for (let now = from; now <= until;) {
		const delay = rate.delay(now);
		if (delay === 0) {
			rate.take();
			sent += 1;
		} else now += Math.max(delay, 0.001);
	}
	return sent;
}

/** A rate that was throttled when so many were accepted at once. */
function throttledAfter(burst: number, pause: number): SendingRate {
	const rate = new SendingRate();
	for (let request = 0; request < burst; request += 1) {
		rate.take();
		rate.accepted(500);
	}
	rate.throttled(500, pause);
	return rate;
}

/** One that has then measured: 100 accepted in 2 s, but for what was stored. */
function measured(): SendingRate {
	const rate = throttledAfter(40, 100);
	sendUntil(rate, 600, 2600);
	for (let now = 620; now <= 2600; now += 20) rate.accepted(now);
	return rate;
}

/** Throttles a request for a moment; gives the rate that remains, in requests a second. */
function rateAfter429(rate: SendingRate, now: number): number {
	rate.throttled(now, 1);
	return sendUntil(rate, now + 1, now + 201) / 0.2;
}

describe('The rate before any 429', () => {
	it('keeps nothing back', () => {
		const rate = new SendingRate();
		for (let request = 0; request < 1000; request += 1) {
			expect(rate.delay(0)).toBe(0);
			rate.take();
		}
	});

	it('is the same after one before which nothing was accepted: only the pause is new', () => {
		const rate = new SendingRate();
		rate.take();
		rate.throttled(10, 100);
		expect(rate.delay(10)).toBe(100);
		expect([rate.delay(110), rate.delay(110)]).toEqual([0, 0]);
	});
});

it('does not fall without end where every other request is throttled', () => {
	const rate = new SendingRate();
	let [now, longest] = [0, 0];
	for (let request = 0; request < 200; request += 1) {
		const from = now;
		for (let delay = 1; delay > 0; delay = rate.delay(now)) now += Math.max(delay, 0.001);
		longest = Math.max(longest, now - from);
		rate.take();
		if (request % 2 === 0) rate.accepted(now);
		else rate.throttled(now, 100);
	}
	expect(longest).toBeLessThan(15_000);
});

describe('The rate after the first 429', () => {
	it('lets nothing leave until the pause is over', () => {
		const rate = throttledAfter(40, 1000);
		expect(rate.pausedUntil).toBe(1500);
		expect(rate.delay(500)).toBe(1000);
		expect(rate.delay(1499)).toBe(1);
		expect(rate.delay(1500)).toBe(0);
	});

	it('sends after the pause what the pause has kept back', () => {
		// 40 a second for a tenth of a second.
		expect(sendUntil(throttledAfter(40, 100), 600, 600)).toBe(4);
	});

	it('sends no more at once than the burst, however long the pause or a rest was', () => {
		expect(sendUntil(throttledAfter(40, 10_000), 10_500, 10_500)).toBe(26);
		expect(sendUntil(throttledAfter(40, 100), 60_000, 60_000)).toBe(26);
	});

	it('lets a token leave without a rest that is due to rounding alone', () => {
		const rate = throttledAfter(1, 1);
		for (let now = 10_000; now < 10_000_000; now += 99_999) {
			expect(rate.delay(now)).toBe(0);
			rate.take();
			expect(rate.delay(now)).toBeGreaterThan(0);
		}
	});

	it('doubles every second while it is used', () => {
		const sent = sendUntil(throttledAfter(40, 1000), 1500, 3500) - 26;
		// The integral of 36 * 2^t over two seconds is 156.
		expect(sent).toBeGreaterThan(148);
		expect(sent).toBeLessThan(162);
	});

	it('does not grow while nothing is sent, but for the time until its bucket is full', () => {
		const rate = throttledAfter(40, 10_000);
		rate.delay(60_000);
		rate.delay(120_000);
		rate.accepted(120_000);
		expect(rateAfter429(rate, 120_000)).toBeLessThan(40);
	});

	it('pauses longer when another 429 asks for it, never shorter', () => {
		const rate = throttledAfter(40, 1000);
		rate.pauseUntil(1400);
		expect(rate.delay(500)).toBe(1000);
		rate.pauseUntil(3000);
		expect(rate.delay(500)).toBe(2500);
	});
});

describe('The rate after a further 429', () => {
	it('starts at 0.9 of the measured limit', () => {
		const remaining = rateAfter429(measured(), 2600);
		expect(remaining).toBeGreaterThanOrEqual(40);
		expect(remaining).toBeLessThanOrEqual(45);
	});

	it('stays as it is when nothing was accepted since the last: only the pause is new', () => {
		const rate = throttledAfter(40, 100);
		expect(sendUntil(rate, 600, 600)).toBe(4);
		rate.throttled(610, 400);
		expect(rate.delay(1009)).toBe(1);
		expect(sendUntil(rate, 1010, 1110)).toBe(4);
	});

	it('goes on searching when the second comes too soon after the first to measure anything', () => {
		const rate = throttledAfter(40, 100);
		sendUntil(rate, 600, 700);
		rate.accepted(700);
		rate.throttled(700, 1000);
		const sent = sendUntil(rate, 1700, 4700);
		expect(sent).toBeGreaterThan(300);
	});

	it('no longer searches once the limit was measured', () => {
		const rate = measured();
		rate.throttled(2600, 1000);
		sendUntil(rate, 3600, 3700);
		rate.accepted(3700);
		rate.throttled(3700, 1000);
		expect(sendUntil(rate, 4700, 7700)).toBeLessThan(3 * 50 + 13);
	});

	it('does not take a rest for a time in which little was accepted', () => {
		const rate = throttledAfter(20, 100);
		sendUntil(rate, 600, 600);
		rate.accepted(610);
		const start = 100_000;
		sendUntil(rate, start, start + 3000);
		for (let now = start; now < start + 3000; now += 10) rate.accepted(now);
		// 300 in three seconds, 13 of them a burst.
		const remaining = rateAfter429(rate, start + 3000);
		expect(remaining).toBeGreaterThan(0.9 * 80);
		expect(remaining).toBeLessThan(0.9 * 105);
	});
});
