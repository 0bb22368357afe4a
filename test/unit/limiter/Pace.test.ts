import { Pace } from '../../../nodes/runtime/limiter/Pace';

let pace: Pace;
beforeEach(() => (pace = new Pace()));

/** A request leaves and is accepted at once. */
function accept(now: number) {
	pace.requestLeft(now);
	pace.requestAccepted(now);
}

function acceptAtOnce(count: number, now: number) {
	for (let accepted = 0; accepted < count; accepted += 1) accept(now);
}

/** Sends whenever the pace lets it; all are accepted at once. @returns how many have left by then, a thousand at most */
function sendFrom(from: number, until = from): number {
	let sent = 0;
	for (let now = from; now <= until && sent < 1000;) {
		const delay = pace.delay(now);
		if (delay > 0) now += Math.max(delay, 0.001);
		else {
			accept(now);
			sent += 1;
		}
	}
	return sent;
}

/**
 * A 429 comes. The longest pauses that chance allows are usual.
 *
 * @param asked milliseconds, if it says how long to wait
 * @returns the pause from now on, in milliseconds, and whether it tells something new of the rate
 */
function throttle(sentAt: number, now: number, { asked = 0, chance = 1 } = {}) {
	const isNew = pace.requestThrottled(sentAt, now);
	if (asked > 0) pace.pauseAsAsked(now, asked);
	else if (isNew) pace.backOff(now, chance);
	return { pause: pace.pausedUntil - now, isNew };
}

describe('the pause after a 429 (R6)', () => {
	it('is short where it does not say how long, and doubles to 5 s', () => {
		const pauses = Array.from({ length: 8 }, (_, index) => {
			const now = 10_000 * (index + 1);
			return throttle(now - 1, now).pause;
		});
		expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
		expect(pace.askedUntil).toBe(0);
	});

	it.each([
		[0, 50],
		[0.5, 75],
		[1, 100],
	])('is shorter by up to a half: by the chance %d it is %d ms', (chance, pause) => {
		expect(throttle(1, 2, { chance })).toEqual({ pause, isNew: true });
	});

	it('is short again after an acceptance', () => {
		throttle(10, 11);
		expect(throttle(1000, 1001).pause).toBe(200);
		pace.requestAccepted(1002);
		expect(throttle(2000, 2001).pause).toBe(100);
	});

	it('is what the service asks for, an hour at most', () => {
		expect(throttle(5, 10, { asked: 1000 }).pause).toBe(1000);
		expect(throttle(15, 20, { asked: 1e12 }).pause).toBe(3_600_000);
		expect(pace.askedUntil).toBe(3_600_020);
	});
});

it('a 429 of what was on its way at the last one says nothing new, and makes the pause longer, never shorter', () => {
	expect(throttle(5, 10, { asked: 1000 })).toEqual({ pause: 1000, isNew: true });
	expect(throttle(7, 20, { asked: 500 })).toEqual({ pause: 990, isNew: false });
	expect(throttle(10, 20)).toEqual({ pause: 990, isNew: false });
	expect(throttle(9, 30, { asked: 5000 })).toEqual({ pause: 5000, isNew: false });
	expect(throttle(11, 40)).toEqual({ pause: 4990, isNew: true });
	expect(pace.askedUntil).toBe(5030);
});

describe('the rate (R6)', () => {
	it('is unlimited after a 429 before which nothing was accepted', () => {
		throttle(100, 100, { asked: 10 });
		expect(sendFrom(110)).toBe(1000);
	});

	it('is guessed by what was accepted in the last second, and doubles within a second', () => {
		acceptAtOnce(40, 500);
		throttle(500, 500, { asked: 100 });
		expect([sendFrom(600), sendFrom(601, 1600), sendFrom(1601, 2600)]).toEqual([5, 61, 123]);
	});

	it('is measured by what was accepted between two 429s, and goes on a little slower', () => {
		acceptAtOnce(40, 500);
		throttle(500, 500, { asked: 100 });
		expect(sendFrom(600, 1600)).toBe(66);
		throttle(1600, 1600, { asked: 100 });
		expect([sendFrom(1700, 2700), sendFrom(2701, 3700)]).toEqual([61, 57]);
	});

	it('lets leave at once what a fifth of a second holds at most', () => {
		acceptAtOnce(40, 500);
		throttle(500, 500, { asked: 10_000 });
		expect(sendFrom(10_500)).toBe(9);
	});

	it.each([
		['a quarter of that where a 429 came as soon after a pause', 10_600, 3],
		['as much again where a 429 came later', 10_800, 5],
	])('then lets leave %s', (_, second, left) => {
		acceptAtOnce(40, 500);
		throttle(500, 500, { asked: 10_000 });
		expect(sendFrom(10_500)).toBe(9);
		throttle(second, second, { asked: 10_000 });
		expect(sendFrom(second + 10_000)).toBe(left);
	});

	it('is half of the last one at least', () => {
		acceptAtOnce(40, 500);
		throttle(500, 500, { asked: 100 });
		accept(9000);
		throttle(10_000, 10_000, { asked: 100 });
		expect(sendFrom(10_100, 11_100)).toBe(23);
	});
});
