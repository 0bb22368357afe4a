import { LimitEstimator } from '../../../nodes/runtime/limiter/LimitEstimator';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

let estimator: LimitEstimator;
let scene: Scenario;
beforeEach(() => {
	estimator = new LimitEstimator();
	scene = new Scenario();
});

/** So many requests are accepted, evenly, from one time to another. */
function accept(count: number, from: number, until: number) {
	for (let one = 1; one <= count; one += 1) estimator.add(from + ((until - from) * one) / count);
}

/** A 429 comes at a time, behind a fill rate, with a pause in seconds. */
function throttle(now: number, fillRate: number, pause: number) {
	estimator.estimate(now, fillRate, pause);
	const { limit, burst, stored, filling, accepted } = estimator;
	const rateAfter = (seconds: number) => {
		estimator.filling = seconds;
		return estimator.fillRate;
	};
	const rates = [0, 3].map((seconds) => rateAfter(seconds).toFixed(1)).join(' to ');
	estimator.filling = 0;
	const numbers = Object.entries({ limit, burst, stored }).map(
		([name, value]) => `${name} ${value.toFixed(1)}`,
	);
	scene.note(`${numbers.join(' ')} rate ${rates}`);
	expect([filling, accepted]).toEqual([0, 0]);
}

const steps: Steps = [
	[/^accept (\S+) from (\d+) to (\d+)$/, accept],
	[/^fill for (\S+) s$/, (seconds) => (estimator.filling = seconds)],
	[/^429 at (\d+), (\S+)\/s, (\S+) s$/, throttle],
];

describeScenarios(
	{
		'the guess at the first 429': {
			'is all that was accepted in a short time, two thirds of it the burst': `
				accept 40 from 0 to 100; 429 at 100, 999/s, 0.1 s → limit 38.1 burst 25.4 stored 3.8 rate 34.3 to 274.4`,
			'is what was accepted in about the last second': `
				accept 1000 from 0 to 20000; 429 at 20000, 999/s, 0.1 s → limit 50.5 burst 33.7 stored 5.1 rate 45.5 to 363.6`,
			'is one a second at least, and a burst of one': `
				accept 1 from 0 to 0; 429 at 60000, 999/s, 0.1 s → limit 1.0 burst 1.0 stored 0.1 rate 0.9 to 7.2
				429 at 60001, 99/s, 0.1 s → limit 99.0 burst 1.0 stored 1.0 rate 89.1 to 712.8`,
			'takes no more than the burst for stored after a pause': `
				accept 40 from 0 to 100; 429 at 100, 999/s, 10 s → limit 38.1 burst 25.4 stored 25.4 rate 34.3 to 274.4`,
		},
		'the measurement at a later 429': {
			'is what was accepted since the last one, except what was stored; each time again': `
				accept 40 from 0 to 100; 429 at 100, 999/s, 0.1 s → limit 38.1 burst 25.4 stored 3.8 rate 34.3 to 274.4
				fill for 2 s; accept 204 from 200 to 2200; 429 at 2200, 500/s, 0.1 s → limit 100.1 burst 25.4 stored 10.0 rate 90.1 to 100.1
				fill for 2 s; accept 210 from 2200 to 4200; 429 at 4200, 500/s, 0.1 s → limit 100.0 burst 25.4 stored 10.0 rate 90.0 to 100.0`,
			'is that of the last second, less the burst, where the rate has grown': `
				accept 1 from 0 to 0; 429 at 60000, 999/s, 0.1 s → limit 1.0 burst 1.0 stored 0.1 rate 0.9 to 7.2
				fill for 15 s; accept 20 from 60000 to 70000; accept 500 from 70000 to 75000
				429 at 75000, 500/s, 0.1 s → limit 98.8 burst 1.0 stored 1.0 rate 89.0 to 98.8`,
			'is half of the last at least': `
				accept 40 from 0 to 100; 429 at 100, 999/s, 0.1 s → limit 38.1 burst 25.4 stored 3.8 rate 34.3 to 274.4
				fill for 10 s; accept 1 from 10000 to 10000; 429 at 10000, 500/s, 0.1 s → limit 19.1 burst 25.4 stored 1.9 rate 17.2 to 20.0`,
			'is none within half a second of a pause, which only proves the burst to be smaller': `
				accept 40 from 0 to 100; 429 at 100, 999/s, 0.1 s → limit 38.1 burst 25.4 stored 3.8 rate 34.3 to 274.4
				fill for 0.49 s; 429 at 700, 60/s, 0.1 s; 429 at 700, 70/s, 0.1 s → limit 60.0 burst 12.7 stored 6.0 rate 54.0 to 432.0, limit 70.0 burst 6.4 stored 6.4 rate 63.0 to 504.0
				fill for 0.5 s; 429 at 1200, 60/s, 0.1 s → limit 35.0 burst 6.4 stored 3.5 rate 31.5 to 35.3`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);

it('no limit is known before the first 429', () => {
	expect(estimator).toMatchObject({ fillRate: Infinity, burst: Infinity });
});
