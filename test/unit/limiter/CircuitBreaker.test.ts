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
function due(act: () => void) {
	const before = breaker.state;
	act();
	const { isOpen, state, cause, probeAt, trialAt } = breaker;
	if (state !== before) scene.note(isOpen ? `${state} (${cause.code})` : state);
	const trial = trialAt > 0 ? `, trial ${trialAt}` : '';
	if (isOpen) scene.note(`probe ${probeAt}${trial}`);
}

function fail(code: string, now: number, random = 1) {
	due(() => breaker.failed({ code: String(code) }, now, random));
}

function endProbe(now: number, end: string, random = 1) {
	due(() => breaker.endProbe((end === 'lost' ? 'outage' : end) as Signal, now, now, random));
}

/** Times are milliseconds. Chance allows the longest pauses, unless it is given. */
const steps: Steps = [
	[/^leaves at (\d+)$/, (now) => due(() => breaker.sent(now))],
	[/^fails at (\d+)$/, (now) => fail('503', now)],
	[/^(\w+) at (\d+), chance (\S+)$/, fail],
	[/^away at (\d+)$/, (now) => [1, 2, 3].forEach(() => fail('503', now))],
	[
		/^what left at (\d+) is blocked at (\d+)$/,
		(at, now) => due(() => breaker.blocked('403', at, now)),
	],
	[/^what left at (\d+) is answered$/, (sentAt) => due(() => breaker.answered(sentAt))],
	[/^probe at (\d+) is (lost|answered|blocked)(?:, chance (\S+))?$/, endProbe],
	[
		/^the probe of (\d+) is answered at (\d+)$/,
		(sentAt, now) => due(() => breaker.endProbe('answered', sentAt, now, 1)),
	],
];

describeScenarios(
	{
		'an outage (R5)': {
			'begins with the third failure in a row': `
				fails at 0; ETIMEDOUT at 1, chance 1
				502 at 100, chance 0 → outage (502), probe 287.5
				fails at 200 → probe 287.5`,
			'does not begin where something was answered between them': `
				fails at 0; fails at 0; what left at 0 is answered; fails at 0; fails at 0`,
			'ends by the answer to what has left since it began': `
				away at 100 → outage (503), probe 350
				what left at 99 is answered → probe 350
				fails at 110 → probe 350
				what left at 100 is answered; what left at 100 is answered → closed`,
			'is not ended by a probe of an earlier one': `
				away at 100; what left at 100 is answered; away at 400 → outage (503), probe 350, closed, outage (503), probe 650
				the probe of 350 is answered at 500 → probe 650
				the probe of 650 is answered at 660 → closed`,
			'ends by the answer to a probe': `
				away at 0 → outage (503), probe 250
				probe at 250 is answered → closed
				probe at 250 is answered; probe at 250 is lost`,
		},
		'a block (R3)': {
			'is asked about at once, and ends where the probe is answered': `
				what left at 0 is blocked at 10 → suspected block (403), probe 10
				probe at 10 is answered → closed
				fails at 20; fails at 20; fails at 20 → outage (503), probe 2020`,
			'is one where the probe is told so, too, and is asked about as an outage is': `
				what left at 0 is blocked at 10 → suspected block (403), probe 10
				probe at 10 is blocked → block (403), probe 510
				probe at 510 is lost → probe 1510
				probe at 1600 is answered → closed`,
			'says nothing new of what had left before it or an outage': `
				what left at 0 is blocked at 10; probe at 10 is answered → suspected block (403), probe 10, closed
				what left at 9 is blocked at 20
				what left at 10 is blocked at 20; what left at 20 is answered → suspected block (403), probe 20, closed
				away at 100; what left at 99 is blocked at 110 → outage (503), probe 350, probe 350
				what left at 100 is blocked at 120 → suspected block (403), probe 120`,
		},
		'the next probe is due (R5)': {
			'after 250 ms, then after twice as long each time, 5 s at most, up to a quarter earlier by chance': `
				away at 0 → outage (503), probe 250
				probe at 1000 is lost → probe 1500
				probe at 2000 is lost → probe 3000
				probe at 3000 is lost → probe 5000
				probe at 4000 is lost, chance 0 → probe 7000
				probe at 5000 is lost → probe 10000
				probe at 6000 is lost → probe 11000`,
			'after 2 s where a real request fails after an answered one, then 4 s and so on, a minute at most': `
				away at 0; probe at 0 is answered → outage (503), probe 250, closed
				fails at 0; probe at 0 is answered → outage (503), probe 2000, closed
				fails at 0; probe at 0 is answered → outage (503), probe 4000, closed
				fails at 0; probe at 0 is answered → outage (503), probe 8000, closed
				fails at 0; probe at 0 is answered → outage (503), probe 16000, closed
				fails at 0; probe at 0 is answered → outage (503), probe 32000, closed
				fails at 0; probe at 0 is lost → outage (503), probe 60000, probe 5000
				what left at 0 is answered; fails at 0; fails at 0 → closed
				fails at 0 → outage (503), probe 250`,
		},
		'a real request is tried (R5)': {
			'30 s after the last one, then after twice as long each time, 5 minutes at most': `
				leaves at 1000; away at 1010; leaves at 2000; leaves at 3000; leaves at 4000; leaves at 5000; leaves at 6000 → outage (503), probe 1260, trial 31000, probe 1260, trial 62000, probe 1260, trial 123000, probe 1260, trial 244000, probe 1260, trial 305000, probe 1260, trial 306000
				what left at 6000 is answered; leaves at 7000; away at 7010 → closed, outage (503), probe 7260, trial 37000`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
