import { ConcurrencyWindow } from '../../../nodes/Messenger/gate/ConcurrencyWindow';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

let window: ConcurrencyWindow;
let inFlight: number;
let now: number;
let scene: Scenario;
beforeEach(() => {
	window = new ConcurrencyWindow();
	inFlight = now = 0;
	scene = new Scenario();
});

/** As many leave as may. */
function fill() {
	while (!window.isFull(inFlight) && inFlight < 99) inFlight += 1;
}

/** So many are accepted, each so many milliseconds after the one before, and others leave in their place. */
function accept(count: number, after: number) {
	for (let accepted = 0; accepted < count; accepted += 1) {
		now += after;
		window.open(inFlight, now);
		inFlight -= 1;
		fill();
	}
	scene.note(String(inFlight));
}

const steps: Steps = [
	[/^(\d+) accepted, (\d+) ms apart$/, accept],
	[/^(\d+) are in flight$/, (count) => (inFlight = count)],
	[/^a 429$/, () => window.halve(inFlight)],
	[/^as many leave as may$/, () => (fill(), scene.note(String(inFlight)))],
];

describeScenarios(
	{
		'the window of requests in flight (R3)': {
			'lets one leave at first, and doubles with each round trip': `
				as many leave as may → 1
				1 accepted, 50 ms apart → 2
				1 accepted, 50 ms apart; 1 accepted, 0 ms apart → 3, 4
				1 accepted, 50 ms apart; 3 accepted, 0 ms apart → 5, 8`,
			'doubles no more often than every 43 ms, however fast the answers come': `
				as many leave as may; 128 accepted, 1 ms apart; 2 accepted, 1 ms apart → 1, 8, 9`,
			'stays as it is when an answer comes while it is not full': `
				as many leave as may; 1 accepted, 1000 ms apart → 1, 2
				1 are in flight; 1 accepted, 1000 ms apart → 2`,
			'is halved by a 429 from what was in flight, and grows from there': `
				as many leave as may; 8 accepted, 1000 ms apart → 1, 9
				7 are in flight; a 429; 0 are in flight; as many leave as may → 3
				9 accepted, 0 ms apart; 1 accepted, 43 ms apart → 3, 4`,
			'is one at least': `
				1 are in flight; a 429; 0 are in flight; as many leave as may → 1`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
