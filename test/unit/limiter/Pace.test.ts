import { Pace } from '../../../nodes/runtime/limiter/Pace';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

let pace: Pace;
let scene: Scenario;
beforeEach(() => {
	pace = new Pace();
	scene = new Scenario();
});

/** Sends whenever the pace lets it, until the given time; all are accepted at once. Notes how many have left. */
function send(from: number, until = from) {
	let sent = 0;
	for (let [now, turns] = [from, 0]; now <= until && turns < 1000; turns += 1) {
		const delay = pace.delay(now);
		if (delay === 0) {
			pace.requestLeft(now);
			pace.requestAccepted(now);
			sent += 1;
		} else now += Math.max(delay, 0.001);
	}
	scene.note(`${sent} leave`);
}

/** So many have left and are accepted at once. */
function burst(count: number, now: number) {
	for (let taken = 0; taken < count; taken += 1) {
		pace.requestLeft(now);
		pace.requestAccepted(now);
	}
}

/** Notes how long the pause is, how much of it the service asked for, and if that tells of the rate. */
function throttle(sentAt: number, now: number, asked = 0, chance = 1) {
	const isNew = pace.requestThrottled(sentAt, now);
	if (asked > 0) pace.pauseAsAsked(now, asked);
	else if (isNew) pace.backOff(now, chance);
	const { askedUntil, pausedUntil } = pace;
	scene.note(`pause ${pausedUntil - now}`);
	if (askedUntil > now) scene.note(`asked for ${askedUntil - now}`);
	if (isNew) scene.note('new');
}

/** Times are milliseconds; with two of them, when a request was sent, and when its answer has come. */
const steps: Steps = [
	[/^(\d+) to (\d+): 429(?: asks for (\S+))?(?:, chance (\S+))?$/, throttle],
	[/^accept at (\d+)$/, (now) => pace.requestAccepted(now)],
	[/^burst of (\d+) at (\d+)$/, burst],
	[
		/^429 at (\d+), (\d+)$/,
		(now, pause) => (pace.requestThrottled(now, now), pace.pauseAsAsked(now, pause)),
	],
	[/^send (?:at|from) (\d+)(?: to (\d+))?$/, send],
];

describeScenarios(
	{
		'the pause after a 429 (R6)': {
			'is short where it does not say how long, doubles to 5 s, and is up to half of that off by chance': `
				1 to 2: 429; 3 to 4: 429; 5 to 6: 429, chance 0; 7 to 1000: 429 → pause 100, new, pause 200, new, pause 200, new, pause 800, new
				1001 to 2000: 429; 3001 to 10000: 429 → pause 1600, new, pause 3200, new
				10001 to 20000: 429, chance 0.5; 20001 to 30000: 429 → pause 3750, new, pause 5000, new`,
			'is short again after an acceptance': `
				10 to 11: 429; 1000 to 1001: 429 → pause 100, new, pause 200, new
				accept at 1002; 2000 to 2001: 429 → pause 100, new`,
			'is an hour at most': `
				5 to 10: 429 asks for 1e12 → pause 3600000, asked for 3600000, new`,
		},
		'a 429 of what was on its way at the last one': {
			'says nothing new, and makes the pause longer, never shorter': `
				5 to 10: 429 asks for 1000 → pause 1000, asked for 1000, new
				7 to 20: 429 asks for 500; 10 to 20: 429 → pause 990, asked for 990, pause 990, asked for 990
				9 to 30: 429 asks for 5000 → pause 5000, asked for 5000
				11 to 40: 429 → pause 4990, asked for 4990, new`,
		},
		'the rate': {
			'is unlimited after a 429 before which nothing was accepted': `
				429 at 10, 100; send at 110 → 1000 leave`,
			'is guessed by what was accepted in the last second, and doubles within a second': `
				burst of 40 at 500; 429 at 500, 100; send at 600; send from 601 to 1600; send from 1601 to 2600 → 5 leave, 61 leave, 123 leave`,
			'is measured by what was accepted between two 429s, and goes on a little slower': `
				burst of 40 at 500; 429 at 500, 100; send from 600 to 1600 → 66 leave
				429 at 1600, 100; send from 1700 to 2700; send from 2701 to 3700 → 61 leave, 57 leave`,
			'lets leave at once what a fifth of a second holds at most': `
				burst of 40 at 500; 429 at 500, 10000; send at 10500 → 9 leave`,
			'lets leave a quarter of that where a 429 came as soon after a pause': `
				burst of 40 at 500; 429 at 500, 10000; send at 10500; 429 at 10600, 10000; send at 20600 → 9 leave, 3 leave`,
			'lets leave as much again where a 429 came later': `
				burst of 40 at 500; 429 at 500, 10000; send at 10500; 429 at 10800, 10000; send at 20800 → 9 leave, 5 leave`,
			'is half of the last one at least': `
				burst of 40 at 500; 429 at 500, 100; burst of 1 at 9000; 429 at 10000, 100; send from 10100 to 11100 → 23 leave`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
