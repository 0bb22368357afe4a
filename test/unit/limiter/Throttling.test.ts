import { Throttling } from '../../../nodes/runtime/limiter/Throttling';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

let throttling: Throttling;
let scene: Scenario;
beforeEach(() => {
	throttling = new Throttling();
	scene = new Scenario();
});

/** A 429 comes, which asks to wait or does not: how long is the pause, and does it tell of the rate? */
function throttle(sentAt: number, now: number, asked = 0, chance = 1) {
	const learn = jest.spyOn(throttling.rate, 'throttled');
	const isNew = throttling.throttled(sentAt, now, asked, () => chance);
	const { askedUntil, rate } = throttling;
	scene.note(`pause ${rate.pausedUntil - now}`);
	if (askedUntil > now) scene.note(`asked for ${askedUntil - now}`);
	if (isNew) scene.note('new');
	expect(learn).toHaveBeenCalledTimes(isNew ? 1 : 0);
	learn.mockRestore();
}

/** An acceptance comes: does it tell of the rate? */
function accept(sentAt: number, now: number) {
	const learn = jest.spyOn(throttling.rate, 'accepted');
	throttling.accepted(sentAt, now);
	if (learn.mock.calls.length > 0) scene.note('counts');
	learn.mockRestore();
}

/** When a request was sent, and when its answer has come. */
const steps: Steps = [
	[/^(\d+) to (\d+): 429(?: asks for (\S+))?(?:, chance (\S+))?$/, throttle],
	[/^(\d+) to (\d+): accepted$/, accept],
];

describeScenarios(
	{
		'the pause after a 429 (R6)': {
			'is as long as the service says': `
				5 to 10: 429 asks for 2000 → pause 2000, asked for 2000, new`,
			'is an hour at most': `
				5 to 10: 429 asks for 1e12 → pause 3600000, asked for 3600000, new`,
			'is short where it does not say how long, doubles to 5 s, and is up to half of that off by chance': `
				1 to 2: 429; 3 to 4: 429; 5 to 6: 429, chance 0; 7 to 1000: 429 → pause 100, new, pause 200, new, pause 200, new, pause 800, new
				1001 to 2000: 429; 3001 to 10000: 429 → pause 1600, new, pause 3200, new
				10001 to 20000: 429, chance 0.5; 20001 to 30000: 429 → pause 3750, new, pause 5000, new`,
			'is short again after an acceptance, but not of what was sent before the last 429': `
				10 to 11: 429; 1000 to 1001: 429 → pause 100, new, pause 200, new
				999 to 1002: accepted; 2000 to 2001: 429 → pause 400, new
				2000 to 2002: accepted; 3000 to 3001: 429 → counts, pause 100, new`,
			'is over where a request was accepted that left after it': `
				1005 to 1100: accepted; 1000 to 1200: accepted → counts, counts
				5 to 1300: 429 asks for 1000 → pause 100, new`,
			'is not over where what was accepted left before its end': `
				1004 to 1100: accepted; 5 to 1300: 429 asks for 1000 → counts, pause 1000, asked for 1000, new`,
		},
		'a 429 of what was on its way at the last one': {
			'says nothing new, and makes the pause longer, never shorter': `
				5 to 10: 429 asks for 1000 → pause 1000, asked for 1000, new
				7 to 20: 429 asks for 500; 10 to 20: 429 → pause 990, asked for 990, pause 990, asked for 990
				9 to 30: 429 asks for 5000 → pause 5000, asked for 5000
				11 to 40: 429 → pause 4990, asked for 4990, new`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
