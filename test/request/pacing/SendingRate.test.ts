import { SendingRate } from '../../../nodes/Messenger/request/pacing/SendingRate';

/** Sends whenever the rate lets it, until the given time; gives when each request left. */
function sendUntil(rate: SendingRate, from: number, until: number): number[] {
	const sent = [];
	for (let now = from; now <= until;) {
		const delay = rate.delay(now);
		if (delay === 0) {
			rate.spend();
			sent.push(now);
		} else now += Math.max(delay, 0.001);
	}
	return sent;
}

/** A rate that was refused after a burst of so many was accepted within half a second. */
function refusedAfter(burst: number, pause: number): SendingRate {
	const rate = new SendingRate(0);
	for (let request = 0; request < burst; request += 1) {
		rate.spend();
		rate.accepted(500);
	}
	rate.refused(500, pause, false);
	return rate;
}

/** Refuses a request, and gives the rate that remains, in requests a second. */
function rateAfterRefusal(rate: SendingRate, now: number, onSavedCredit = false): number {
	rate.refused(now, 1, onSavedCredit);
	return 1000 / (rate.delay(now + 1) + 1);
}

describe('The rate before any refusal', () => {
	it('keeps nothing back', () => {
		const rate = new SendingRate(0);
		for (let request = 0; request < 1000; request += 1) {
			expect(rate.delay(0)).toBe(0);
			expect(rate.spend()).toBe(false);
		}
	});
});

describe('The rate after the first refusal', () => {
	it('lets nothing leave until the pause is over', () => {
		const rate = refusedAfter(40, 1000);
		expect(rate.pausedUntil).toBe(1500);
		expect(rate.delay(500)).toBe(1000);
		expect(rate.delay(1499)).toBe(1);
		expect(rate.delay(1500)).toBe(0);
	});

	it('is below what was accepted over the last second', () => {
		const rate = new SendingRate(0);
		for (let now = 10; now < 3000; now += 20) rate.accepted(now);
		// 150 were accepted, 50 of them in the last second.
		expect(rateAfterRefusal(rate, 2999)).toBeCloseTo(42.5);
	});

	it('lets one request leave after the pause where nothing was accepted at all', () => {
		const rate = new SendingRate(0);
		rate.spend();
		rate.refused(10, 100, false);
		expect(sendUntil(rate, 110, 110)).toHaveLength(1);
		expect(rate.delay(110)).toBeGreaterThan(1000);
	});

	it('sends after the pause what the pause has kept back, as saved credit but for the last', () => {
		const rate = refusedAfter(40, 100);
		// 34 a second for a tenth of a second.
		expect(rate.delay(600)).toBe(0);
		expect([rate.spend(), rate.spend(), rate.spend()]).toEqual([true, true, false]);
		expect(rate.delay(600)).toBeCloseTo((0.6 / 34) * 1000);
	});

	it('sends 0.6 of a guessed burst at once at most', () => {
		const rate = refusedAfter(40, 10_000);
		expect(sendUntil(rate, 10_500, 10_500)).toHaveLength(24);
	});

	it('counts to the burst what was accepted before the refusal, though heard of after it', () => {
		const rate = refusedAfter(40, 10_000);
		for (let answer = 0; answer < 4; answer += 1) rate.acceptedBeforeRefusal();
		expect(sendUntil(rate, 10_500, 10_500)).toHaveLength(26);
	});

	it('doubles every half second while requests wait for it', () => {
		const rate = refusedAfter(40, 1000);
		const sent = sendUntil(rate, 1500, 2500).length - 24;
		// The integral of 34 * 4^t over one second is 73.6.
		expect(sent).toBeGreaterThan(70);
		expect(sent).toBeLessThan(77);
	});

	it('does not grow while nothing waits for it', () => {
		const rate = refusedAfter(40, 100);
		rate.delay(5000);
		rate.accepted(5000);
		expect(rateAfterRefusal(rate, 5000)).toBeCloseTo(0.85 * 34);
	});

	it('does not grow after those that waited were cancelled', () => {
		const rate = refusedAfter(40, 100);
		sendUntil(rate, 600, 600);
		rate.noneWaits(600, 1);
		rate.accepted(5000);
		expect(rateAfterRefusal(rate, 5000)).toBeCloseTo(0.85 * 34);
	});

	it('pauses longer when another refusal asks for it, never shorter', () => {
		const rate = refusedAfter(40, 1000);
		rate.pauseUntil(1400);
		expect(rate.delay(500)).toBe(1000);
		rate.pauseUntil(3000);
		expect(rate.delay(500)).toBe(2500);
	});
});

describe('The rate after a further refusal', () => {
	it('starts at 0.85 of the measured limit', () => {
		const rate = refusedAfter(20, 100);
		sendUntil(rate, 600, 2000);
		// 100 a second were accepted since the last refusal, up to a rate far above.
		for (let now = 610; now <= 2000; now += 10) rate.accepted(now);
		const remaining = rateAfterRefusal(rate, 2000);
		expect(remaining).toBeGreaterThan(0.83 * 100);
		expect(remaining).toBeLessThan(0.86 * 100);
	});

	it('sends after a pause nearly all of the burst, which is measured now', () => {
		const rate = refusedAfter(40, 100);
		for (let now = 610; now <= 2000; now += 20) rate.accepted(now);
		rate.refused(2000, 10_000, false);
		// 70 in 1.5 s are the limit; what flowed in during 0.65 of the opening half second was no burst.
		const burst = 40 - (70 / 1.5) * 0.5 * 0.65;
		expect(sendUntil(rate, 12_000, 12_000)).toHaveLength(Math.floor(0.9 * burst));
	});

	it('stays as it is when nothing was accepted since the last: only the pause is new', () => {
		const rate = refusedAfter(40, 100);
		rate.refused(610, 400, false);
		expect(rate.delay(1009)).toBe(1);
		rate.accepted(1020);
		expect(rateAfterRefusal(rate, 1020)).toBeCloseTo(0.85 * 34);
	});

	it('comes down by a factor when too little was accepted to measure', () => {
		const rate = refusedAfter(40, 100);
		rate.accepted(610);
		expect(rateAfterRefusal(rate, 620)).toBeCloseTo(0.85 * 34);
	});

	it('is not measured by a refusal on saved credit', () => {
		const refused = (onSavedCredit: boolean) => {
			const rate = refusedAfter(40, 10_000);
			sendUntil(rate, 10_500, 10_500);
			for (let now = 10_500; now < 11_500; now += 100) rate.accepted(now);
			return rateAfterRefusal(rate, 11_500, onSavedCredit);
		};
		expect(refused(false)).toBeLessThan(0.85 * 10);
		// It had doubled twice in the second for which requests waited.
		expect(refused(true)).toBeCloseTo(0.85 * 4 * 34);
	});

	it('takes the burst to be half as large when its requests were refused', () => {
		const rate = refusedAfter(40, 10_000);
		rate.delay(10_500);
		expect(rate.spend()).toBe(true);
		rate.refused(10_510, 10_000, true);
		expect(sendUntil(rate, 20_510, 20_510)).toHaveLength(12);
	});
});

describe('The rate after a rest', () => {
	it('lets a burst leave at once, on saved credit', () => {
		const rate = refusedAfter(40, 100);
		sendUntil(rate, 600, 600);
		rate.noneWaits(700, 0);
		expect(rate.delay(60_000)).toBe(0);
		expect(rate.spend()).toBe(true);
		expect(sendUntil(rate, 60_000, 60_000)).toHaveLength(23);
	});

	it('sends no more at once than before, while something is still in flight', () => {
		const rate = refusedAfter(40, 100);
		sendUntil(rate, 600, 600);
		rate.noneWaits(600, 1);
		expect(rate.delay(60_000)).toBe(0);
		expect(rate.spend()).toBe(false);
	});

	it('does not take the rest for a time in which little was accepted', () => {
		const rate = refusedAfter(20, 100);
		sendUntil(rate, 600, 600);
		rate.accepted(610);
		rate.noneWaits(610, 0);
		const start = 100_000;
		sendUntil(rate, start, start + 2000);
		for (let now = start; now < start + 2000; now += 10) rate.accepted(now);
		rate.refused(start + 2000, 100, false);
		sendUntil(rate, start + 2100, start + 2100);
		// About 85 a second, not two.
		expect(sendUntil(rate, start + 2100, start + 3100).length).toBeGreaterThan(80);
	});
});
