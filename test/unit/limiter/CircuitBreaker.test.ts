import type { Signal } from '../../../nodes/runtime/response/verdict';
import { CircuitBreaker } from '../../../nodes/runtime/limiter/CircuitBreaker';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

let breaker: CircuitBreaker;
let scene: Scenario;
beforeEach(() => {
	breaker = new CircuitBreaker();
	scene = new Scenario();
});

/** Does something, and notes what began or ended by it, and when a probe and a real request are due. */
function due(act: () => unknown) {
	const wasOpen = breaker.isOpen;
	act();
	const {
		isOpen,
		isOutage,
		isBlock,
		cause: { code },
		probeAt,
		trialAt,
	} = breaker;
	if (wasOpen && !isOpen) scene.note('ends');
	if (!wasOpen && isOpen) scene.note(`begins (${code})`);
	if (isOpen && !isOutage) scene.note(isBlock ? 'a block' : 'perhaps a block');
	if (isOpen) scene.note(`probe ${probeAt}, trial ${trialAt}`);
}

function fail(failure: string, now: number, random = 1) {
	due(() => breaker.failed({ code: String(failure) }, now, now - 10, random));
}

const ends = {
	lost: 'outage',
	answered: 'answered',
	blocked: 'blocked',
	'cut off': undefined,
} as const;

function endProbe(now: number, end: keyof typeof ends, random = 1) {
	due(() => breaker.endProbe(ends[end] as Signal | undefined, now, now, random));
}

/** Times are milliseconds. Chance allows the longest pauses, unless it is given. */
const steps: Steps = [
	[/^fails at (\d+)$/, (now) => fail('503', now)],
	[/^(\w+) at (\d+), chance (\S+)$/, fail],
	[/^away at (\d+)$/, (now) => [1, 2, 3].forEach(() => fail('503', now))],
	[
		/^what left at (\d+) is blocked at (\d+)$/,
		(at, now) => due(() => breaker.blocked('403', at, now)),
	],
	[/^what left at (\d+) is answered$/, (sentAt) => due(() => breaker.answered(sentAt))],
	[/^probe at (\d+) is (lost|answered|blocked|cut off)(?:, chance (\S+))?$/, endProbe],
	[
		/^the probe of (\d+) is answered at (\d+)$/,
		(sentAt, now) => due(() => breaker.endProbe('answered', sentAt, now, 1)),
	],
	[/^trial at (\d+)$/, (now) => due(() => breaker.beginTrial(now))],
];

describeScenarios(
	{
		'an outage (R5)': {
			'begins with the third failure in a row': `
				fails at 0; ETIMEDOUT at 1, chance 1
				502 at 100, chance 0 → begins (502), probe 287.5, trial 30090
				fails at 200 → probe 287.5, trial 30090`,
			'does not begin where something was answered between them': `
				fails at 0; fails at 0; what left at 0 is answered; fails at 0; fails at 0`,
			'ends by the answer to what has left since it began': `
				away at 100 → begins (503), probe 350, trial 30090
				what left at 99 is answered → probe 350, trial 30090
				fails at 110 → probe 350, trial 30090
				what left at 100 is answered; what left at 100 is answered → ends`,
			'is not ended by a probe of an earlier one': `
				away at 100; what left at 100 is answered; away at 400 → begins (503), probe 350, trial 30090, ends, begins (503), probe 650, trial 30390
				the probe of 350 is answered at 500 → probe 650, trial 30390
				the probe of 650 is answered at 660 → ends`,
			'ends by the answer to a probe': `
				away at 0 → begins (503), probe 250, trial 29990
				probe at 250 is answered → ends
				probe at 250 is answered; probe at 250 is lost`,
		},
		'a block (R3)': {
			'is asked about at once, and ends where the probe is answered': `
				what left at 0 is blocked at 10 → begins (403), perhaps a block, probe 10, trial 30000
				probe at 10 is answered → ends
				fails at 20; fails at 20
				fails at 20 → begins (503), probe 270, trial 30010`,
			'is one where the probe is told so, too, and is asked about as an outage is': `
				what left at 0 is blocked at 10 → begins (403), perhaps a block, probe 10, trial 30000
				probe at 10 is blocked → a block, probe 510, trial 30000
				probe at 510 is lost → a block, probe 1510, trial 30000
				probe at 1510 is cut off → a block, probe 1510, trial 30000
				probe at 1600 is answered → ends`,
			'says nothing new of what had left before, nor in an outage': `
				what left at 0 is blocked at 10; probe at 10 is answered → begins (403), perhaps a block, probe 10, trial 30000, ends
				what left at 9 is blocked at 20
				what left at 10 is blocked at 20; what left at 20 is answered → begins (403), perhaps a block, probe 20, trial 30010, ends
				away at 100; what left at 100 is blocked at 110 → begins (503), probe 350, trial 30090, probe 350, trial 30090`,
		},
		'the next probe is due (R5)': {
			'after 250 ms, then after twice as long each time, 5 s at most, up to a quarter earlier by chance': `
				away at 0 → begins (503), probe 250, trial 29990
				probe at 1000 is lost → probe 1500, trial 29990
				probe at 2000 is lost → probe 3000, trial 29990
				probe at 3000 is lost → probe 5000, trial 29990
				probe at 4000 is lost, chance 0 → probe 7000, trial 29990
				probe at 5000 is lost → probe 10000, trial 29990
				probe at 6000 is lost → probe 11000, trial 29990`,
			'at once after one that was cut off, which says nothing': `
				away at 0 → begins (503), probe 250, trial 29990
				probe at 200 is cut off → probe 200, trial 29990
				probe at 200 is lost → probe 700, trial 29990`,
			'after 2 s where a real request fails after an answered one, then 4 s and so on, a minute at most': `
				away at 0; probe at 0 is answered → begins (503), probe 250, trial 29990, ends
				fails at 0; probe at 0 is answered → begins (503), probe 2000, trial 29990, ends
				fails at 0; probe at 0 is answered → begins (503), probe 4000, trial 29990, ends
				fails at 0; probe at 0 is answered → begins (503), probe 8000, trial 29990, ends
				fails at 0; probe at 0 is answered → begins (503), probe 16000, trial 29990, ends
				fails at 0; probe at 0 is answered → begins (503), probe 32000, trial 29990, ends
				fails at 0; probe at 0 is lost → begins (503), probe 60000, trial 29990, probe 5000, trial 29990
				what left at 0 is answered; fails at 0; fails at 0 → ends
				fails at 0 → begins (503), probe 250, trial 29990`,
		},
		'a real request is tried (R5)': {
			'30 s after the last one, then after twice as long each time, 5 minutes at most': `
				away at 1010; trial at 2000; trial at 3000; trial at 4000; trial at 5000; trial at 6000 → begins (503), probe 1260, trial 31000, probe 1260, trial 62000, probe 1260, trial 123000, probe 1260, trial 244000, probe 1260, trial 305000, probe 1260, trial 306000
				what left at 6000 is answered; away at 7010 → ends, begins (503), probe 7260, trial 37000`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
