import { getEventListeners, setMaxListeners } from 'node:events';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { VirtualClock } from '../../../bench/pacing/VirtualClock';
import { Gate } from '../../../nodes/Messenger/gate/Gate';
import { systemClock } from '../../../nodes/Messenger/http/clock';
import type { Connection, RequestContext } from '../../../nodes/Messenger/http/connection';
import { endpoints } from '../../../nodes/Messenger/http/endpoints';
import { keyMask } from '../../../nodes/Messenger/input/keyMask';
import type { OperationDefinition } from '../../../nodes/Messenger/run/operation';
import type { Failure } from '../../../nodes/Messenger/run/outcome';
import { RequestSender } from '../../../nodes/Messenger/run/RequestSender';
import { timersTakeOneTurn } from '../../support/timersTakeOneTurn';

/** What a request gets: an answer, or the error of the network. */
type Answer =
	| { status: number; headers?: Record<string, string>; body?: IDataObject; after?: number }
	| { code: string };

const ok: Answer = { status: 200 };
const refused: Answer = { status: 422 };
const throttled: Answer = { status: 429, headers: { 'retry-after': '2' } };
const unavailable: Answer = { status: 503 };
const unreachable: Answer = { code: 'ECONNREFUSED' };

type Changes = Partial<OperationDefinition>;

const readsOnly: Changes = { endpoint: endpoints.verifyEmail };

/** A service on a clock that jumps, and the runs of one key that share its gate. */
function start(
	answers: Answer[] = [],
	{ hasAnswered = true, maxRetryWait = 60_000, probes = ok as Answer } = {},
) {
	const clock = new VirtualClock();
	for (const name of ['now', 'sleep', 'random'] as const) {
		jest.spyOn(systemClock, name).mockImplementation(clock[name].bind(clock) as never);
	}
	const gate = new Gate(clock, { hasAnswered });
	const network = { answers: [...answers], probes, sentAt: [] as number[], probed: 0 };
	const request = async (_type: string, { url }: IHttpRequestOptions) => {
		const isProbe = url.endsWith(endpoints.getLists.url);
		if (isProbe) network.probed += 1;
		else network.sentAt.push(clock.now());
		const answer = isProbe ? network.probes : (network.answers.shift() ?? ok);
		if ('code' in answer) throw Object.assign(new Error(answer.code), answer);
		const { status, headers = {}, body = {}, after } = answer;
		if (after !== undefined) await clock.sleep(after);
		return { statusCode: status, headers, body: [Buffer.from(JSON.stringify(body))] };
	};
	const logged: string[] = [];
	const begin = (
		changes: Changes = {},
		{ stopsAtFailure = false, maxConcurrency = 10, cancel = new AbortController() } = {},
	) => {
		const apiKey = 'sk-live-9b1d7f';
		const mask = keyMask(apiKey);
		const connection = {
			...{ baseUrl: 'https://a.example', host: 'a.example', path: '', mask },
			options: { maxConcurrency, maxRetryWait, timeout: 300_000, connection: {} },
			credential: {},
			budget: { bytesLeft: 1_000_000 },
		} as unknown as Connection;
		const context = {
			getExecutionCancelSignal: () => cancel.signal,
			helpers: { httpRequestWithAuthentication: request },
			logger: { warn: (line: string) => logged.push(line) },
		} as unknown as RequestContext;
		const operation = {
			endpoint: endpoints.sendEvent,
			inputsToCheck: ['it'],
			toItems: (body: unknown) => [body as IDataObject],
			...changes,
		} as OperationDefinition;
		const run = new RequestSender(context, connection, operation, stopsAtFailure, gate);
		// The virtual clock adds a listener for each sleep.
		setMaxListeners(0, run.signal, cancel.signal);
		return run;
	};
	/** Sends a request; what comes of it is there once the clock has been let pass. */
	const send = (run: RequestSender) => {
		const sent: {
			outcome?: Failure | { state: 'accepted'; items: IDataObject[] };
			error?: unknown;
		} = {};
		run.send({ parts: { body: {} }, members: [{ itemIndex: 3, params: {}, parts: {} }] }).then(
			(result) =>
				(sent.outcome = Array.isArray(result) ? { state: 'accepted', items: result } : result),
			(error: unknown) => (sent.error = error),
		);
		return sent;
	};
	/** Sends one request by a run of its own, and lets two minutes pass. */
	const sendOne = async (changes?: Changes) => {
		// Not at 0, which a difference and a sum would have in common.
		await clock.pass(1_000);
		const run = begin(changes);
		const sent = send(run);
		await clock.pass(120_000);
		return { ...sent, run };
	};
	const sendInTurn = async (run: RequestSender, count: number, answer: Answer) => {
		for (let sent = 0; sent < count; sent++) {
			network.answers.push(answer);
			send(run);
			await clock.pass(0);
		}
	};
	return { clock, gate, network, logged, begin, send, sendOne, sendInTurn };
}

afterEach(() => jest.restoreAllMocks());

describe('a request', () => {
	it('that is accepted gives its items, and is sent once', async () => {
		const { sendOne, network } = start([{ status: 200, body: { id: 7 } }]);
		const { outcome, run } = await sendOne();
		expect(outcome).toEqual({ state: 'accepted', items: [{ id: 7 }] });
		expect(run.hasAccepted).toBe(true);
		expect(run.history).toEqual({ throttled: 0, outageMs: 0 });
		expect(network.sentAt).toEqual([1_000]);
	});

	it('counts for each of its items', async () => {
		const { begin, clock } = start([{ status: 200, body: { id: 7 } }]);
		const run = begin();
		const members = [0, 4].map((itemIndex) => ({ itemIndex, params: {}, parts: {} }));
		void run.send({ parts: { body: {} }, members });
		await clock.pass(0);
		expect(run.connection.budget.bytesLeft).toBe(1_000_000 - 2 * '{"id":7}'.length);
	});

	it('with a long answer is judged in a turn of its own, however many arrive together', async () => {
		timersTakeOneTurn();
		let turn = 0;
		let counting = setImmediate(function count() {
			turn += 1;
			counting = setImmediate(count);
		});
		const judgedIn: number[] = [];
		const toItems = (body: unknown) => {
			if ((body as IDataObject).text !== undefined) judgedIn.push(turn);
			const end = performance.now() + 25;
			while (performance.now() < end);
			return [];
		};
		const { begin, send, clock, network } = start();
		const run = begin({ toItems });
		const sendMany = async (count: number, body: IDataObject) => {
			network.answers.push(...Array<Answer>(count).fill({ status: 200, body, after: 10 }));
			for (let sent = 0; sent < count; sent++) send(run);
			await clock.pass(1_000);
		};
		try {
			for (let round = 0; round < 3; round++) await sendMany(10, {});
			await sendMany(3, { text: 'x'.repeat(50_000) });
			while (judgedIn.length < 3) await new Promise((resolve) => setImmediate(resolve));
		} finally {
			clearImmediate(counting);
		}
		expect(judgedIn).toHaveLength(3);
		expect(new Set(judgedIn).size).toBe(3);
	});

	it.each<[string, Changes, Answer, object]>([
		['a refusal', {}, refused, { state: 'failed', httpCode: '422' }],
		['an answer in another form', { toItems: () => undefined }, ok, { state: 'uncertain' }],
		['a failure of the service', {}, unavailable, { state: 'uncertain', httpCode: '503' }],
	])('has its last word by %s', async (_, changes, answer, expected) => {
		const { sendOne, network } = start([answer]);
		expect((await sendOne(changes)).outcome).toMatchObject(expected);
		expect(network.sentAt).toHaveLength(1);
	});

	it('of a run that has stopped is never sent', async () => {
		const { begin, send, clock, network } = start();
		const run = begin();
		run.stop({ kind: 'cancelled' });
		const sent = send(run);
		await clock.pass(0);
		expect(sent.outcome).toMatchObject({
			state: 'not sent',
			message: 'Not sent, because the execution was cancelled',
		});
		expect(network.sentAt).toEqual([]);
	});

	it('keeps no turn where a defect throws', async () => {
		let calls = 0;
		const toItems = () => {
			if ((calls += 1) === 1) throw new Error('A defect');
			return [];
		};
		const { begin, send, clock } = start();
		const run = begin({ toItems }, { maxConcurrency: 1 });
		const sent = [send(run), send(run)];
		await clock.pass(0);
		expect(sent[0]?.error).toEqual(new Error('A defect'));
		expect(sent[1]?.outcome).toMatchObject({ state: 'accepted' });
	});

	it('that is refused as expected counts as accepted', async () => {
		const { sendOne, logged, sendInTurn, gate } = start([{ status: 404 }]);
		const { outcome, run } = await sendOne({ whenRefused: () => ({ isExpected: true }) });
		expect(outcome).toMatchObject({ state: 'failed', httpCode: '404' });
		expect(run.hasAccepted).toBe(true);
		await sendInTurn(run, 20, refused);
		expect([run.stopReason, gate.isAway, logged]).toEqual([undefined, false, []]);
	});
});

describe('a run stops', () => {
	it('for the first reason, and lets nothing more leave', async () => {
		const { sendOne, send, clock } = start([{ status: 401 }]);
		const { run, outcome } = await sendOne();
		run.stop({ kind: 'cancelled' });
		expect(run.stopReason).toEqual({ kind: 'affects every request', failure: outcome });
		expect(run.signal.aborted).toBe(true);
		const sent = send(run);
		await clock.pass(0);
		expect(sent.outcome).toMatchObject({ state: 'not sent', httpCode: '401' });
	});

	it.each([
		[true, 1],
		[false, 2],
	])('at a failure where the operation wants it (%s)', async (stopsAtFailure, requests) => {
		const { begin, send, clock, network } = start([refused]);
		const run = begin({}, { stopsAtFailure, maxConcurrency: 1 });
		const sent = [send(run), send(run)];
		await clock.pass(0);
		expect(sent[0]?.outcome).toMatchObject({ state: 'failed' });
		expect(run.stopReason?.kind).toBe(stopsAtFailure ? 'failed' : undefined);
		expect(network.sentAt).toHaveLength(requests);
	});

	it('after ten refusals in a row with nothing accepted', async () => {
		const { begin, sendInTurn } = start();
		const run = begin();
		await sendInTurn(run, 9, refused);
		expect(run.stopReason).toBeUndefined();
		await sendInTurn(run, 1, refused);
		expect(run.stopReason).toMatchObject({
			kind: 'refused',
			failure: { httpCode: '422' },
		});
	});

	it('after no number of refusals where something was accepted', async () => {
		const { begin, sendInTurn } = start();
		const run = begin();
		await sendInTurn(run, 1, ok);
		await sendInTurn(run, 50, refused);
		expect(run.stopReason).toBeUndefined();
	});

	it('after ten doubts in a row, though others of the key are answered', async () => {
		const { begin, sendInTurn } = start();
		const [run, another] = [begin(), begin()];
		const doubt = async (count: number) => {
			for (let times = 0; times < count; times++) {
				await sendInTurn(run, 1, unavailable);
				await sendInTurn(another, 1, ok);
			}
		};
		await doubt(9);
		await sendInTurn(run, 1, ok);
		await doubt(9);
		expect(run.stopReason).toBeUndefined();
		await doubt(1);
		expect(run.stopReason).toEqual({ kind: 'failed' });
	});

	it('after no number of doubts about what had left before an outage', async () => {
		const { begin, send, clock, gate, network } = start();
		const run = begin({}, { maxConcurrency: 100 });
		const sendMany = (answer: Answer) =>
			Array.from({ length: 30 }, () => {
				network.answers.push(answer);
				return send(run);
			});
		for (let round = 0; round < 5; round++) {
			sendMany({ ...ok, after: 10 });
			await clock.pass(1_000);
		}
		const sent = sendMany({ ...unavailable, after: 10 });
		await clock.pass(10);
		expect(gate.isAway).toBe(true);
		const uncertain = sent.filter(({ outcome }) => outcome?.state === 'uncertain');
		expect(uncertain.length).toBeGreaterThan(20);
		expect(run.stopReason).toBeUndefined();
	});

	it('when the execution is cancelled, before or in it, and listens no longer than it lasts', () => {
		const { begin } = start();
		const cancel = new AbortController();
		const ended = begin({}, { cancel });
		ended.end();
		expect(ended.signal.aborted).toBe(true);
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
		const run = begin({}, { cancel });
		cancel.abort();
		for (const cancelled of [run, begin({}, { cancel })]) {
			expect(cancelled.stopReason).toEqual({ kind: 'cancelled' });
		}
		expect(ended.stopReason).toBeUndefined();
	});

	it.each([
		[403, 1, { kind: 'blocked' }],
		[401, 2, undefined],
	])('by a %i of another run only where that blocks the key', async (status, requests, reason) => {
		const { begin, send, clock, network } = start([{ status }]);
		const [run, other] = [begin(), begin()];
		send(run);
		const second = send(other);
		await clock.pass(0);
		expect(run.stopReason).toMatchObject({ failure: { httpCode: String(status) } });
		expect(other.stopReason).toEqual(reason);
		expect(second.outcome?.state).toBe(reason ? 'not sent' : 'accepted');
		expect(network.sentAt).toHaveLength(requests);
	});
});

describe('a request that is throttled', () => {
	it('goes again when its pause is over', async () => {
		const { sendOne, network } = start([throttled, throttled]);
		const { outcome, run } = await sendOne();
		expect(outcome?.state).toBe('accepted');
		expect(network.sentAt).toEqual([1_000, 3_000, 5_000]);
		expect(run.history.throttled).toBe(2);
	});

	it('is given up where it would wait for too long, and says how often and how long', async () => {
		const { sendOne, network } = start(Array<Answer>(4).fill(throttled), { maxRetryWait: 5_000 });
		const { outcome } = await sendOne();
		expect(outcome).toMatchObject({ state: 'failed', httpCode: '429', retryAfterMs: 2_000 });
		expect(outcome).toHaveProperty(
			'description',
			expect.stringContaining('refused this request 3 times in 4 s and asked to wait 2 s'),
		);
		expect(network.sentAt).toHaveLength(3);
	});

	it('has as its last word what came last, where the run stops meanwhile', async () => {
		const { begin, send, clock } = start([throttled, throttled]);
		const run = begin();
		const sent = send(run);
		await clock.pass(3_500);
		run.stop({ kind: 'cancelled' });
		await clock.pass(0);
		expect(sent.outcome).toMatchObject({ state: 'failed', httpCode: '429' });
		expect(sent.outcome).toHaveProperty('description', expect.stringContaining('2 times in 3.5 s'));
	});

	it('goes before others that were not', async () => {
		const { begin, send, clock, network } = start([throttled]);
		const run = begin();
		const first = send(run);
		await clock.pass(0);
		network.answers.push({ status: 200, body: { is: 'next' } });
		send(run);
		await clock.pass(10_000);
		expect(first.outcome).toMatchObject({ items: [{ is: 'next' }] });
	});

	it('stops its run where the service asks for a longer pause than that may wait', async () => {
		const { begin, send, clock } = start([{ ...throttled, headers: { 'retry-after': '9' } }], {
			maxRetryWait: 3_000,
		});
		const [first, second] = [begin(), begin()];
		send(first);
		const sent = send(second);
		await clock.pass(0);
		expect(second.stopReason).toMatchObject({ kind: 'waited', retryAfter: 9_000 });
		expect(sent.outcome).toMatchObject({ state: 'not sent', cause: 'rate-limited' });
	});
});

describe('what fails because the service is away', () => {
	it.each([
		['only reads', unavailable, readsOnly],
		['has not left', unreachable, {}],
	])('is repeated where it %s, after about half a second', async (_, answer, changes) => {
		const { sendOne, network } = start([answer]);
		const { outcome } = await sendOne(changes);
		expect(outcome?.state).toBe('accepted');
		expect(network.sentAt).toHaveLength(2);
		expect(network.sentAt[1]).toBeGreaterThanOrEqual(1_250);
		expect(network.sentAt[1]).toBeLessThanOrEqual(1_500);
	});

	it('is repeated after any number of refusals by the rate limit', async () => {
		const { sendOne } = start([...Array<Answer>(5).fill(throttled), unavailable]);
		expect((await sendOne(readsOnly)).outcome?.state).toBe('accepted');
	});

	it('is repeated three times, and then given up', async () => {
		const { sendOne, network } = start(Array<Answer>(9).fill(unavailable));
		const { outcome } = await sendOne(readsOnly);
		expect(outcome).toMatchObject({ state: 'failed', httpCode: '503' });
		expect(outcome).toHaveProperty('description', expect.stringContaining('tried 4 times'));
		expect(network.sentAt).toHaveLength(4);
	});

	it('was not sent where it never left, whatever stops the run', async () => {
		const { begin, send, clock } = start([unreachable]);
		const run = begin();
		const sent = send(run);
		await clock.pass(100);
		run.stop({ kind: 'cancelled' });
		await clock.pass(0);
		expect(sent.outcome).toMatchObject({ state: 'not sent', httpCode: 'ECONNREFUSED' });
	});

	it('holds back all of the key until one probe is answered, which the log says', async () => {
		const { begin, send, clock, sendInTurn, network, logged } = start([], { probes: unavailable });
		await sendInTurn(begin(), 3, unavailable);
		const runs = [begin(), begin()];
		const sent = runs.map(send);
		await clock.pass(20_000);
		expect(network.sentAt).toHaveLength(3);
		expect(network.probed).toBeGreaterThan(3);
		network.probes = ok;
		await clock.pass(6_000);
		expect(sent.map(({ outcome }) => outcome?.state)).toEqual(['accepted', 'accepted']);
		for (const { history } of runs) {
			expect(history.outageMs).toBeGreaterThanOrEqual(20_000);
			expect(history.outageMs).toBeLessThanOrEqual(26_000);
		}
		expect(logged).toEqual([
			'Messenger at a.example: the service is unavailable (503), nothing more is sent',
			'Messenger at a.example: the service answers again',
		]);
	});

	it.each([
		['Max Retry Wait, where it has answered before', true, 20_000],
		['5 s, where it never has', false, 5_000],
	])('is waited for no longer than %s', async (_, hasAnswered, limit) => {
		const options = { hasAnswered, probes: unavailable, maxRetryWait: 20_000 };
		const { begin, send, clock, sendInTurn } = start([], options);
		await sendInTurn(begin(), 3, unavailable);
		const run = begin();
		const sent = send(run);
		await clock.pass(limit - 1);
		expect(run.stopReason).toBeUndefined();
		await clock.pass(1);
		expect(run.stopReason).toMatchObject({
			...{ kind: 'waited', milliseconds: limit, outage: '503', isUnanswered: false },
		});
		expect(sent.outcome).toMatchObject({ state: 'not sent', cause: 'temporarily-unavailable' });
	});

	it('is not the reason where requests of other runs take all places unanswered', async () => {
		const slow: Answer = { ...ok, after: 100_000 };
		const { begin, send, clock } = start([slow, slow, slow], { maxRetryWait: 2_500 });
		send(begin());
		// This one gets the place that the first gives up after 2 s.
		send(begin());
		const run = begin();
		const sent = send(run);
		await clock.pass(2_500);
		expect(run.stopReason).toMatchObject({ kind: 'waited', isUnanswered: true });
		expect(sent.outcome).toMatchObject({
			message: 'Not sent, because the service left other requests unanswered for 2.5 s',
		});
	});
});

describe('a probe', () => {
	it.each<[Answer, boolean]>([
		[ok, true],
		[{ status: 401 }, true],
		[unavailable, false],
		[unreachable, false],
		[{ ...ok, after: 10_001 }, false],
	])('that gets %j says that the service is there: %s', async (probes, isBack) => {
		const { begin, clock } = start([], { probes });
		const probing = begin().probe();
		await clock.pass(10_000);
		expect(await probing).toBe(isBack);
	});

	it('of a run that has ended says nothing', async () => {
		const { begin } = start([], { probes: unavailable });
		const run = begin();
		run.end();
		expect(await run.probe()).toBeUndefined();
	});
});
