import { TokenBucket } from '../../../nodes/runtime/limiter/TokenBucket';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

let rate: TokenBucket;
let scene: Scenario;
beforeEach(() => {
	rate = new TokenBucket();
	scene = new Scenario();
});

/** Sends whenever the rate lets it, until the given time, and notes how many have left. */
function send(from: number, until = from) {
	let sent = 0;
	for (let [now, turns] = [from, 0]; now <= until && turns < 1000; turns += 1) {
		const delay = rate.delay(now);
		if (delay === 0) {
			rate.take();
			sent += 1;
		} else now += Math.max(delay, 0.001);
	}
	scene.note(`${sent} leave`);
}

/** A request is accepted at each step. */
function accept(from: number, until: number, each: number) {
	for (let now = from; now <= until; now += each) rate.accepted(now);
}

/** So many have left and are accepted at once, at 500. */
function burst(count: number) {
	for (let taken = 0; taken < count; taken += 1) {
		rate.take();
		rate.accepted(500);
	}
}

/** Times are milliseconds, and a 429 has its pause. */
const steps: Steps = [
	[/^burst of (\d+)$/, burst],
	[/^429 at (\d+), (\d+)$/, (now, pause) => rate.throttled(now, pause)],
	[/^send (?:at|from) (\d+)(?: to (\d+))?$/, send],
	[/^accept at (\d+)$/, (now) => rate.accepted(now)],
	[/^accept from (\d+) to (\d+) each (\d+)$/, accept],
	[/^pause until (\d+)$/, (time) => rate.pauseUntil(time)],
	[/^delay at (\d+)$/, (now) => scene.note(rate.delay(now).toFixed())],
];

describeScenarios(
	{
		'the rate before a limit is guessed': {
			'keeps nothing back, also after a 429 before which nothing was accepted, but for its pause': `
				send at 0; 429 at 10, 100 → 1000 leave
				delay at 10; send at 110 → 100, 1000 leave`,
		},
		'the rate that searches': {
			'lets nothing leave until a pause is over, which another makes longer, never shorter': `
				burst of 40; 429 at 500, 1000
				pause until 1400; delay at 500; delay at 1499; delay at 1500 → 1000, 1, 0
				pause until 3000; delay at 1500 → 1500`,
			'sends after the pause what it has kept back': `
				burst of 40; 429 at 500, 100; send at 600 → 4 leave`,
			'sends a burst at most, however long the pause': `
				burst of 40; 429 at 500, 10000; send at 10500 → 26 leave`,
			'sends a burst at most, however long the rest': `
				burst of 40; 429 at 500, 100; send at 60000 → 26 leave`,
			// Behind the burst of 26, the integral of 36 * 2^t over two seconds: 156.
			'doubles every second': `
				burst of 40; 429 at 500, 1000; send from 1500 to 3500 → 181 leave`,
			'does not grow while nothing is sent': `
				burst of 40; 429 at 500, 10000
				delay at 60000; delay at 120000 → 0, 0
				accept at 120000; 429 at 120000, 1; send from 120001 to 120201 → 6 leave`,
			'stays as it is after a 429 since whose last nothing was accepted': `
				burst of 40; 429 at 500, 100; send at 600 → 4 leave
				429 at 610, 400; delay at 1009; send from 1010 to 1110 → 1, 4 leave`,
			'goes on searching where the second 429 comes too soon to measure anything': `
				burst of 40; 429 at 500, 100; send from 600 to 700; accept at 700 → 7 leave
				429 at 700, 1000; send from 1700 to 4700 → 358 leave`,
			'is asked again after ten seconds, as it grows meanwhile': `
				burst of 1; 429 at 500, 1; burst of 12; delay at 501 → 10000`,
		},
		'the rate that has measured': {
			'begins again at 0.9 of the limit of 50 a second, and searches no longer': `
				burst of 40; 429 at 500, 100; send from 600 to 2600; accept from 620 to 2600 each 20 → 159 leave
				429 at 2600, 1; send from 2601 to 2801 → 9 leave
				accept at 2801; 429 at 2801, 1000; send from 3801 to 6801 → 148 leave`,
			'takes only so much of a rest as its bucket needed to fill': `
				burst of 40; 429 at 500, 100; delay at 60000; accept from 60000 to 60980 each 20 → 0
				429 at 61000, 1; send from 61001 to 61201 → 13 leave`,
			'does not take a rest for a time in which little was accepted': `
				burst of 20; 429 at 500, 100; send at 600; accept at 610 → 2 leave
				send from 100000 to 103000; accept from 100000 to 102990 each 10 → 316 leave
				429 at 103000, 1; send from 103001 to 103201 → 15 leave`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);

it('lets a token leave without a rest that is due to rounding alone', () => {
	burst(1);
	rate.throttled(500, 1);
	for (let now = 10_000; now < 10_000_000; now += 99_999) {
		expect(rate.delay(now)).toBe(0);
		rate.take();
		expect(rate.delay(now)).toBeGreaterThan(0);
	}
});

it('does not fall without end where every other request is throttled', () => {
	let [now, longest] = [0, 0];
	for (let request = 0; request < 200; request += 1) {
		const from = now;
		for (let delay = 1; delay > 0 && now - from < 20_000; delay = rate.delay(now)) {
			now += Math.max(delay, 1);
		}
		longest = Math.max(longest, now - from);
		rate.take();
		if (request % 2 === 0) rate.accepted(now);
		else rate.throttled(now, 100);
	}
	expect(longest).toBeLessThan(15_000);
});
