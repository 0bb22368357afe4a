import { TokenBucket } from '../../../nodes/runtime/limiter/TokenBucket';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

let bucket: TokenBucket;
let scene: Scenario;
beforeEach(() => {
	bucket = new TokenBucket();
	scene = new Scenario();
});

/** Sends whenever the bucket lets it, until the given time, and notes how many have left. */
function send(from: number, until = from) {
	let sent = 0;
	for (let [now, turns] = [from, 0]; now <= until && turns < 1000; turns += 1) {
		const delay = bucket.delay(now);
		if (delay === 0) {
			bucket.take();
			sent += 1;
		} else now += Math.max(delay, 0.001);
	}
	scene.note(`${sent} leave`);
}

/** A request is accepted at each step, as soon as it is sent. */
function accept(from: number, until = from, each = 1) {
	for (let now = from; now <= until; now += each) bucket.accepted(now, now);
}

/** So many have left and are accepted at once, at 500. */
function burst(count: number) {
	for (let taken = 0; taken < count; taken += 1) {
		bucket.take();
		bucket.accepted(500, 500);
	}
}

/** Notes how long the pause is, how much of it the service asked for, and if that tells of the rate. */
function throttle(sentAt: number, now: number, asked = 0, chance = 1) {
	const isNew = bucket.throttled(sentAt, now, asked, () => chance);
	const { askedUntil, pausedUntil } = bucket;
	scene.note(`pause ${pausedUntil - now}`);
	if (askedUntil > now) scene.note(`asked for ${askedUntil - now}`);
	if (isNew) scene.note('new');
}

/** Times are milliseconds; with two of them, when a request was sent, and when its answer has come. */
const steps: Steps = [
	[/^(\d+) to (\d+): 429(?: asks for (\S+))?(?:, chance (\S+))?$/, throttle],
	[/^(\d+) to (\d+): accepted$/, (sentAt, now) => bucket.accepted(sentAt, now)],
	[/^burst of (\d+)$/, burst],
	[/^429 at (\d+), (\d+)$/, (now, pause) => bucket.throttled(now, now, pause, () => 1)],
	[/^send (?:at|from) (\d+)(?: to (\d+))?$/, send],
	[/^accept (?:at|from) (\d+)(?: to (\d+) each (\d+))?$/, accept],
	[/^delay at (\d+)$/, (now) => scene.note(bucket.delay(now).toFixed())],
];

describeScenarios(
	{
		'the pause after a 429 (R6)': {
			'is short where it does not say how long, doubles to 5 s, and is up to half of that off by chance': `
				1 to 2: 429; 3 to 4: 429; 5 to 6: 429, chance 0; 7 to 1000: 429 → pause 100, new, pause 200, new, pause 200, new, pause 800, new
				1001 to 2000: 429; 3001 to 10000: 429 → pause 1600, new, pause 3200, new
				10001 to 20000: 429, chance 0.5; 20001 to 30000: 429 → pause 3750, new, pause 5000, new`,
			'is short again after an acceptance, but not of what was sent before the last 429': `
				10 to 11: 429; 1000 to 1001: 429 → pause 100, new, pause 200, new
				999 to 1002: accepted; 2000 to 2001: 429 → pause 400, new
				2000 to 2002: accepted; 3000 to 3001: 429 → pause 100, new`,
			'is over where a request was accepted that left after it': `
				1005 to 1100: accepted; 1000 to 1200: accepted
				5 to 1300: 429 asks for 1000 → pause 100, new`,
		},
		'a 429 of what was on its way at the last one': {
			'says nothing new, and makes the pause longer, never shorter': `
				5 to 10: 429 asks for 1000 → pause 1000, asked for 1000, new
				7 to 20: 429 asks for 500; 10 to 20: 429 → pause 990, asked for 990, pause 990, asked for 990
				9 to 30: 429 asks for 5000 → pause 5000, asked for 5000
				11 to 40: 429 → pause 4990, asked for 4990, new`,
		},
		'a late 429': {
			'asks for an hour at most, and for nothing where something was accepted since': `
				5 to 10: 429 asks for 100; 200 to 210: accepted; 7 to 250: 429 asks for 100 → pause 100, asked for 100, new, pause -140
				8 to 260: 429 asks for 1e12 → pause 3600000, asked for 3600000`,
		},
		'the rate before a limit is guessed': {
			'keeps nothing back, also after a 429 before which nothing was accepted, but for its pause': `
				send at 0; 429 at 10, 100 → 1000 leave
				delay at 10; send at 110 → 100, 1000 leave`,
		},
		'the rate that searches': {
			'sends a burst at most, however long the pause or the rest': `
				burst of 40; 429 at 500, 10000; send at 10500; send at 60000 → 26 leave, 26 leave`,
			// Behind the burst of 26, the integral of 36 * 2^t over two seconds: 156.
			'doubles every second': `
				burst of 40; 429 at 500, 1000; send from 1500 to 3500 → 181 leave`,
			'does not grow while nothing is sent': `
				burst of 40; 429 at 500, 10000
				delay at 60000; delay at 120000 → 0, 0
				accept at 120000; 429 at 120000, 1; send from 120001 to 120201 → 6 leave`,
		},
		'the rate that has measured': {
			'begins again at 0.9 of the limit of 50 a second, and searches no longer': `
				burst of 40; 429 at 500, 100; send from 600 to 2600; accept from 620 to 2600 each 20 → 159 leave
				429 at 2600, 1; send from 2601 to 2801 → 9 leave
				accept at 2801; 429 at 2801, 1000; send from 3801 to 6801 → 148 leave`,
			'is half of the last limit at least': `
				burst of 40; 429 at 500, 100; delay at 10000; accept at 10000 → 0
				429 at 10000, 1000; send from 11000 to 12000 → 38 leave`,
			'takes only so much of a rest as its bucket needed to fill': `
				burst of 40; 429 at 500, 100; delay at 60000; accept from 60000 to 60980 each 20 → 0
				429 at 61000, 1; send from 61001 to 61201 → 13 leave`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
