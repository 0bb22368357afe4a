import { VirtualClock } from '../../../bench/pacing/VirtualClock';
import {
	BlockedError,
	Pacer,
	type AdmissionRequest,
	type Permit,
} from '../../../nodes/Messenger/gate/Pacer';

const wholeRun = {};

/** A pacer, and what it has let leave so far. */
function start() {
	const clock = new VirtualClock();
	const pacer = new Pacer(clock);
	const permits: Permit[] = [];
	const names: string[] = [];
	const failures: unknown[] = [];

	/** Asks for admission; what comes of it is kept above. */
	const ask = (name = '', request: Partial<AdmissionRequest> = {}) => {
		void pacer
			.admit({ run: wholeRun, maxConcurrency: 1000, throttledBefore: false, ...request })
			.then(
				(permit) => {
					permits.push(permit);
					names.push(name);
				},
				(error: unknown) => failures.push(error),
			);
	};
	const askMany = (count: number, request: Partial<AdmissionRequest> = {}) => {
		for (let asked = 0; asked < count; asked += 1) ask('', request);
	};
	/** Takes the permits that were given since the last time. */
	const taken = async () => {
		await clock.pass(0);
		return permits.splice(0);
	};
	/** Lets slow start open the window to so many requests. */
	const openTo = async (size: number) => {
		const controller = new AbortController();
		askMany(3 * size, { run: {}, signal: controller.signal });
		const inFlight: Permit[] = [];
		for (let answers = 1; answers < size; answers += 1) {
			inFlight.push(...(await taken()));
			await clock.pass(50);
			inFlight.shift()?.accepted();
		}
		inFlight.push(...(await taken()));
		controller.abort();
		for (const permit of inFlight) permit.released();
		await taken();
		names.length = 0;
		failures.length = 0;
	};
	return { clock, pacer, ask, askMany, taken, openTo, names, failures };
}

it('sets one timer for all that wait for the end of a pause', async () => {
	const { clock, ask, askMany, taken } = start();
	ask();
	(await taken())[0]?.throttled(1000);
	const sleep = jest.spyOn(clock, 'sleep');
	askMany(100);
	expect(await taken()).toEqual([]);
	expect(sleep).toHaveBeenCalledTimes(1);
	await clock.pass(1000);
	expect(await taken()).toHaveLength(1);
});

describe('How many requests are in flight', () => {
	it('is one at first, and doubles with each round of answers', async () => {
		const { clock, askMany, taken } = start();
		askMany(1000);
		const rounds = [];
		for (let round = 0; round < 6; round += 1) {
			const permits = await taken();
			await clock.pass(50);
			rounds.push(permits.length);
			for (const permit of permits) permit.accepted();
		}
		expect(rounds).toEqual([1, 2, 4, 8, 16, 32]);
	});

	it('is not more than the ceiling of their run', async () => {
		const { clock, askMany, taken } = start();
		askMany(100, { maxConcurrency: 3 });
		for (let round = 0; round < 5; round += 1) {
			await clock.pass(50);
			for (const permit of await taken()) permit.accepted();
		}
		expect(await taken()).toHaveLength(3);
	});

	it('is bounded for all runs together by one window, for each by its own ceiling', async () => {
		const { ask, openTo, taken, names } = start();
		await openTo(8);
		for (let asked = 0; asked < 10; asked += 1) {
			ask('narrow', { run: wholeRun, maxConcurrency: 2 });
			ask('wide', { run: start, maxConcurrency: 100 });
		}
		expect(await taken()).toHaveLength(8);
		expect(names.filter((name) => name === 'narrow')).toHaveLength(2);
	});

	it('stays when no answer comes', async () => {
		const { askMany, taken } = start();
		askMany(10);
		for (let round = 0; round < 3; round += 1) {
			const permits = await taken();
			expect(permits).toHaveLength(1);
			permits[0]?.released();
		}
	});

	it('is halved by a refusal', async () => {
		const { clock, askMany, openTo, taken } = start();
		await openTo(8);
		askMany(100);
		const inFlight = await taken();
		expect(inFlight).toHaveLength(8);
		for (const permit of inFlight) permit.throttled(60_000);
		await clock.pass(65_000);
		expect(await taken()).toHaveLength(4);
	});

	it('counts a permit once, whatever is called afterwards', async () => {
		const { ask, askMany, taken } = start();
		ask();
		const [permit] = await taken();
		permit?.released();
		permit?.released();
		permit?.accepted();
		permit?.throttled(1000);
		askMany(5);
		expect(await taken()).toHaveLength(1);
	});
});

describe('After a refusal', () => {
	it('an acceptance heard of after it, but sent before it, does not make the limit larger', async () => {
		const sent = [];
		for (const late of [0, 20]) {
			const { clock, askMany, taken, openTo } = start();
			await openTo(40);
			await clock.pass(2000);
			askMany(300);
			const [first, ...others] = await taken();
			first?.accepted();
			others.pop()?.throttled(10_000);
			const rest = others.splice(late);
			for (const permit of others) permit.accepted();
			for (const permit of rest) permit.released();
			await clock.pass(12_000);
			sent.push((await taken()).length);
		}
		expect(sent[1]).toBe(sent[0]);
	});

	it('everything waits for as long as the service says', async () => {
		const { clock, askMany, openTo, taken } = start();
		await openTo(4);
		askMany(10);
		const [first, ...others] = await taken();
		first?.throttled(2000);
		for (const permit of others) permit.accepted();
		await clock.pass(1999);
		expect(await taken()).toHaveLength(0);
		await clock.pass(1);
		expect((await taken()).length).toBeGreaterThan(0);
	});

	it.each([undefined, 0])('everything waits shortly where Retry-After is %p', async (given) => {
		const { clock, ask, taken } = start();
		ask();
		const [permit] = await taken();
		permit?.throttled(given);
		ask();
		await clock.pass(49);
		expect(await taken()).toHaveLength(0);
		await clock.pass(52);
		expect(await taken()).toHaveLength(1);
	});

	it('an answer to a request of before it does not make the next pause short again', async () => {
		const { clock, pacer, askMany, openTo, taken } = start();
		await openTo(7);
		askMany(2);
		const [first, second] = await taken();
		await clock.pass(1);
		askMany(100);
		const others = await taken();
		first?.accepted();
		others.pop()?.throttled();
		for (const permit of others) permit.released();
		await taken();
		await clock.pass(2000);
		const [again] = await taken();
		second?.accepted();
		again?.throttled();
		expect(pacer.pausedFor()).toBeGreaterThanOrEqual(100);
	});

	it('the pauses grow while the refusals go on, and are short again after an answer', async () => {
		const { clock, pacer, ask, taken } = start();
		const pause = async () => {
			const before = clock.now();
			ask();
			for (;;) {
				const [permit] = await taken();
				if (permit) return { permit, waited: clock.now() - before };
				await clock.pass(1);
			}
		};
		const waits = [];
		for (let refusal = 0; refusal < 6; refusal += 1) {
			const { permit, waited } = await pause();
			waits.push(waited);
			permit.throttled();
		}
		for (const [index, longest] of [100, 200, 400, 800, 1600].entries()) {
			expect(waits[index + 1]).toBeGreaterThanOrEqual(longest / 2);
			expect(waits[index + 1]).toBeLessThanOrEqual(longest + 1);
		}
		(await pause()).permit.accepted();
		(await pause()).permit.throttled();
		// The seventh pause in a row would take 2.5 s at least.
		expect(pacer.pausedFor()).toBeLessThanOrEqual(100);
	});

	it('a 429 that comes late pauses no more, once a request of after its pause was accepted', async () => {
		const { clock, pacer, ask, openTo, taken } = start();
		await openTo(4);
		ask();
		const [late] = await taken();
		for (const after of [999, 1]) {
			await clock.pass(after);
			ask();
			(await taken())[0]?.accepted();
			if (after === 999) expect(pacer.pausedFor()).toBe(0);
		}
		await clock.pass(2000);
		late?.throttled(1000);
		// As where the service names no pause: one of 100 ms at most.
		expect(pacer.pausedFor()).toBeLessThanOrEqual(100);
		expect(pacer.pausedFor()).toBeGreaterThanOrEqual(50);
	});

	it('a 429 that comes late still pauses while nothing of after its pause was accepted', async () => {
		const { clock, pacer, ask, openTo, taken } = start();
		await openTo(4);
		ask();
		const [late] = await taken();
		await clock.pass(999);
		ask();
		(await taken())[0]?.accepted();
		await clock.pass(2000);
		late?.throttled(1000);
		expect(pacer.pausedFor()).toBe(1000);
	});

	it('a 429 of before it that comes late makes the pause no longer, once it is over', async () => {
		const { clock, pacer, askMany, openTo, taken } = start();
		await openTo(4);
		askMany(4);
		const [first, second, ...others] = await taken();
		first?.throttled(1000);
		for (const permit of others) permit.released();
		await clock.pass(1000);
		askMany(1);
		(await taken())[0]?.accepted();
		second?.throttled(1000);
		expect(pacer.pausedFor()).toBe(0);
	});

	it('slows down once, whether one run was throttled or two that wait together', async () => {
		const counts = [];
		for (const runs of [
			[wholeRun, wholeRun],
			[wholeRun, {}],
		]) {
			const { clock, ask, openTo, taken } = start();
			await openTo(8);
			for (let asked = 0; asked < 400; asked += 1) ask('', { run: runs[asked % 2] });
			const inFlight = await taken();
			inFlight[0]?.accepted();
			for (const permit of inFlight.slice(1)) permit.throttled(1000);
			let sent = 0;
			for (let passed = 0; passed < 3000; passed += 10) {
				await clock.pass(10);
				for (const permit of await taken()) {
					sent += 1;
					permit.accepted();
				}
			}
			counts.push(sent);
		}
		expect(counts[1]).toBe(counts[0]);
	});

	it('refusals of requests that were already on their way count once', async () => {
		const one = start();
		const many = start();
		const rates = [];
		for (const [refused, { clock, askMany, openTo, taken }] of [
			[1, one],
			[8, many],
		] as const) {
			await openTo(8);
			askMany(1000);
			const inFlight = await taken();
			for (const permit of inFlight.slice(0, refused)) permit.throttled(1000);
			for (const permit of inFlight.slice(refused)) permit.released();
			let sent = 0;
			for (let passed = 0; passed < 3000; passed += 10) {
				await clock.pass(10);
				for (const permit of await taken()) {
					sent += 1;
					permit.accepted();
				}
			}
			rates.push(sent);
		}
		expect(rates[1]).toBe(rates[0]);
		expect(rates[0]).toBeGreaterThan(10);
	});

	it('a later refusal of those on their way may still make the pause longer', async () => {
		const { clock, askMany, openTo, taken } = start();
		await openTo(2);
		askMany(10);
		const [first, second] = await taken();
		first?.throttled(1000);
		second?.throttled(5000);
		await clock.pass(4999);
		expect(await taken()).toHaveLength(0);
		await clock.pass(1);
		expect((await taken()).length).toBeGreaterThan(0);
	});

	it.each([
		['a nonsense answer', 1e12, 3_600_000],
		['an hour', 3_600_000, 3_600_000],
		['half an hour', 1_800_000, 1_800_000],
	])('everything waits for an hour at most: %s', async (_, given, waited) => {
		const { pacer, askMany, openTo, taken } = start();
		await openTo(2);
		askMany(2);
		const [first, second] = await taken();
		first?.throttled(given);
		expect(pacer.pausedFor()).toBe(waited);
		second?.throttled(given);
		expect(pacer.pausedFor()).toBe(waited);
	});

	it('what was refused goes before what was not yet sent', async () => {
		const { clock, ask, openTo, taken, names } = start();
		await openTo(2);
		for (const name of ['a', 'b', 'c', 'd']) ask(name);
		for (const permit of await taken()) permit.throttled(1000);
		ask('a again', { throttledBefore: true });
		ask('b again', { throttledBefore: true });
		for (let passed = 0; passed < 5; passed += 1) {
			await clock.pass(1000);
			for (const permit of await taken()) permit.accepted();
		}
		expect(names).toEqual(['a', 'b', 'a again', 'b again', 'c', 'd']);
	});
});

describe('Several runs', () => {
	it('take turns', async () => {
		const { clock, ask, openTo, taken, names } = start();
		await openTo(4);
		const [long, short] = [{}, {}];
		for (const name of ['l1', 'l2', 'l3', 'l4', 'l5', 'l6']) ask(name, { run: long });
		for (const name of ['s1', 's2']) ask(name, { run: short });
		// All four places were free when the long run came.
		for (const permit of await taken()) permit.accepted();
		await clock.pass(0);
		expect(names).toEqual(['l1', 'l2', 'l3', 'l4', 'l5', 's1', 'l6', 's2']);
	});
});

describe('When the service blocks the key', () => {
	/** Four in flight, and of two runs some that wait. */
	async function blocked() {
		const all = start();
		await all.openTo(4);
		const [mine, other] = [{}, {}];
		for (let asked = 0; asked < 7; asked += 1) all.ask('mine', { run: mine });
		for (let asked = 0; asked < 2; asked += 1) all.ask('other', { run: other });
		const inFlight = await all.taken();
		return { ...all, mine, other, inFlight };
	}

	it('all that waits fails at once', async () => {
		const { inFlight, failures, taken } = await blocked();
		expect(inFlight).toHaveLength(4);
		inFlight[0]?.blocked();
		expect(await taken()).toHaveLength(0);
		expect(failures).toHaveLength(5);
		for (const failure of failures) expect(failure).toBeInstanceOf(BlockedError);
		expect((failures[0] as Error).message).toMatch(/not sent.*blocked/i);
	});

	it('what these runs ask for later fails too', async () => {
		const { ask, mine, inFlight, failures, taken } = await blocked();
		inFlight[0]?.blocked();
		await taken();
		failures.length = 0;
		ask('late', { run: mine });
		ask('refused', { run: mine, throttledBefore: true });
		await taken();
		expect(failures).toEqual([expect.any(BlockedError), expect.any(BlockedError)]);
	});

	it('a run that had nothing waiting is over as well', async () => {
		const { ask, openTo, taken, failures } = start();
		await openTo(4);
		const sequential = {};
		ask('', { run: sequential });
		(await taken())[0]?.accepted();
		ask('', { run: {} });
		(await taken())[0]?.blocked();
		ask('', { run: sequential });
		await taken();
		expect(failures).toEqual([expect.any(BlockedError)]);
	});

	it('a later run sends one probe, and the others when it is answered', async () => {
		const { askMany, inFlight, taken } = await blocked();
		inFlight[0]?.blocked();
		askMany(10, { run: {} });
		const probe = await taken();
		expect(probe).toHaveLength(1);
		for (const permit of inFlight.slice(1)) permit.accepted();
		expect(await taken()).toHaveLength(0);
		probe[0]?.accepted();
		expect(await taken()).toHaveLength(2);
	});

	it('answers to requests of before the block do not block a later run', async () => {
		const { ask, askMany, inFlight, taken, failures } = await blocked();
		inFlight[0]?.blocked();
		await taken();
		failures.length = 0;
		const later = {};
		askMany(3, { run: later });
		inFlight[1]?.blocked();
		expect(await taken()).toHaveLength(1);
		expect(failures).toEqual([]);
		ask('', { run: later });
		await taken();
		expect(failures).toEqual([]);
	});

	it('a probe that is blocked ends its run as well', async () => {
		const { askMany, inFlight, taken, failures } = await blocked();
		inFlight[0]?.blocked();
		await taken();
		failures.length = 0;
		askMany(3, { run: {} });
		const [probe] = await taken();
		probe?.blocked();
		await taken();
		expect(failures).toHaveLength(2);
	});
});

describe('When an execution is cancelled', () => {
	it('what waits ends at once with the reason, and nothing more is sent', async () => {
		const { clock, ask, taken, failures, names } = start();
		const controller = new AbortController();
		for (let asked = 0; asked < 5; asked += 1) ask('mine', { signal: controller.signal });
		ask('other', { run: {} });
		const [permit] = await taken();
		permit?.throttled(60_000);
		const reason = new Error('cancelled');
		controller.abort(reason);
		await taken();
		expect(failures).toEqual([reason, reason, reason, reason]);
		await clock.pass(60_000);
		expect(names).toEqual(['mine', 'other']);
	});

	it('nothing begins to wait any more', async () => {
		const { ask, taken, failures, names } = start();
		ask('late', { signal: AbortSignal.abort('cancelled') });
		await taken();
		expect(failures).toEqual(['cancelled']);
		expect(names).toEqual([]);
	});

	it('is told so rather than that the key is blocked', async () => {
		const { ask, taken, failures } = start();
		const run = {};
		ask('', { run });
		(await taken())[0]?.blocked();
		ask('', { run, signal: AbortSignal.abort('cancelled') });
		await taken();
		expect(failures).toEqual(['cancelled']);
	});

	it('the timer ends with the last that waits', async () => {
		const clock = new VirtualClock();
		const signals: Array<AbortSignal | undefined> = [];
		const pacer = new Pacer({
			now: () => clock.now(),
			random: () => clock.random(),
			sleep: async (milliseconds, signal) => {
				signals.push(signal);
				await clock.sleep(milliseconds, signal);
			},
		});
		const controller = new AbortController();
		const ask = async () => {
			const request = { run: wholeRun, maxConcurrency: 1, throttledBefore: false };
			return await pacer.admit({ ...request, signal: controller.signal });
		};
		(await ask()).throttled(60_000);
		const waiting = ask();
		expect(signals).toHaveLength(1);
		controller.abort('cancelled');
		await expect(waiting).rejects.toBe('cancelled');
		expect(signals[0]?.aborted).toBe(true);
		expect(signals).toHaveLength(1);
	});

	it('an answer does not listen to the signal any more', async () => {
		const { ask, taken, failures } = start();
		const controller = new AbortController();
		ask('', { signal: controller.signal });
		await taken();
		controller.abort();
		await taken();
		expect(failures).toEqual([]);
	});
});

describe('How long a pacer has been idle', () => {
	it('is nothing while something waits or is in flight', async () => {
		const { clock, pacer, askMany, taken } = start();
		await clock.pass(5000);
		expect(pacer.idleFor()).toBe(5000);
		askMany(2);
		const [first] = await taken();
		await clock.pass(5000);
		expect(pacer.idleFor()).toBe(0);
		first?.released();
		const [second] = await taken();
		await clock.pass(5000);
		expect(pacer.idleFor()).toBe(0);
		second?.accepted();
		expect(pacer.idleFor()).toBe(0);
		await clock.pass(700);
		expect(pacer.idleFor()).toBe(700);
	});

	it('is counted from the end of a pause', async () => {
		const { clock, pacer, ask, taken } = start();
		ask();
		(await taken())[0]?.throttled(10_000);
		await clock.pass(9000);
		expect(pacer.idleFor()).toBe(0);
		await clock.pass(3000);
		expect(pacer.idleFor()).toBe(2000);
	});

	it('is counted from the last refusal to admit', async () => {
		const { clock, pacer, ask, taken } = start();
		const run = {};
		ask('', { run });
		(await taken())[0]?.blocked();
		await clock.pass(5000);
		ask('', { run });
		await taken();
		await clock.pass(1000);
		expect(pacer.idleFor()).toBe(1000);
	});
});

describe('100,000 requests', () => {
	it('wait, and are cancelled, in time that grows with their number only', async () => {
		const { ask, taken, failures } = start();
		const controller = new AbortController();
		const before = performance.now();
		for (let asked = 0; asked < 100_000; asked += 1) ask('', { signal: controller.signal });
		let sent = 0;
		while (sent < 50_000) {
			for (const permit of await taken()) {
				permit.accepted();
				sent += 1;
			}
		}
		sent += (await taken()).length;
		controller.abort();
		await taken();
		expect(failures.length + sent).toBe(100_000);
		// A second on a slow machine; a queue in quadratic time takes minutes.
		expect(performance.now() - before).toBeLessThan(10_000);
	});
});
