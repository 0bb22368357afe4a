import { getEventListeners, setMaxListeners } from 'node:events';

import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { VirtualClock } from '../../support/VirtualClock';
import { KnownService } from '../../../nodes/runtime/limiter/KnownService';
import { Limiter } from '../../../nodes/runtime/limiter/Limiter';
import { systemClock } from '../../../nodes/runtime/http/clock';
import type { Connection } from '../../../nodes/runtime/http/connection';
import { unmasked } from '../../../nodes/runtime/input/keyMask';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import type { Failure } from '../../../nodes/runtime/run/outcome';
import type { Run } from '../../../nodes/runtime/run/Run';
import { beginSending, type Sending } from '../../../nodes/runtime/send/sending';
import { sendRequest } from '../../../nodes/runtime/send/sendRequest';
import * as turns from '../../../nodes/runtime/engine/yieldToEventLoop';
import { describeScenarios, Scenario, type Steps } from '../../support/Scenario';
import { service } from '../../../nodes/Messenger/service';
import { endpoints } from '../../support/endpoints';

interface Answer {
	statusCode: number;
	headers: object;
	body: Buffer[];
}

let clock: VirtualClock;
let limiter: Limiter;
let cancel: AbortController;
/** Notes what is sent, how it ends, and what stops a run. */
let scene: Scenario;
let runs: Map<string, Sending>;
/** The requests on their way, by what they say. */
let onTheirWay: Map<string, { answer(given: Answer): void; fail(error: Error): void }>;
let requests: number;

beforeEach(() => {
	clock = new VirtualClock();
	for (const name of ['now', 'sleep', 'random'] as const) {
		jest.spyOn(systemClock, name).mockImplementation(clock[name].bind(clock) as never);
	}
	jest.spyOn(systemClock, 'random').mockReturnValue(0);
	limiter = new Limiter(systemClock, Object.assign(new KnownService(), { hasAnswered: true }));
	cancel = new AbortController();
	scene = new Scenario(clock);
	[runs, onTheirWay, requests] = [new Map(), new Map(), 0];
});
afterEach(() => jest.restoreAllMocks());

async function network(_type: string, { url, body }: IHttpRequestOptions) {
	const isProbe = url.endsWith(endpoints.getLists.url);
	const text = isProbe ? 'probe' : (JSON.parse(body as string) as { text: string }).text;
	scene.note(text);
	return await new Promise<Answer>((answer, fail) => onTheirWay.set(text, { answer, fail }));
}

const logged = /^Messenger at a\.example: .*(unavailable|again|didn't accept)/;

/** Operations that differ from one that writes. */
const operations: Record<string, Partial<OperationDefinition>> = {
	reading: { endpoint: endpoints.verifyEmail },
	expecting: { whenRefused: (status) => ({ isExpected: status === 400 }) },
	broken: {
		toItems: () => {
			throw new Error('a defect');
		},
	},
};

function begin(name: string, kind = '', option = 'maxRetryWait', value = 60_000) {
	const connection = {
		baseUrl: 'https://a.example',
		host: 'a.example',
		path: '',
		mask: unmasked,
		service,
		credential: {},
		options: {
			timeout: 300_000,
			connection: {},
			[option]: value,
		},
	} as unknown as Connection;
	const context = {
		getExecutionCancelSignal: () => cancel.signal,
		helpers: { httpRequestWithAuthentication: network },
		logger: { warn: (line: string) => scene.note(`log: ${logged.exec(line)?.[1]}`) },
	} as unknown as IExecuteFunctions;
	const operation = {
		endpoint: endpoints.sendEvent,
		inputsToCheck: ['it'],
		toItems: (body: unknown) => [body as IDataObject],
		...operations[kind],
	} as OperationDefinition;
	const stopsAtFailure = kind === 'stopping';
	const run = { context, operation: { ...operation, stopsAtFailure }, continues: false } as Run;
	const sending = beginSending(run, connection, limiter);
	const { brake } = sending;
	// The virtual clock adds a listener for each sleep.
	setMaxListeners(0, brake.signal, cancel.signal);
	brake.signal.addEventListener('abort', () =>
		scene.note(brake.reason ? `${name} stops (${brake.reason.kind})` : `${name} ends`),
	);
	runs.set(name, sending);
	return sending;
}

const runOf = (name: string) => runs.get(name) ?? begin(name);

function send(name: string, count = 1) {
	for (let sent = 0; sent < count; sent += 1) {
		const text = `${name}${(requests += 1)}`;
		const members = [{ itemIndex: 0, params: {}, parts: {} }];
		sendRequest(runOf(name), { parts: { body: { text } }, members })
			.then((result) => scene.note(`${text} ${'state' in result ? wordsOf(result) : 'accepted'}`))
			.catch((error: Error) => scene.note(`${text} throws ${error.message}`));
	}
}

/** A request's failure, with the numbers that its words have. */
function wordsOf({ state, httpCode, description, ofRequest }: Failure) {
	const [numbers = ''] = /\d+ times/.exec(description + ofRequest) ?? [];
	const parts = [httpCode, numbers].filter((text) => text).join(', ');
	return parts === '' ? state : `${state} (${parts})`;
}

function answer(name: string, code: string | number, retryAfter?: number) {
	const { answer: respond, fail } = onTheirWay.get(name)!;
	if (typeof code === 'string') return fail(Object.assign(new Error(code), { code }));
	const headers = { 'retry-after': retryAfter?.toString() };
	const body = JSON.stringify(code === 200 ? { success: true } : {});
	respond({ statusCode: code, headers, body: [Buffer.from(body)] });
}

const answerAll = (code: number, retryAfter?: number) =>
	[...onTheirWay.keys()].forEach((name) => answer(name, code, retryAfter));

/** Slow start opens the window to sixteen requests, by another run. */
async function openTo16() {
	begin('x', 'writing');
	send('x', 31);
	for (const code of [200, 200, 200, 200, 422]) {
		await clock.pass(50);
		answerAll(code);
	}
	await clock.pass(0);
	onTheirWay.clear();
	scene.keep();
}

/** So many requests of a run, one after the other, and one of another run behind each. */
async function getInTurn(name: string, code: number, count: number, other?: string) {
	for (let sent = 0; sent < count; sent += 1) {
		for (const run of other ? [name, other] : [name]) {
			send(run);
			await clock.pass(0);
			answer(`${run}${requests}`, run === name ? code : 200);
			await clock.pass(0);
		}
	}
	scene.keep(/stops|log/);
}

/** One request meets so many 429s, twenty seconds after each other, and one of another run is accepted after each. */
async function limitAlone(name: string, count: number, other: string) {
	for (let sent = 0; sent < count; sent += 1) {
		await clock.pass(10_000);
		answer(name, 429);
		send(other);
		await clock.pass(10_000);
		answer(`${other}${requests}`, 200);
		await clock.pass(0);
	}
	scene.keep(/failed|stops|log/);
}

const steps: Steps = [
	[/^(\w+) meets (\d+) 429s, and (\w+) a 200 after each$/, limitAlone],
	[/^(\w+) begins(?:: (\w+))?(?: (\w+) (\d+))?$/, begin],
	[/^(\w+) sends (\d+)$/, send],
	[
		/^(\w+) sends and is stopped$/,
		(name) => (send(name), runOf(name).brake.stop({ kind: 'cancelled' })),
	],
	[/^(\w+) is stopped$/, (name) => runOf(name).brake.stop({ kind: 'cancelled' })],
	[/^(\w+) ends$/, (name) => runOf(name).brake.end()],
	[/^n8n cancels$/, () => cancel.abort()],
	[/^(\w+) gets (\w+) (\d+) times?(?: and (\w+) 200)?$/, getInTurn],
	[/^window of 16$/, openTo16],
	[/^all: (\d+)(?: (\d+))?$/, answerAll],
	[/^(\w+): (\w+)(?: (\d+))?$/, answer],
	[/^wait (\d+)$/, async (milliseconds) => await clock.pass(milliseconds)],
	[/^listeners$/, () => scene.note(`${getEventListeners(cancel.signal, 'abort').length}`)],
];

describeScenarios(
	{
		'a request': {
			'that met a 403 goes again, three times (R3)': `
				a sends 1; a1: 403; wait 250 → a1, a1 after 250
				a1: 403; wait 500 → a1 after 500
				a1: 403; wait 1000; probe: 200; wait 10 → log: unavailable, probe after 1000, log: again, a1
				a1: 403 → log: unavailable, a1 failed (403, 4 times)`,
			'that is not sent or broken by a defect says nothing of the service': `
				a gets 503 2 times; b sends and is stopped → b stops (cancelled), b3 not sent
				c begins: broken; c sends 1; c4: 200 → c4, c4 throws a defect
				a gets 503 1 time → log: unavailable`,
		},
		'a run stops (R2, R3)': {
			'for the first reason, and lets nothing more leave': `
				a sends 2; a1: 401 → a1, a stops (failed), log: didn't accept, a1 failed (401), a2 not sent (401)
				a is stopped; a sends 1 → a3 not sent (401)`,
			'at such a failure while another is on its way, whose answer counts': `
				window of 16; a begins: stopping
				a sends 2; a33: 503; a32: 200; a sends 1 → a32, a33, a stops (failed), a33 uncertain (503), a32 accepted, a34 not sent (503)`,
			'after ten refusals with nothing accepted': `
				a gets 422 9 times
				a gets 422 1 time → a stops (failed)`,
			'after no number of them where something was accepted': `
				a gets 200 1 time; a gets 422 50 times`,
			'not at a first 403 where only such a one was before': `
				a begins: expecting; a gets 400 1 time; a sends 1; a2: 403; wait 250 → a2, a2 after 250`,
			'after a 429 that asks for longer than Max Retry Wait, whatever is on its way': `
				window of 16; a begins: writing maxRetryWait 5000
				a sends 10; all: 429 9 → a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a stops (waited), a32 failed (429), a33 failed (429), a34 failed (429), a35 failed (429), a36 failed (429), a37 failed (429), a38 failed (429), a39 failed (429), a40 failed (429), a41 failed (429)`,
			'after ten doubts in a row, though others of the key are answered, or one of its own refused': `
				a gets 200 1 time; a gets 503 9 times and b 200; a gets 200 1 time; a gets 503 9 times and b 200
				a gets 422 1 time; a gets 503 1 time → a stops (failed)`,
			'after no number of doubts about what had left before an outage': `
				window of 16
				a sends 12; all: 503 → a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, log: unavailable, a32 uncertain (503), a33 uncertain (503), a34 uncertain (503), a35 uncertain (503), a36 uncertain (503), a37 uncertain (503), a38 uncertain (503), a39 uncertain (503), a40 uncertain (503), a41 uncertain (503), a42 uncertain (503), a43 uncertain (503)`,
			'when the execution is cancelled, before or in it, but not after its end': `
				a begins; b begins; a ends; listeners → a ends, 1
				n8n cancels; listeners → b stops (cancelled), 0
				c sends 1 → c1 not sent`,
			'at the second request that failed by a 403, where nothing is waited for': `
				a begins: writing maxRetryWait 0; a sends 3; a1: 403 → a1, a1 failed (403), a2
				a2: 403 → a stops (failed), a2 failed (403), a3 not sent (403)`,
			'at a first 403 after a 422, whatever was accepted since': `
				a gets 422 1 time; a gets 200 1 time; a sends 1; a3: 403 → a3, a stops (failed), a3 failed (403)`,
			'not at a first 403 after a 409, which is no bad request': `
				a gets 409 1 time; a sends 1; a2: 403; wait 250 → a2, a2 after 250`,
			'at no number of 403s with something accepted in between': `
				a begins: writing maxRetryWait 0; a gets 403 1 time; a gets 200 1 time; a gets 403 1 time; a gets 200 1 time
				a gets 403 2 times → a stops (failed)`,
			'not by a block that lasts longer than the first trial, which is no try (R3)': `
				a begins: writing maxRetryWait 300000; a sends 1; a1: 403; wait 250; a1: 403; wait 500; a1: 403; wait 1000; probe: 403 → a1, a1 after 250, a1 after 500, log: unavailable, probe after 1000
				wait 29500; probe: 403; wait 500; probe: 403 → probe after 375, probe after 11125, probe after 22625, a1 after 29000
				a1: 403; wait 250; probe: 403; wait 10000; probe: 200; wait 0 → probe after 2250, log: again, a1
				a1: 200 → a1 accepted`,
			'and neither probes nor tries a request before a pause is over that the service asked for': `
				a begins: writing maxRetryWait 300000
				window of 16; a sends 4; a32: 429 100; a33: 503; a34: 503; a35: 503 → a32, a33, a34, a35, a33 uncertain (503), a34 uncertain (503), log: unavailable, a35 uncertain (503)
				wait 60000
				wait 60000 → probe after 40000, a32 after 40000`,
		},
		'a request that is throttled (R6)': {
			'goes again when its pause is over': `
				a sends 1; a1: 429 2; wait 2000 → a1, a1 after 2000
				a1: 429 2; wait 2000 → a1 after 2000
				a1: 200 → a1 accepted`,
			'is given up where it would wait for too long': `
				a begins: writing maxRetryWait 5000; a sends 1; wait 1000 → a1
				a1: 429 2; wait 2000 → a1 after 2000
				a1: 429 2; wait 2000 → a1 after 2000
				a1: 429 2 → a stops (waited), a1 failed (429, 3 times)`,
		},
		'a request whose limit is its own': {
			'is given up after twenty 429s and Max Retry Wait, though others are accepted': `
				a begins: writing maxRetryWait 100000; a sends 1; a1 meets 19 429s, and b a 200 after each
				a1 meets 1 429s, and b a 200 after each → a1 failed (429, 20 times) after 10000`,
			'is not where that has lasted for less': `
				a begins: writing maxRetryWait 500000; a sends 1; a1 meets 24 429s, and b a 200 after each
				a1 meets 1 429s, and b a 200 after each
				a1 meets 1 429s, and b a 200 after each → a1 failed (429, 26 times) after 10000`,
		},
		'what fails by an outage (R5)': {
			'is not sent again where nothing is to be waited for (R6)': `
				a begins: reading maxRetryWait 0; a sends 1; a1: 500 → a1, a1 failed (500)
				a sends 1; a2: ECONNREFUSED → a2, a2 not sent (ECONNREFUSED)
				b begins: writing maxRetryWait 0; b sends 1; b3: 429 → b3, b stops (waited), b3 failed (429)`,
			'is repeated where it has not left, and was not sent where the run stops meanwhile': `
				a sends 1; a1: ECONNREFUSED; wait 250 → a1, a1 after 250
				a1: ECONNREFUSED; wait 100; a is stopped → a stops (cancelled), a1 not sent (ECONNREFUSED, 2 times)`,
			'is asked about for 10 s at most': `
				a gets 503 3 times → log: unavailable
				a sends 1; wait 9999 → probe after 188
				wait 1000 → probe after 564
				a ends → a ends, a4 not sent`,
		},
	},
	async (scenario) => await scene.play(scenario, steps),
);

it('of long answers, each is judged in a separate turn (R10)', async () => {
	const turn = jest.spyOn(turns, 'yieldToEventLoop');
	for (const length of [50_000, 50_001]) {
		send('a');
		await clock.pass(0);
		const body = [Buffer.from(JSON.stringify('x'.repeat(length - 2)))];
		onTheirWay.get(`a${requests}`)!.answer({ statusCode: 200, headers: {}, body });
		await clock.pass(0);
		expect(turn).toHaveBeenCalledTimes(length - 50_000);
	}
});

it('tells the limiter how many people a request reaches (R5)', async () => {
	const acquire = jest.spyOn(limiter, 'acquire');
	operations.reaching = { impact: () => 5 };
	for (const kind of ['writing', 'reaching', 'reading']) {
		begin(kind, kind);
		send(kind);
	}
	await clock.pass(0);
	expect(acquire.mock.calls.map(([, impact]) => impact)).toEqual([1, 5, 0]);
});
