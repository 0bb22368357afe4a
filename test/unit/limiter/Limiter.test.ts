import { VirtualClock } from '../../support/VirtualClock';
import { KnownService } from '../../../nodes/runtime/limiter/KnownService';
import { Limiter } from '../../../nodes/runtime/limiter/Limiter';
import type { Client, LimiterStop, Slot } from '../../../nodes/runtime/limiter/ClientQueue';
import type { Signal, Verdict } from '../../../nodes/runtime/response/cause';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';

type BegunRun = { acquire(impact: number): void; end(): void };

let clock: VirtualClock;
let limiter: Limiter;
/** Notes what leaves or is let go, who probes or stops, and what is logged. */
let scene: Scenario;
/** The slots of requests that have left, by name. */
let slots: Map<string, Slot>;
let runs: Map<string, BegunRun>;
/** The answers that probes meet. */
let service: { answers: Word; latency: number };

/** A signal, or a status that has one of its own. */
type Word = Signal | 'blocked' | 'rejected';

/** @param code of an outage */
function verdictOf(word: Word, code = '503'): Verdict {
	if (word === 'blocked') return { signal: 'outage', cause: 'blocked', code: '403' } as Verdict;
	if (word === 'rejected') return { signal: 'answered', code: '401', rejectsKey: true } as Verdict;
	const isAnswer = word !== 'outage' || /^\d/.test(code);
	return { signal: word, code, failure: isAnswer ? undefined : {} } as Verdict;
}

beforeEach(() => {
	clock = new VirtualClock();
	// The longest pauses that chance allows.
	jest.spyOn(clock, 'random').mockReturnValue(1);
	limiter = new Limiter(clock, Object.assign(new KnownService(), { hasAnswered: true }));
	scene = new Scenario(clock);
	service = { answers: 'outage', latency: 0 };
	slots = new Map();
	runs = new Map();
});

/** A run begins, which may wait and send at once as much as it likes, but for one option. */
function begin(name: string, option = 'maxRetryWait', value = Infinity): BegunRun {
	const run: Client = {
		maxRetryWait: Infinity,
		[option]: value,
		stop: (reason) => {
			scene.note(`${name} stops (${wordsOf(reason)})`);
			end();
		},
		probe: async () => {
			scene.note(`${name} probes`);
			await clock.sleep(service.latency);
			return verdictOf(service.answers, 'ECONNREFUSED');
		},
		log: (line) => scene.note(`log: ${line.replace(/^the service is |, sending is paused$/g, '')}`),
	};
	const end = () => limiter.unregister(run);
	let requests = 0;
	/** One more request waits to leave. */
	const acquire = (impact: number) => {
		const request = `${name}${(requests += 1)}`;
		void limiter.acquire(run, impact).then((slot) => {
			if (slot) slots.set(request, slot);
			scene.note(slot ? request : `${request} is let go`);
		});
	};
	limiter.register(run);
	const begun = { acquire, end };
	runs.set(name, begun);
	return begun;
}

function wordsOf({ kind, retryAfter, cause, failure }: LimiterStop) {
	const { code, cause: outageCause } = failure ?? {};
	const causes = {
		outage: outageCause === 'blocked' ? `blocked ${code}` : code,
		unanswered: 'unanswered',
		'rate limit': '',
	};
	const why = [retryAfter && `asked for ${retryAfter}`, causes[cause]];
	return [kind, ...why].filter((word) => word).join(', ');
}

const runOf = (name: string) => runs.get(name) ?? begin(name);

/** So many requests of a run wait to leave; it begins with an option, unless it has begun. */
function send(name: string, count: number, impact = 1, ...option: never[]) {
	const { acquire } = runs.get(name) ?? begin(name, ...option);
	for (let sent = 0; sent < count; sent += 1) acquire(impact);
}

/** `more` is the pause that a 429 asks for, or the failure. */
function settle(names: Iterable<string>, word: Word, more?: string | number) {
	const result = {
		...verdictOf(word, more?.toString()),
		...(more === 'unnamed' && { code: undefined }),
		retryAfter: Number(more ?? 0),
	} as Verdict;
	for (const name of names) {
		slots.get(name)?.release(result);
		slots.delete(name);
	}
}

/** Slow start opens the window to so many requests. */
async function openTo(size: number) {
	send('opening', 3 * size);
	for (let round = 0; round < 5; round += 1) {
		await clock.pass(50);
		const answered = [...slots.keys()].slice(0, size - slots.size);
		settle(answered, 'good');
		for (const name of answered) slots.delete(name);
	}
	await clock.pass(0);
	runOf('opening').end();
	settle(slots.keys(), 'nothing');
	await clock.pass(1);
	scene.keep();
}

/** Three requests fail in a row: the service is away, by a status, or the way to it. */
async function goAway(what: string) {
	const code = what === 'network' ? 'ECONNREFUSED' : undefined;
	send('x', 3);
	for (const name of ['x1', 'x2', 'x3']) {
		await clock.pass(0);
		settle([name], 'outage', code);
	}
	runOf('x').end();
	scene.keep();
}

const steps: Steps = [
	[/^never answered$/, () => (limiter = new Limiter(clock))],
	[/^window of (\d+)$/, openTo],
	[/^the (service|network) goes away$/, goAway],
	[/^(\w+) begins$/, begin],
	[/^(\w+) sends (\d+)(?: to (\d+))?(?: \((\w+) (\d+)\))?$/, send],
	[/^(\w+) ends$/, (name) => runOf(name).end()],
	[/^all: (\w+)(?: (\w+))?$/, (sign, more) => settle(slots.keys(), sign, more)],
	[/^(.+): (\w+)(?: (\w+))?$/, (who: string, ...how: [never]) => settle(who.split(' '), ...how)],
	[/^probes are (\w+)$/, (signal) => (service.answers = signal)],
	[/^probes take (\d+)$/, (latency) => (service.latency = latency)],
	[/^wait (\d+)$/, async (milliseconds) => await clock.pass(milliseconds)],
	[/^is it away$/, () => scene.note(String(limiter.isOutage))],
	[/^is (\w+) a trial$/, (name) => scene.note(String(slots.get(name)!.isTrial))],
	[/^the limiter is idle$/, () => scene.note(`for ${limiter.idleFor()} ms`)],
];

describeScenarios(
	{
		'how much is in flight (R3)': {
			'is bounded by one window for all runs together, which take turns': `
				window of 4
				b sends 3; a sends 9 → b1, b2, b3, a1
				b1: answered; b2: answered; b sends 9; a1: answered; a2: answered; a3: answered → a2, a3, b4, a4, b5`,
			'doubles no more often than every 50 ms, however fast the answers come': `
				a sends 99; a1: good → a1, a2, a3
				wait 49; a2 a3: good → a4, a5
				wait 1; a4 a5: good → a6, a7, a8, a9`,
			'stays where an answer comes while there are more places': `
				a sends 1; a1: throttled 10; wait 10; a sends 1; a2: good; a sends 1 → a1, a2, a3
				wait 1000; a3: good; a sends 9 → a4, a5`,
			'is halved by a 429 from what was on its way, once for all of that': `
				window of 8; a sends 5 → a1, a2, a3, a4, a5
				all: throttled 1000
				a sends 9; wait 1000 → a6 after 1000, a7 after 1000`,
		},
		'a key that is not accepted (R11)': {
			'has a line at its first 401, and at the first after it was accepted': `
				window of 4; a sends 9; a1: rejected; a2: rejected; a3: answered; a4: rejected → a1, a2, a3, a4, log: the service didn't accept the API key: status 401, a5, a6, a7, a8
				a5: good; a6: rejected; a7: rejected → a9, log: the service didn't accept the API key: status 401`,
		},
		'a request on its way for too long (R4)': {
			'gives up its place after 2 s, and after twice as long each time, 30 s at most': `
				a sends 20; wait 200000 → a1, a2 after 2000, a3 after 6000, a4 after 14000, a5 after 30000, a6 after 60000, a7 after 90000, a8 after 120000, a9 after 150000, a10 after 180000`,
			'has twice the time that the last answer took': `
				a sends 20; wait 20000 → a1, a2 after 2000, a3 after 6000, a4 after 14000
				a4: good; wait 13000 → a5, a6, a7 after 12000, a8 after 12000
				all: good; a sends 30; wait 50 → a9, a10, a11, a12`,
		},
		'the wait to leave (R6)': {
			'is none where it asks to wait for longer': `
				a sends 1; a1: throttled 5000 → a1
				b sends 1 (maxRetryWait 4999) → b stops (waited, asked for 5000), b1 is let go
				c sends 1 (maxRetryWait 5000); wait 5000 → c1 after 5000`,
			'is 2 s at least where others are not answered, for which nobody counts as unanswered': `
				a sends 2 → a1
				b sends 1 (maxRetryWait 1000)
				c sends 1 (maxRetryWait 3500)
				wait 5000 → b stops (waited, unanswered) after 2000, a2 after 2000, b1 is let go after 2000, c stops (waited, unanswered) after 3500, c1 is let go after 3500`,
			'begins again where something is accepted, not where it is answered': `
				window of 4; late sends 2; wait 1; the service goes away
				a sends 1 (maxRetryWait 1000); wait 900 → a probes after 250, a probes after 750
				late1: good; wait 900 → a probes after 850
				late2: answered; wait 900 → a stops (waited, 503) after 100, a1 is let go after 100`,
			'counts no own request on its way': `
				a sends 9 (maxRetryWait 500); wait 8000 → a1, a2 after 2000, a3 after 6000`,
			'counts no rate that keeps a request back': `
				x sends 2; x1: good; wait 10; x2: throttled 100 → x1, x2
				a sends 1; e sends 1 (maxRetryWait 500); wait 100; a1: answered; wait 900 → a1 after 100, e1 after 900`,
			'adds up': `
				b sends 1; a sends 1 (maxRetryWait 2500); wait 1500 → b1
				b1: answered; a1: answered; wait 9000 → a1
				b sends 1; a sends 1; wait 1500 → b2, a stops (waited, unanswered) after 1000, a2 is let go after 1000`,
		},
		'a block of the key (R3, R11)': {
			'is asked about at growing intervals, 15 s at most': `
				a sends 9; probes are blocked; a1: blocked; a2: blocked; a3: blocked; wait 29000 → a1, a2, a3, log: unavailable (403), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a probes after 15750
				probes take 10; wait 80000 → a4 after 1000, a probes after 1750, a probes after 16760, a probes after 31770, a probes after 46780, a5 after 61000, a probes after 61790, a probes after 76800`,
			'of a service that never answered is waited for, too: a 403 is an answer': `
				never answered; a sends 9 (maxRetryWait 20000); probes are outage; a1: blocked; a2: blocked; a3: blocked; wait 21000 → a1, a2, a3, log: unavailable (403), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a probes after 15750, a stops (waited, blocked 403) after 20000, a4 is let go after 20000, a5 is let go after 20000, a6 is let go after 20000, a7 is let go after 20000, a8 is let go after 20000, a9 is let go after 20000`,
			'of a service that only a probe reached is waited for, too': `
				never answered; a sends 4 (maxRetryWait 8000); probes are blocked; a1: outage X; a2: outage X; a3: outage X; wait 9000 → a1, a2, a3, log: unavailable (X), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a stops (waited, X) after 8000, a4 is let go after 8000`,
			'goes on where a trial meets it, which is none after a probe that was answered': `
				a sends 9; probes are blocked; a1: blocked; a2: blocked; a3: blocked; wait 30000; is a4 a trial → a1, a2, a3, log: unavailable (403), a probes after 250, a probes after 750, a probes after 1750, a probes after 3750, a probes after 7750, a probes after 15750, a4 after 30000, true
				a4: blocked; probes are good; wait 1750; is a5 a trial → a probes after 750, log: answering again after 750, a5 after 750, false
				a5: blocked; probes take 99999; wait 60000; is a6 a trial → log: unavailable (403), a probes after 2000, a6 after 59000, true`,
		},
		'an outage (R5, R11)': {
			'begins with the third failure in a row': `
				a sends 9; a1: outage; a2: nothing; a3: outage ECONNRESET; a4: nothing → a1, a2, a3, a4, a5
				is it away; a5: outage unnamed; is it away → false, log: unavailable (no answer), true`,
			'does not begin where something was answered between them': `
				a sends 9; a1: outage; a2: outage → a1, a2, a3
				a3: answered; a4: outage; a5: outage → a4, a5, a6
				a6: throttled 1; wait 1; a7: outage; a8: outage → a7 after 1, a8, a9`,
			'is asked about more and more rarely, once a minute at most, where only probes are answered': `
				the service goes away; probes are answered; a sends 20; wait 250 → a probes after 250, log: answering again after 250, a1 after 250
				a1: outage; wait 2000; a2: outage; wait 4000; a3: outage; wait 8000 → log: unavailable (503), a probes after 2000, log: answering again after 2000, a2 after 2000, log: unavailable (503), a probes after 4000, log: answering again after 4000, a3 after 4000, log: unavailable (503), a probes after 8000, log: answering again after 8000, a4 after 8000
				a4: outage; wait 16000; a5: outage; wait 32000; a7: outage; wait 60000 → log: unavailable (503), a probes after 16000, log: answering again after 16000, a5 after 16000, log: unavailable (503), a6 after 30000, a probes after 32000, log: answering again after 32000, a7 after 32000, log: unavailable (503), a probes after 60000, a8 after 60000, log: answering again after 60000, a9 after 60000
				a9: outage; probes are outage; wait 75000 → log: unavailable (503), a probes after 60000, a probes after 75000
				probes are answered; wait 15000; all: answered → a probes after 15000, log: answering again after 15000, a10 after 15000, a11
				all: outage; all: outage; all: outage; wait 250 → a12, a13, log: unavailable (503), a probes after 250, log: answering again after 250, a14 after 250`,
			'is asked about where somebody waits who may, at once for who comes late': `
				a begins; the service goes away; wait 20000
				b sends 1 (maxRetryWait 0) → b stops (waited, 503), b1 is let go
				c sends 1; c ends; wait 20000; e begins; e ends; d sends 1 → c probes, c1 is let go, d probes, d1`,
			'is neither asked about nor tried before the time that the service asked for': `
				a sends 5; a1: outage; a2: outage; a3: outage 40000; wait 41000 → a1, a2, a3, log: unavailable (40000), a probes after 40000, a4 after 40000, a probes after 40500`,
			'does not end by a probe of an earlier one': `
				the service goes away; probes are answered; probes take 40000; a sends 9; wait 30000 → a probes after 250, a1 after 30000
				a1: answered; a2: outage; a3: outage; a4: outage → log: answering again, a2, a3, a4, log: unavailable (503)
				probes take 99999; wait 11000 → a probes after 250`,
			'has further trials after twice as long each time, 5 minutes at most, though the one before is not answered': `
				the service goes away; probes take 9999999
				a sends 9; wait 1100000 → a probes after 250, a1 after 30000, a2 after 90000, a3 after 210000, a4 after 450000, a5 after 750000, a6 after 1050000`,
			'has as its trial the one with the fewest impact, none where it only reads': `
				the service goes away; probes take 999999
				a sends 1 to 500; b sends 1 to 20; b sends 1 to 2; c sends 1 to 2; wait 90000 → b probes after 250, b2 after 30000, c1 after 90000
				d sends 1 to 0; wait 120000 → d1 after 120000`,
			'of a service that never answered is waited for 5 s at most': `
				never answered; the network goes away
				a sends 1 (maxRetryWait 60000); b sends 1 (maxRetryWait 2000); wait 9000 → a probes after 250, a probes after 750, a probes after 1750, b stops (waited, ECONNREFUSED) after 2000, b1 is let go after 2000, a probes after 3750, a stops (waited, ECONNREFUSED) after 5000, a1 is let go after 5000`,
		},
		'the time for which a limiter is idle': {
			'counts from its last use, and not while it is in use': `
				wait 1000; the limiter is idle → for 1000 ms
				a begins; wait 1000; the limiter is idle → for 0 ms
				a sends 1; a ends; wait 1000; the limiter is idle → a1, for 0 ms
				a1: good; wait 1000; the limiter is idle → for 1000 ms`,
			'does not count while a pause is on, nor in an outage until a real request would be tried': `
				a sends 1; a ends; a1: throttled 5000; wait 6000; the limiter is idle → a1, for 1000 ms
				the service goes away; wait 30000; the limiter is idle → for 0 ms
				wait 1000; the limiter is idle → for 1000 ms`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);
