import { describeScenarios } from '../../support/Scenario';
import { LimiterScenario } from './LimiterScenario';

describeScenarios(
	{
		'how much is in flight (R3)': {
			'is bounded by one window for all runs together, which take turns': `
				window of 4
				b sends 3; a sends 9 → b1, b2, b3, a1
				b1: 422; b2: 422; b sends 9; a1: 422; a2: 422; a3: 422 → a2, a3, b4, a4, b5`,
			'doubles no more often than every 50 ms, however fast the answers come': `
				a sends 99; a1: 200 → a1, a2, a3
				wait 49; a2 a3: 200 → a4, a5
				wait 1; a4 a5: 200 → a6, a7, a8, a9`,
			'stays where an answer comes while there are more places': `
				a sends 1; a1: 429 10; wait 10; a sends 1; a2: 200; a sends 1 → a1, a2, a3
				wait 1000; a3: 200; a sends 9 → a4, a5`,
			'is halved by a 429 from what was on its way, once for all of that': `
				window of 8; a sends 5 → a1, a2, a3, a4, a5
				all: 429 1000
				a sends 9; wait 2500 → a6 after 1000, a7 after 1000`,
		},
		'a key that is not accepted (R11)': {
			'has a line at its first 401, and at the first after it was accepted': `
				window of 4; a sends 9; a1: 401; a2: 401; a3: 422; a4: 401 → a1, a2, a3, a4, log: the service didn't accept the API key: status 401, a5, a6, a7, a8
				a5: 200; a6: 401; a7: 401 → a9, log: the service didn't accept the API key: status 401`,
		},
		'a request on its way for too long (R4)': {
			'gives up its place after 2 s, and after twice as long each time, 30 s at most': `
				a sends 20; wait 200000 → a1, a2 after 2000, a3 after 6000, a4 after 14000, a5 after 30000, a6 after 60000, a7 after 90000, a8 after 120000, a9 after 150000, a10 after 180000`,
			'has twice the time that the last answer took': `
				a sends 20; wait 20000 → a1, a2 after 2000, a3 after 6000, a4 after 14000
				a4: 200; wait 13000 → a5, a6, a7 after 12000, a8 after 12000
				all: 200; a sends 30; wait 50 → a9, a10, a11, a12`,
		},
		'the wait to leave (R6)': {
			'is none where it asks to wait for longer, by any refusal': `
				a sends 1; a1: 429 5000 → a1
				b begins (maxRetryWait 4999); b sends 1 → b stops (waited, asked for 5000), b1 is let go
				c begins (maxRetryWait 5000); c sends 1; wait 5000 → c1 after 5000
				c1: 404 6000; c sends 1 → c stops (waited, asked for 6000), c2 is let go`,
			'is 2 s at least where others are not answered, for which nobody counts as unanswered': `
				a sends 2 → a1
				b begins (maxRetryWait 1000); b sends 1
				c begins (maxRetryWait 3500); c sends 1
				wait 5000 → b stops (waited, unanswered) after 2000, a2 after 2000, b1 is let go after 2000, c stops (waited, unanswered) after 3500, c1 is let go after 3500`,
			'begins again where something is accepted, not where it is answered': `
				window of 4; late sends 2; wait 1; the service goes away
				a begins (maxRetryWait 1000); a sends 1; wait 900 → a probes after 250, a probes after 750
				late1: 200; wait 900 → a probes after 850
				late2: 422; wait 900 → a stops (waited, 503) after 100, a1 is let go after 100`,
			'counts no own request on its way': `
				a begins (maxRetryWait 500); a sends 9; wait 8000 → a1, a2 after 2000, a3 after 6000`,
			'counts no rate that keeps a request back': `
				x sends 2; x1: 200; wait 10; x2: 429 100 → x1, x2
				a sends 1; e begins (maxRetryWait 500); e sends 1; wait 100; a1: 422; wait 900 → a1 after 100, e1 after 900`,
			'adds up': `
				b sends 1; a begins (maxRetryWait 2500); a sends 1; wait 1500 → b1
				b1: 422; a1: 422; wait 9000 → a1
				b sends 1; a sends 1; wait 1500 → b2, a stops (waited, unanswered) after 1000, a2 is let go after 1000`,
		},
		'a block of the key (R3, R11)': {
			'is asked about at growing intervals, 15 s at most': `
				a sends 9; probes meet 403; a1: 403; a2: 403; a3: 403; wait 29000 → a1, a2, a3, log: unavailable (403), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a probes after 15750
				probes take 10; wait 80000 → a4 after 1000, a probes after 1750, a probes after 16760, a probes after 31770, a probes after 46780, a5 after 61000, a probes after 61790, a probes after 76800`,
			'of a service that never answered is waited for, too: a 403 is an answer': `
				never answered; a begins (maxRetryWait 20000); a sends 9; probes meet ECONNREFUSED; a1: 403; a2: 403; a3: 403; wait 21000 → a1, a2, a3, log: unavailable (403), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a probes after 15750, a stops (waited, blocked 403) after 20000, a4 is let go after 20000, a5 is let go after 20000, a6 is let go after 20000, a7 is let go after 20000, a8 is let go after 20000, a9 is let go after 20000`,
			'of a service that only a probe reached is waited for, too': `
				never answered; a begins (maxRetryWait 8000); a sends 4; probes meet 403; a1: X; a2: X; a3: X; wait 9000 → a1, a2, a3, log: unavailable (X), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a stops (waited, X) after 8000, a4 is let go after 8000`,
			'goes on where a trial meets it, which is none after a probe that was answered': `
				a sends 9; probes meet 403; a1: 403; a2: 403; a3: 403; wait 30000; is a4 a trial → a1, a2, a3, log: unavailable (403), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a probes after 15750, a4 after 30000, true
				a4: 403; probes meet 200; wait 1750; is a5 a trial → a probes after 750, log: answering again after 750, a5 after 750, false
				a5: 403; probes take 99999; wait 60000; is a6 a trial → log: unavailable (403), a probes after 2000, a6 after 59000, true`,
		},
		'an outage (R5, R11)': {
			'begins with the third failure in a row': `
				a sends 9; a1: 503; a2: ERR_CANCELED; a3: ECONNRESET; a4: ERR_CANCELED → a1, a2, a3, a4, a5
				is it away; a5: unanswered; is it away → false, log: unavailable (no answer), true`,
			'does not begin where something was answered between them': `
				a sends 9; a1: 503; a2: 503 → a1, a2, a3
				a3: 422; a4: 503; a5: 503 → a4, a5, a6
				a6: 429 1; wait 1; a7: 503; a8: 503 → a7 after 1, a8, a9`,
			'is asked about more and more rarely, once a minute at most, where only probes are answered': `
				the service goes away; probes meet 422; a sends 20; wait 250 → a probes after 250, log: answering again after 250, a1 after 250
				a1: 503; wait 2000 → log: unavailable (503), a probes after 2000, log: answering again after 2000, a2 after 2000
				a2: 503; wait 4000 → log: unavailable (503), a probes after 4000, log: answering again after 4000, a3 after 4000
				a3: 503; wait 8000 → log: unavailable (503), a probes after 8000, log: answering again after 8000, a4 after 8000
				a4: 503; wait 16000 → log: unavailable (503), a probes after 16000, log: answering again after 16000, a5 after 16000
				a5: 503; wait 32000 → log: unavailable (503), a6 after 30000, a probes after 32000, log: answering again after 32000, a7 after 32000
				a7: 503; wait 60000 → log: unavailable (503), a probes after 60000, a8 after 60000, log: answering again after 60000, a9 after 60000
				a9: 503; probes meet ECONNREFUSED; wait 75000 → log: unavailable (503), a probes after 60000, a probes after 75000
				probes meet 422; wait 15000; all: 422 → a probes after 15000, log: answering again after 15000, a10 after 15000, a11
				all: 503; all: 503; all: 503; wait 250 → a12, a13, log: unavailable (503), a probes after 250, log: answering again after 250, a14 after 250`,
			'is asked about where somebody waits who may, at once for who comes late': `
				a begins; the service goes away; wait 20000
				b begins (maxRetryWait 0); b sends 1 → b stops (waited, 503), b1 is let go
				c sends 1; c ends; wait 20000; e begins; e ends; d sends 1 → c probes, c1 is let go, d probes, d1`,
			'is neither asked about nor tried before the time that the service asked for': `
				a sends 5; a1: 503; a2: 503; a3: 503 40000; wait 41000 → a1, a2, a3, log: unavailable (503), a probes after 40000, a4 after 40000, a probes after 40500`,
			'does not end by a probe of an earlier one': `
				the service goes away; probes meet 422; probes take 40000; a sends 9; wait 30000 → a probes after 250, a1 after 30000
				a1: 422; a2: 503; a3: 503; a4: 503 → log: answering again, a2, a3, a4, log: unavailable (503)
				probes take 99999; wait 11000 → a probes after 250`,
			'has further trials after twice as long each time, 5 minutes at most, though the one before is not answered': `
				the service goes away; probes take 9999999
				a sends 9; wait 1100000 → a probes after 250, a1 after 30000, a2 after 90000, a3 after 210000, a4 after 450000, a5 after 750000, a6 after 1050000`,
			'has as its trial the one with the fewest impact, none where it only reads': `
				the service goes away; probes take 999999
				a sends 1 to 500; b sends 1 to 20; b sends 1 to 2; c sends 1 to 2; wait 90000 → b probes after 250, b2 after 30000, c1 after 90000
				d sends 1 to 0; wait 120000 → d1 after 120000`,
			'is followed by one request at a time, as at a beginning': `
				window of 8; the service goes away; probes meet 200; a sends 9; wait 250 → a probes after 250, log: answering again after 250, a1 after 250
				a1: 200; wait 50; a2 a3: 200 → a2, a3, a4, a5, a6, a7`,
			'of a service that never answered is waited for 5 s at most': `
				never answered; the network goes away
				a begins (maxRetryWait 60000); a sends 1; b begins (maxRetryWait 2000); b sends 1; wait 9000 → a probes after 250, a probes after 750, a probes after 1750, b stops (waited, ECONNREFUSED) after 2000, b1 is let go after 2000, a probes after 3750, a stops (waited, ECONNREFUSED) after 5000, a1 is let go after 5000`,
		},
		'the time for which a limiter is idle': {
			'counts from its last use, and not while it is in use': `
				wait 1000; the limiter is idle → for 1000 ms
				a begins; wait 1000; the limiter is idle → for 0 ms
				a sends 1; a ends; wait 1000; the limiter is idle → a1, for 0 ms
				a1: 200; wait 1000; the limiter is idle → for 1000 ms`,
			'does not count while a pause is on, nor in an outage until a real request would be tried': `
				a sends 1; a ends; a1: 429 5000; wait 6000; the limiter is idle → a1, for 1000 ms
				the service goes away; wait 30000; the limiter is idle → for 0 ms
				wait 1000; the limiter is idle → for 1000 ms`,
		},
	},
	() => new LimiterScenario(),
);
