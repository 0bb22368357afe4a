import * as turns from '../../../nodes/runtime/engine/yieldToEventLoop';
import { describeScenarios } from '../../support/Scenario';
import { SenderScenario } from './SenderScenario';

afterEach(() => jest.restoreAllMocks());

describeScenarios(
	{
		'a request': {
			'that met a 403 goes again, three times (R3)': `
				a sends 1; a1: 403; wait 250 → a1, a1 after 250
				a1: 403; wait 500 → a1 after 500
				probes meet 200; a1: 403; wait 1000 → log: unavailable, a probes after 1000, log: again after 1000, a1 after 1000
				a1: 403 → log: unavailable, a1 failed (403, 4 times)`,
			'that is not sent or broken by a defect says nothing of the service': `
				a gets 503 2 times; b sends and is stopped → b stops (cancelled), b1 not sent
				c begins: broken; c sends 1; c1: 200 → c1, c1 throws a defect
				a gets 503 1 time → log: unavailable`,
		},
		'a run stops (R2, R3)': {
			'for the first reason, and lets nothing more leave': `
				a sends 2; a1: 401 → a1, a stops (failed), log: didn't accept, a1 failed (401), a2 not sent (401)
				a is stopped; a sends 1 → a3 not sent (401)`,
			'at such a failure while another is on its way, whose answer counts': `
				window of 16; a begins: stopping
				a sends 2; a2: 503; a1: 200; a sends 1 → a1, a2, a stops (failed), a2 uncertain (503), a1 accepted, a3 not sent (503)`,
			'after ten refusals with nothing accepted': `
				a gets 422 9 times
				a gets 422 1 time → a stops (failed)`,
			'after no number of them where something was accepted': `
				a gets 200 1 time; a gets 422 50 times`,
			'not at a first 403 where only such a one was before': `
				a begins: expecting; a gets 400 1 time; a sends 1; a2: 403; wait 250 → a2, a2 after 250`,
			'after a 429 that asks for longer than Max Retry Wait, whatever is on its way': `
				window of 16; a begins (maxRetryWait 5000)
				a sends 10; all: 429 9000 → a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a stops (waited), a1 failed (429), a2 failed (429), a3 failed (429), a4 failed (429), a5 failed (429), a6 failed (429), a7 failed (429), a8 failed (429), a9 failed (429), a10 failed (429)`,
			'after ten doubts in a row, though others of the key are answered, or one of its own refused': `
				a gets 200 1 time; a gets 503 9 times and b 200; a gets 200 1 time; a gets 503 9 times and b 200
				a gets 422 1 time; a gets 503 1 time → a stops (failed)`,
			'after no number of doubts about what had left before an outage': `
				window of 16
				a sends 12; all: 503 → a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, log: unavailable, a1 uncertain (503), a2 uncertain (503), a3 uncertain (503), a4 uncertain (503), a5 uncertain (503), a6 uncertain (503), a7 uncertain (503), a8 uncertain (503), a9 uncertain (503), a10 uncertain (503), a11 uncertain (503), a12 uncertain (503)`,
			'when the execution is cancelled, before or in it, but not after its end': `
				a begins; b begins; a ends; listeners → a ends, 1
				n8n cancels; listeners → b stops (cancelled), 0
				c sends 1 → c1 not sent`,
			'at the second request that failed by a 403, where nothing is waited for': `
				a begins (maxRetryWait 0); a sends 3; a1: 403 → a1, a1 failed (403), a2
				a2: 403 → a stops (failed), a2 failed (403), a3 not sent (403)`,
			'at a first 403 after a 422, whatever was accepted since': `
				a gets 422 1 time; a gets 200 1 time; a sends 1; a3: 403 → a3, a stops (failed), a3 failed (403)`,
			'not at a first 403 after a 409, which is no bad request': `
				a gets 409 1 time; a sends 1; a2: 403; wait 250 → a2, a2 after 250`,
			'at no number of 403s with something accepted in between': `
				a begins (maxRetryWait 0); a gets 403 1 time; a gets 200 1 time; a gets 403 1 time; a gets 200 1 time
				a gets 403 2 times → a stops (failed)`,
			'not by a block that lasts longer than the first trial, which is no try (R3)': `
				a begins (maxRetryWait 300000); probes meet 403; a sends 1 → a1
				a1: 403; wait 250; a1: 403; wait 500; a1: 403; wait 1000 → a1 after 250, a1 after 500, log: unavailable, a probes after 1000
				wait 30000 → a probes after 375, a probes after 1125, a probes after 2625, a probes after 5625, a probes after 11625, a probes after 22875, a1 after 29000
				a1: 403; wait 250
				probes meet 200; wait 10000; a1: 200 → a probes after 3875, log: again after 3875, a1 after 3875, a1 accepted`,
			'and neither probes nor tries a request before a pause is over that the service asked for': `
				a begins (maxRetryWait 300000)
				window of 16; a sends 4; a1: 429 100000; a2: 503; a3: 503; a4: 503 → a1, a2, a3, a4, a2 uncertain (503), a3 uncertain (503), log: unavailable, a4 uncertain (503)
				wait 60000
				wait 60000 → a probes after 40000, a1 after 40000`,
		},
		'a request that is throttled (R6)': {
			'goes again when its pause is over': `
				a sends 1; a1: 429 2000; wait 2000 → a1, a1 after 2000
				a1: 429 2000; wait 2000 → a1 after 2000
				a1: 200 → a1 accepted`,
			'is given up where it would wait for too long': `
				a begins (maxRetryWait 5000); a sends 1; wait 1000 → a1
				a1: 429 2000; wait 2000 → a1 after 2000
				a1: 429 2000; wait 2000 → a1 after 2000
				a1: 429 2000 → a stops (waited), a1 failed (429, 3 times)`,
		},
		'a request whose limit is its own': {
			'is given up after twenty 429s and Max Retry Wait, though others are accepted': `
				a begins (maxRetryWait 100000); a sends 1; a1 meets 19 429s, and b a 200 after each
				a1 meets 1 429s, and b a 200 after each → a1 failed (429, 20 times) after 10000`,
			'is not where that has lasted for less': `
				a begins (maxRetryWait 500000); a sends 1; a1 meets 24 429s, and b a 200 after each
				a1 meets 1 429s, and b a 200 after each
				a1 meets 1 429s, and b a 200 after each → a1 failed (429, 26 times) after 10000`,
		},
		'what fails by an outage (R5)': {
			'is not sent again where nothing is to be waited for (R6)': `
				a begins: reading (maxRetryWait 0); a sends 1; a1: 500 → a1, a1 failed (500)
				a sends 1; a2: ECONNREFUSED → a2, a2 not sent (ECONNREFUSED)
				b begins (maxRetryWait 0); b sends 1; b1: 429 → b1, b stops (waited), b1 failed (429)`,
			'is repeated where it has not left, and was not sent where the run stops meanwhile': `
				a sends 1; a1: ECONNREFUSED; wait 250 → a1, a1 after 250
				a1: ECONNREFUSED; wait 100; a is stopped → a stops (cancelled), a1 not sent (ECONNREFUSED, 2 times)`,
			'is asked about for 10 s at most': `
				a gets 503 3 times → log: unavailable
				probes take 99999; a sends 1; wait 9999 → a probes after 188
				wait 1000 → a probes after 564
				a ends → a ends, a4 not sent`,
		},
	},
	() => new SenderScenario(),
);

it('of long answers, each is judged in a separate turn (R10)', async () => {
	const turn = jest.spyOn(turns, 'yieldToEventLoop');
	const scenario = new SenderScenario();
	for (const length of [50_000, 50_001]) {
		scenario.answerLength = length;
		await scenario.play('a gets 200 1 time');
		expect(turn).toHaveBeenCalledTimes(length - 50_000);
	}
});

it('tells the limiter how many people a request reaches (R5)', async () => {
	const scenario = new SenderScenario();
	const acquire = jest.spyOn(scenario.limiter, 'acquire');
	await scenario.play(`
		a begins; a sends 1 → a1
		b begins: reaching; b sends 1
		c begins: reading; c sends 1`);
	expect(acquire.mock.calls.map(([, impact]) => impact)).toEqual([1, 5, 0]);
});
