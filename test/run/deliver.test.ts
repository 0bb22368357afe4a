import { endpoints } from '../../nodes/Messenger/http/endpoints';
import { readResponse, type Reading } from '../../nodes/Messenger/response/readResponse';
import { deliver, type Delivery } from '../../nodes/Messenger/run/deliver';
import type { Run } from '../../nodes/Messenger/run/Run';
import { virtualService, type Answer } from './virtualService';

/** Delivers one request to a service that answers so, and notes down what it is told. */
function start(
	answers: Answer[],
	{ readOnly = false, isAnswer = false, maxRetryWait = 60_000 } = {},
) {
	const started = virtualService({ maxRetryWait });
	const { network, begin, clock, context } = started;
	network.answer = (position) => answers[position] ?? { status: 200 };
	const failures: Delivery[] = [];
	const read = (outcome: Parameters<typeof readResponse>[0]): Reading =>
		readResponse(outcome, {
			readOnly,
			toItems: () => [{}],
			whenRefused: () => (isAnswer ? { isAnswer: true } : undefined),
		});
	/** What it gives is there once the clock has been let pass. */
	const deliverIn = (
		run: Run,
		onFailure: (delivery: Delivery) => void = (delivery) => failures.push({ ...delivery }),
		reader = read,
	) => {
		const asked: { delivery?: Delivery; error?: unknown } = {};
		const endpoint = readOnly ? endpoints.verifyEmail : endpoints.sendEvent;
		deliver(context, run, { endpoint, body: '{}' }, reader, onFailure).then(
			(delivery) => (asked.delivery = delivery),
			(error: unknown) => (asked.error = error),
		);
		return asked;
	};
	const deliverAll = async () => {
		// Not at 0, which a difference and a sum would have in common.
		await clock.pass(1_000);
		const run = begin();
		const asked = deliverIn(run);
		await clock.pass(120_000);
		return { ...asked, run };
	};
	return { ...started, failures, deliverIn, deliverAll };
}

const throttled: Answer = { status: 429, headers: { 'retry-after': '2' } };
const unavailable: Answer = { status: 503 };
const unreachable: Answer = { code: 'ECONNREFUSED' };

afterEach(() => jest.restoreAllMocks());

describe('a request', () => {
	it('that is accepted was tried once, and has not failed', async () => {
		const { deliverAll, failures } = start([]);
		const { delivery, run } = await deliverAll();
		expect(delivery).toMatchObject({ attempts: 1, hasLeft: true, throttled: 0, throttledFor: 0 });
		expect(delivery?.reading?.state).toBe('accepted');
		expect(run.hasAccepted).toBe(true);
		expect(run.history).toEqual({ throttled: 0, away: 0 });
		expect(failures).toEqual([]);
	});

	it("is bounded by the run's own Timeout alone, not by the five minutes of n8n", async () => {
		const { deliverAll, network } = start([]);
		const given: unknown[] = [];
		network.answer = (_, { timeout }) => {
			given.push(timeout);
			return { status: 200 };
		};
		await deliverAll();
		expect(given).toEqual([0]);
	});

	it('of a run that has stopped is never sent', async () => {
		const { begin, deliverIn, clock, failures, network } = start([]);
		const run = begin();
		run.stop({ kind: 'cancelled' });
		const asked = deliverIn(run);
		await clock.pass(0);
		const nothing = { attempts: 0, hasLeft: false, throttled: 0, throttledFor: 0 };
		expect(asked.delivery).toEqual(nothing);
		expect(failures).toEqual([nothing]);
		expect(network.requests).toEqual([]);
	});

	it('lets no other leave between its failure and what is made of it', async () => {
		const { begin, deliverIn, clock, network } = start([{ status: 422 }]);
		const run = begin({ maxConcurrency: 1 });
		const second = deliverIn(run, () => run.stop({ kind: 'cancelled' }));
		const third = deliverIn(run);
		await clock.pass(0);
		expect(second.delivery?.reading?.state).toBe('failed');
		expect(third.delivery).toMatchObject({ attempts: 0, hasLeft: false });
		expect(network.requests).toHaveLength(1);
	});

	it('keeps no turn where what it is told throws', async () => {
		const { begin, deliverIn, clock } = start([]);
		const run = begin({ maxConcurrency: 1 });
		const first = deliverIn(run, undefined, () => {
			throw new Error('A defect');
		});
		await clock.pass(0);
		expect(first.error).toEqual(new Error('A defect'));
		const second = deliverIn(run);
		await clock.pass(0);
		expect(second.delivery).toMatchObject({ attempts: 1 });
	});
});

describe('a refusal', () => {
	it('is the last word, and shows that the service is there', async () => {
		const { deliverAll, failures, service } = start([{ status: 422 }], { maxRetryWait: 1_000 });
		service.breaker.failed('503');
		service.breaker.failed('503');
		const { delivery, run } = await deliverAll();
		expect(delivery).toMatchObject({ attempts: 1, hasLeft: true });
		expect(failures).toHaveLength(1);
		expect(run.hasAccepted).toBe(false);
		service.breaker.failed('503');
		expect(service.breaker.isOpen).toBe(false);
	});

	it.each([403, 401])(
		'by %i stops others of the key only where that is blocked',
		async (status) => {
			const { begin, deliverIn, clock, network } = start([{ status }]);
			const [run, other] = [begin(), begin()];
			const first = deliverIn(run);
			const second = deliverIn(other);
			await clock.pass(0);
			expect(first.delivery?.attempts).toBe(1);
			const isBlocked = status === 403;
			expect(second.delivery?.attempts).toBe(isBlocked ? 0 : 1);
			expect(other.stopReason).toEqual(isBlocked ? { kind: 'blocked' } : undefined);
			expect(network.requests).toHaveLength(isBlocked ? 1 : 2);
		},
	);

	it.each([404, 503, 429])('that is an answer, by %i, counts as one', async (status) => {
		const { deliverAll, failures, service } = start([{ status }], { isAnswer: true });
		const { delivery, run } = await deliverAll();
		expect(delivery).toMatchObject({
			attempts: 1,
			reading: { state: expect.anything() as string },
		});
		expect(run.hasAccepted).toBe(true);
		expect(run.history.throttled).toBe(0);
		expect(failures).toHaveLength(1);
		expect(service.breaker.outage).toBeUndefined();
	});
});

describe('a request that is throttled', () => {
	it('goes again when its pause is over, and knows how often and for how long', async () => {
		const { deliverAll, failures, network } = start([throttled, throttled]);
		const { delivery, run } = await deliverAll();
		expect(delivery).toMatchObject({
			attempts: 3,
			throttled: 2,
			throttledFor: 4_000,
			reading: { state: 'accepted' },
		});
		expect(network.requests.map(({ at }) => at)).toEqual([1_000, 3_000, 5_000]);
		expect(run.history.throttled).toBe(2);
		expect(failures).toEqual([]);
	});

	it('is given up where it would wait for too long', async () => {
		const { deliverAll, failures } = start([throttled, throttled, throttled, throttled], {
			maxRetryWait: 5_000,
		});
		const { delivery, run } = await deliverAll();
		expect(delivery).toMatchObject({ attempts: 3, throttled: 3, throttledFor: 4_000 });
		expect(failures).toEqual([delivery]);
		expect(run.stopReason).toMatchObject({ kind: 'waited', retryAfter: 2_000 });
	});

	it('has as its last word what came last, where the run stops meanwhile', async () => {
		const { begin, deliverIn, clock, failures } = start([throttled]);
		const run = begin();
		const asked = deliverIn(run);
		await clock.pass(1_500);
		run.stop({ kind: 'cancelled' });
		await clock.pass(0);
		expect(asked.delivery).toMatchObject({ attempts: 1, throttled: 1, throttledFor: 1_500 });
		expect(asked.delivery?.reading?.outcome).toMatchObject({ status: 429 });
		expect(failures).toEqual([asked.delivery]);
	});

	it('goes before others that were not', async () => {
		const { begin, deliverIn, clock, network } = start([throttled]);
		const run = begin();
		const first = deliverIn(run);
		await clock.pass(0);
		const ended: string[] = [];
		const second = deliverIn(run);
		network.answer = () => {
			ended.push(first.delivery ? 'second' : 'first');
			return { status: 200 };
		};
		await clock.pass(10_000);
		expect([first, second].map(({ delivery }) => delivery?.attempts)).toEqual([2, 1]);
		expect(ended).toEqual(['first', 'second']);
	});
});

describe('what fails because the service is away', () => {
	it('is not repeated where it may have been processed', async () => {
		const { deliverAll, failures, service } = start([unavailable]);
		const { delivery } = await deliverAll();
		expect(delivery).toMatchObject({ attempts: 1, hasLeft: true, reading: { state: 'uncertain' } });
		expect(failures).toEqual([delivery]);
		service.breaker.failed('503');
		service.breaker.failed('503');
		expect(service.breaker.isOpen).toBe(true);
	});

	it.each([
		['only reads', unavailable, true],
		['has not left', unreachable, false],
	])('is repeated where it %s: again after about half a second', async (_, answer, readOnly) => {
		const { deliverAll, failures, network } = start([answer], { readOnly });
		const { delivery } = await deliverAll();
		expect(delivery).toMatchObject({ attempts: 2, hasLeft: true, reading: { state: 'accepted' } });
		const [, second] = network.requests;
		expect(second?.at).toBeGreaterThanOrEqual(1_250);
		expect(second?.at).toBeLessThanOrEqual(1_500);
		expect(failures).toEqual([]);
	});

	it('is repeated as often after any number of refusals by the rate limit', async () => {
		const throttledOften = Array.from({ length: 5 }, () => throttled);
		const { deliverAll } = start([...throttledOften, unavailable], { readOnly: true });
		const { delivery } = await deliverAll();
		expect(delivery).toMatchObject({ attempts: 7, throttled: 5, reading: { state: 'accepted' } });
	});

	it('is repeated three times, and then given up', async () => {
		const { deliverAll, failures, network } = start([], { readOnly: true });
		const paths: string[] = [];
		network.answer = (_, { url }) => {
			const isProbe = url.endsWith('/lists');
			if (!isProbe) paths.push(url);
			return isProbe ? { status: 200 } : unavailable;
		};
		const { delivery } = await deliverAll();
		expect(delivery).toMatchObject({ attempts: 4, reading: { state: 'failed' } });
		expect(failures).toEqual([delivery]);
		expect(paths).toHaveLength(4);
	});

	it('has not left where it never did, whatever stops the run', async () => {
		const { begin, deliverIn, clock, failures } = start([unreachable]);
		const run = begin();
		const asked = deliverIn(run);
		await clock.pass(100);
		run.stop({ kind: 'cancelled' });
		await clock.pass(0);
		expect(asked.delivery).toMatchObject({ attempts: 1, hasLeft: false });
		expect(failures).toEqual([asked.delivery]);
	});

	it.each([
		['503', unavailable],
		['ECONNREFUSED', unreachable],
	])('is called by its status or code, %s', async (name, answer) => {
		const { begin, deliverIn, clock, service } = start([answer, answer, answer]);
		const run = begin();
		run.accepted();
		for (let count = 0; count < 3; count++) deliverIn(run);
		await clock.pass(0);
		expect(service.breaker.outage).toBe(name);
	});
});
