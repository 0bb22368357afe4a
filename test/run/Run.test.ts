import { getEventListeners } from 'node:events';

import type { Permit } from '../../nodes/Messenger/gate/Pacer';
import type { RequestFailure } from '../../nodes/Messenger/run/failures';
import type { Run } from '../../nodes/Messenger/run/Run';
import { virtualService } from './virtualService';

const failure: RequestFailure['failure'] = {
	state: 'failed',
	message: 'Refused',
	description: 'Check.',
};

function start(given: Parameters<typeof virtualService>[0] = {}) {
	const started = virtualService(given);
	const { service, network } = started;
	/** Asks for a turn; what it gives is there once the clock has been let pass. */
	const ask = (run: Run) => {
		const asked: { permit?: Permit; isOver: boolean } = { isOver: false };
		void run.turn(false).then((permit) => Object.assign(asked, { permit, isOver: true }));
		return asked;
	};
	const fail = (times: number) => {
		for (let count = 0; count < times; count++) service.breaker.failed('503');
	};
	/** How the service answers its probes from now on. */
	const answer = (status: number) => {
		network.answer = () => ({ status });
	};
	return { ...started, ask, fail, answer };
}

afterEach(() => jest.restoreAllMocks());

describe('a run', () => {
	it('has its turn at once where nothing keeps it back', async () => {
		const { begin, network } = start();
		const run = begin();
		expect(await run.turn(false)).toBeDefined();
		expect(run.history).toEqual({ throttled: 0, away: 0 });
		expect(network.requests).toEqual([]);
	});

	it('sends nothing more once it has stopped, for the first reason', async () => {
		const { begin } = start();
		const run = begin();
		run.failed({ failure, isWrongForAll: true, isRefusal: false });
		run.stop({ kind: 'cancelled' });
		expect(run.stopReason).toEqual({ kind: 'wrong for all', failure });
		expect(run.signal.aborted).toBe(true);
		expect(await run.turn(false)).toBeUndefined();
	});

	it('stops at a failure where its operation wants that, and not otherwise', () => {
		const { begin } = start();
		const runs = [begin({ stopsAtFailure: true }), begin()];
		for (const run of runs) run.failed({ failure, isWrongForAll: false, isRefusal: false });
		expect(runs.map(({ stopReason }) => stopReason)).toEqual([
			{ kind: 'failed', failure },
			undefined,
		]);
	});

	it('stops after ten refusals in a row of which nothing was accepted', () => {
		const { begin } = start();
		const run = begin();
		const refuse = (isRefusal = true) => run.failed({ failure, isWrongForAll: false, isRefusal });
		for (let count = 0; count < 9; count++) refuse();
		refuse(false);
		expect(run.stopReason).toBeUndefined();
		refuse();
		expect(run.stopReason).toEqual({ kind: 'refused', count: 10, failure });
	});

	it('goes on after any number of refusals where something was accepted', () => {
		const { begin } = start();
		const run = begin();
		run.accepted();
		for (let count = 0; count < 50; count++) {
			run.failed({ failure, isWrongForAll: false, isRefusal: true });
		}
		expect(run.hasAccepted).toBe(true);
		expect(run.stopReason).toBeUndefined();
	});

	it('stops after ten requests in a row that are in doubt, whatever else is answered', () => {
		const { begin } = start();
		const run = begin();
		const another = begin();
		const uncertain = { ...failure, state: 'uncertain' as const };
		const doubt = () => {
			run.failed({ failure: uncertain, isWrongForAll: false, isRefusal: false });
			run.outage('503');
			another.accepted();
		};
		for (let count = 0; count < 9; count++) doubt();
		run.accepted();
		for (let count = 0; count < 9; count++) doubt();
		expect(run.stopReason).toBeUndefined();
		doubt();
		expect(run.stopReason).toEqual({ kind: 'failed', failure: uncertain });
	});

	it('waits out an outage, in which any number of requests that have left may be in doubt', () => {
		const { begin } = start();
		const run = begin();
		const uncertain = { ...failure, state: 'uncertain' as const };
		for (let count = 0; count < 50; count++) {
			run.failed({ failure: uncertain, isWrongForAll: false, isRefusal: false });
			run.outage('503');
		}
		expect(run.stopReason).toBeUndefined();
	});

	it('stops when the execution is cancelled, before it or in it, and listens no longer than it lasts', () => {
		const { begin } = start();
		const cancel = new AbortController();
		const ended = begin({ signal: cancel.signal });
		ended.end();
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
		const run = begin({ signal: cancel.signal });
		cancel.abort();
		for (const cancelled of [run, begin({ signal: cancel.signal })]) {
			expect(cancelled.stopReason).toEqual({ kind: 'cancelled' });
		}
		expect(ended.stopReason).toBeUndefined();
	});

	it('stops when another one was told that the key is blocked', async () => {
		const { clock, begin, ask } = start();
		const run = begin();
		const permit = await begin().turn(false);
		const asked = ask(run);
		permit?.blocked();
		await clock.pass(0);
		expect(asked).toEqual({ permit: undefined, isOver: true });
		expect(run.stopReason).toEqual({ kind: 'blocked' });
	});

	it('is one of those that its service knows, until it ends', () => {
		const { begin, service } = start();
		const run = begin();
		expect([...service.runs]).toEqual([run]);
		run.end();
		expect([...service.runs]).toEqual([]);
	});
});

describe('a run that is throttled', () => {
	it('gives up where the service asks for a longer pause than it may wait', async () => {
		const { begin } = start({ maxRetryWait: 10_000 });
		const run = begin();
		(await run.turn(false))?.throttled(30_000);
		run.throttled();
		expect(run.history.throttled).toBe(1);
		expect(run.stopReason).toEqual({
			kind: 'waited',
			milliseconds: 0,
			retryAfter: 30_000,
			outage: undefined,
		});
	});

	it('gives up where another of its key was asked for a longer pause before it began', async () => {
		const { begin, ask, clock } = start({ maxRetryWait: 3_000 });
		const other = begin();
		(await other.turn(false))?.throttled(9_000);
		const run = begin();
		const asked = ask(run);
		await clock.pass(0);
		expect(asked).toEqual({ permit: undefined, isOver: true });
		expect(run.stopReason).toMatchObject({ kind: 'waited', retryAfter: 9_000 });
	});

	it('is not given up while its request is on its way, but if that is throttled again', async () => {
		const { clock, begin } = start({ maxRetryWait: 3_000 });
		const run = begin();
		(await run.turn(false))?.throttled(1_000);
		run.throttled();
		const turn = run.turn(true);
		await clock.pass(9_000);
		expect(await turn).toBeDefined();
		expect(run.stopReason).toBeUndefined();
		run.throttled();
		expect(run.stopReason).toMatchObject({ kind: 'waited', milliseconds: 9_000 });
	});

	it('counts the pause that another of its key was told of, for which it waits', async () => {
		const { clock, begin, ask } = start({ maxRetryWait: 10_000 });
		const [run, other] = [begin(), begin()];
		const permit = await other.turn(false);
		const asked = ask(run);
		permit?.throttled(9_000);
		other.throttled();
		await clock.pass(9_500);
		asked.permit?.throttled(9_000);
		run.throttled();
		expect(run.stopReason).toMatchObject({ kind: 'waited', retryAfter: 9_000 });
	});

	it('waits anew whenever the service has accepted something, of whichever run', async () => {
		const { clock, begin } = start({ maxRetryWait: 10_000 });
		const [run, other] = [begin(), begin()];
		for (let round = 0; round < 5; round++) {
			run.throttled();
			await clock.pass(9_000);
			other.accepted();
		}
		expect(run.stopReason).toBeUndefined();
		run.throttled();
		const permit = await other.turn(false);
		await clock.pass(6_000);
		permit?.throttled(4_500);
		await clock.pass(4_000);
		expect(run.stopReason).toEqual({
			kind: 'waited',
			milliseconds: 10_000,
			retryAfter: undefined,
			outage: undefined,
		});
	});
});

describe('a run whose service is away', () => {
	it('waits until a probe is answered, and knows for how long', async () => {
		const { clock, begin, ask, fail, answer, network } = start();
		await clock.pass(50_000);
		answer(503);
		fail(3);
		const run = begin();
		const [asked] = [ask(run), ask(run)];
		await clock.pass(20_000);
		expect(asked.isOver).toBe(false);
		expect(network.requests.length).toBeGreaterThan(3);
		answer(200);
		await clock.pass(6_000);
		expect(asked.permit).toBeDefined();
		expect(run.history.away).toBeGreaterThanOrEqual(20_000);
		expect(run.history.away).toBeLessThanOrEqual(26_000);
	});

	it('sends nothing whose turn comes while the service is away', async () => {
		const { clock, begin, ask, fail, answer } = start();
		const run = begin();
		(await run.turn(false))?.throttled(1_000);
		const asked = ask(run);
		fail(3);
		answer(503);
		await clock.pass(10_000);
		expect(asked.isOver).toBe(false);
		answer(200);
		await clock.pass(20_000);
		expect(asked.permit).toBeDefined();
	});

	it('is not given up by a pause for which none of its requests waits', async () => {
		const { clock, begin } = start({ maxRetryWait: 3_000 });
		const [run, other] = [begin(), begin()];
		const own = await run.turn(false);
		own?.accepted();
		(await other.turn(false))?.throttled(9_000);
		run.awaitPause();
		await clock.pass(8_000);
		expect(run.stopReason).toBeUndefined();
	});

	it.each([
		['Max Retry Wait, where it has answered before', true, 60_000],
		['5 s where it has never answered, but for one probe', false, 5_000],
	])('gives up after %s', async (_, hasAnswered, limit) => {
		const { clock, begin, ask, fail, answer } = start({ hasAnswered });
		answer(503);
		fail(3);
		const run = begin();
		const asked = ask(run);
		await clock.pass(limit - 1);
		expect(run.stopReason).toBeUndefined();
		await clock.pass(1);
		expect(run.stopReason).toMatchObject({ kind: 'waited', milliseconds: limit, outage: '503' });
		expect(asked).toEqual({ permit: undefined, isOver: true });
	});

	it('waits for Max Retry Wait once anything has been answered', async () => {
		const { clock, begin, ask, fail, answer } = start({ hasAnswered: false });
		answer(503);
		fail(3);
		const run = begin();
		ask(run);
		await clock.pass(4_000);
		begin().answered();
		await clock.pass(55_000);
		expect(run.stopReason).toBeUndefined();
		await clock.pass(15_000);
		expect(run.stopReason).toMatchObject({
			kind: 'waited',
			milliseconds: expect.closeTo(60_000) as number,
		});
	});

	it('does not wait longer because an answer from before the outage comes late', async () => {
		const { clock, begin, ask, fail, answer } = start({ maxRetryWait: 10_000 });
		answer(503);
		fail(3);
		const run = begin();
		ask(run);
		await clock.pass(9_000);
		begin().accepted();
		await clock.pass(1_000);
		expect(run.stopReason).toMatchObject({ kind: 'waited' });
	});

	it('asks for all of its key with one probe, and then begins with one request', async () => {
		const { clock, begin, ask, fail, service, network } = start({ hasAnswered: false });
		fail(3);
		const asked = [begin(), begin(), begin()].map(ask);
		await clock.pass(2_000);
		expect(asked.filter(({ permit }) => permit)).toHaveLength(1);
		expect(service.breaker.isOpen).toBe(false);
		expect(service.hasAnswered).toBe(true);
		expect(network.requests.map(({ path }) => path)).toEqual(['/webhook/lists']);
	});
});
