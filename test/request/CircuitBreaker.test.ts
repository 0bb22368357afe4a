import { getEventListeners, setMaxListeners } from 'node:events';

import { VirtualClock } from '../../bench/pacing/VirtualClock';
import { CircuitBreaker } from '../../nodes/Messenger/gate/CircuitBreaker';

/** A breaker that three failures have opened, unless it was told otherwise, and its probes. */
function start({ isBack = false, failures = 3 } = {}) {
	const clock = new VirtualClock();
	const breaker = new CircuitBreaker(clock);
	const service = { isBack, latency: 0 };
	const probes: number[] = [];
	const ask = async () => {
		probes.push(clock.now());
		if (service.latency > 0) await clock.sleep(service.latency);
		return service.isBack;
	};
	const passed: string[] = [];
	const pausing: string[] = [];
	const none = new AbortController().signal;
	// The virtual clock adds a listener for each sleep.
	setMaxListeners(0, none);
	/** Lets one wait, which is noted down by its name when it has ended. */
	const wait = (name: string, signal = none) => {
		const onPause = () => pausing.push(name);
		void breaker.untilClosed({ ask, onPause, signal }).then(
			() => passed.push(name),
			(reason: Error) => passed.push(`${name}: ${reason.message}`),
		);
	};
	fail(breaker, failures);
	return { clock, breaker, service, probes, passed, pausing, wait };
}

function fail(breaker: CircuitBreaker, times: number): void {
	for (let count = 0; count < times; count++) breaker.failed('503');
}

/** The milliseconds between one probe and the next. */
const pauses = (probes: number[]) => probes.map((time, index) => time - (probes[index - 1] ?? 0));

describe('a circuit breaker', () => {
	it('lets everything pass before there was a failure', async () => {
		const { clock, breaker, passed, probes, wait } = start({ failures: 0 });
		expect(breaker.isOpen).toBe(false);
		wait('a');
		await clock.pass();
		expect(passed).toEqual(['a']);
		expect(probes).toEqual([]);
	});

	it('opens after three failures in a row, and not before', () => {
		const { breaker } = start({ failures: 2 });
		expect(breaker.isOpen).toBe(false);
		breaker.failed('503');
		expect(breaker.isOpen).toBe(true);
	});

	it('names the outage until a request is answered after it', async () => {
		const { clock, breaker, wait } = start({ failures: 2, isBack: true });
		expect(breaker.outage).toBeUndefined();
		breaker.failed('ECONNRESET');
		expect(breaker.outage).toBe('ECONNRESET');
		wait('a');
		await clock.pass(1000);
		expect(breaker.isOpen).toBe(false);
		expect(breaker.outage).toBe('ECONNRESET');
		breaker.answered();
		expect(breaker.outage).toBeUndefined();
	});

	it('does not count failures with an answer between them', () => {
		const { breaker } = start({ failures: 2 });
		breaker.answered();
		fail(breaker, 2);
		expect(breaker.isOpen).toBe(false);
	});

	it('stays open when a request that was on its way is answered after all', async () => {
		const { clock, breaker, passed, probes, wait } = start();
		wait('prober');
		wait('b');
		await clock.pass(2000);
		breaker.answered();
		expect(breaker.isOpen).toBe(true);
		await clock.pass(20_000);
		expect(passed).toEqual([]);
		const longest = [250, 500, 1000, 2000, 4000];
		for (const [index, pause] of pauses(probes).slice(0, 5).entries()) {
			expect(pause).toBeGreaterThanOrEqual(0.75 * longest[index]!);
		}
	});
});

describe('an open circuit breaker', () => {
	it('keeps everything back until a probe is answered', async () => {
		const { clock, breaker, service, passed, wait } = start();
		for (const name of ['a', 'b', 'c']) wait(name);
		await clock.pass(20_000);
		expect(passed).toEqual([]);
		service.isBack = true;
		await clock.pass(5000);
		expect(passed.sort()).toEqual(['a', 'b', 'c']);
		expect(breaker.isOpen).toBe(false);
	});

	it('probes once at a time, however many wait', async () => {
		const one = start();
		one.wait('a');
		const many = start();
		for (let count = 0; count < 50; count++) many.wait(String(count));
		await Promise.all([one.clock.pass(60_000), many.clock.pass(60_000)]);
		expect(many.probes).toHaveLength(one.probes.length);
	});

	it('does not probe where nothing waits', async () => {
		const { clock, probes } = start();
		await clock.pass(60_000);
		expect(probes).toEqual([]);
	});

	it('probes at growing intervals, at most 5 s apart', async () => {
		const { clock, probes, wait } = start();
		wait('a');
		await clock.pass(60_000);
		const longest = [250, 500, 1000, 2000, 4000, 5000, 5000, 5000];
		const seen = pauses(probes).slice(0, longest.length);
		expect(seen).toHaveLength(longest.length);
		for (const [index, pause] of seen.entries()) {
			expect(pause).toBeLessThanOrEqual(longest[index]!);
			expect(pause).toBeGreaterThanOrEqual(0.75 * longest[index]!);
		}
	});

	it('hands the probing on when the one that probes is cancelled', async () => {
		const { clock, service, passed, wait } = start();
		const cancel = new AbortController();
		wait('prober', cancel.signal);
		wait('b');
		cancel.abort(new Error('cancelled'));
		service.isBack = true;
		await clock.pass(1000);
		expect(passed).toEqual(['prober: cancelled', 'b']);
	});

	it('lets one that only waits be cancelled', async () => {
		const { clock, passed, wait } = start();
		const cancel = new AbortController();
		wait('prober');
		wait('b', cancel.signal);
		cancel.abort(new Error('cancelled'));
		await clock.pass(1);
		expect(passed).toEqual(['b: cancelled']);
	});

	it('keeps nothing back that was cancelled before', async () => {
		const { clock, probes, passed, wait } = start();
		wait('a', AbortSignal.abort(new Error('cancelled')));
		await clock.pass(1000);
		expect(passed).toEqual(['a: cancelled']);
		expect(probes).toEqual([]);
	});

	it('listens once for the cancelling of a run, however many of its requests wait', async () => {
		const { clock, passed, wait } = start();
		const cancel = new AbortController();
		wait('prober');
		for (let count = 0; count < 50; count++) wait('other', cancel.signal);
		await clock.pass(1000);
		expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(1);
		cancel.abort(new Error('cancelled'));
		await clock.pass(1);
		expect(passed).toEqual(Array<string>(50).fill('other: cancelled'));
	});

	it('is not opened anew by requests that fail late', async () => {
		const { clock, breaker, service, passed, wait } = start();
		wait('a');
		fail(breaker, 10);
		service.isBack = true;
		await clock.pass(1000);
		expect(passed).toEqual(['a']);
		expect(breaker.isOpen).toBe(false);
	});
});

describe('who comes to an open circuit breaker', () => {
	it('asks at once where the pause since the last sign of the outage is over', async () => {
		const { clock, service, probes, passed, pausing, wait } = start();
		const cancel = new AbortController();
		wait('a', cancel.signal);
		await clock.pass(2000);
		cancel.abort(new Error('given up'));
		await clock.pass(5000);
		service.isBack = true;
		const before = clock.now();
		wait('b');
		await clock.pass(1);
		expect(passed).toEqual(['a: given up', 'b']);
		expect(probes.at(-1)).toBe(before);
		expect(pausing).not.toContain('b');
	});

	it('asks at once where nobody has waited since it opened', async () => {
		const { clock, probes, pausing, wait } = start();
		await clock.pass(250);
		wait('a');
		await clock.pass(1);
		expect(probes).toEqual([250]);
		expect(pausing).toEqual(['a']);
	});

	it('waits for the rest of a pause that somebody else has begun', async () => {
		const { clock, probes, pausing, wait } = start();
		const cancel = new AbortController();
		wait('a', cancel.signal);
		await clock.pass(150);
		cancel.abort(new Error('given up'));
		wait('b');
		await clock.pass(100);
		expect(probes).toHaveLength(1);
		expect(new Set(pausing)).toEqual(new Set(['a', 'b']));
	});

	it('learns of a pause only when the probe that is on its way has failed', async () => {
		const { clock, service, pausing, wait } = start();
		service.latency = 400;
		await clock.pass(1000);
		wait('a');
		wait('b');
		await clock.pass(399);
		expect(pausing).toEqual([]);
		await clock.pass(1);
		expect(pausing.sort()).toEqual(['a', 'b']);
		wait('c');
		await clock.pass(1);
		expect(pausing).toContain('c');
	});

	it('asks at once where the last probe was cut off, which says nothing', async () => {
		const { clock, service, probes, passed, wait } = start();
		service.latency = 400;
		const cancel = new AbortController();
		await clock.pass(1000);
		wait('a', cancel.signal);
		await clock.pass(100);
		cancel.abort(new Error('given up'));
		await clock.pass(300);
		service.isBack = true;
		wait('b');
		await clock.pass(400);
		expect(probes).toEqual([1000, 1400]);
		expect(passed).toEqual(['a: given up', 'b']);
	});

	it('is not kept where it loses its patience as it learns of a pause', async () => {
		const { clock, breaker, passed, wait } = start();
		const cancel = new AbortController();
		wait('prober');
		const onPause = () => cancel.abort(new Error('given up'));
		const ask = async () => await Promise.resolve(false);
		void breaker
			.untilClosed({ ask, onPause, signal: cancel.signal })
			.catch((reason: Error) => passed.push(reason.message));
		await clock.pass(1);
		expect(passed).toEqual(['given up']);
	});
});

describe('a circuit breaker after a good probe', () => {
	async function afterProbe() {
		const all = start({ isBack: true });
		all.wait('first');
		await all.clock.pass(1000);
		expect(all.breaker.isOpen).toBe(false);
		return all;
	}

	it('opens again at the first failure', async () => {
		const { breaker } = await afterProbe();
		breaker.failed('503');
		expect(breaker.isOpen).toBe(true);
	});

	it('needs three failures again once a request was answered', async () => {
		const { breaker } = await afterProbe();
		breaker.answered();
		fail(breaker, 2);
		expect(breaker.isOpen).toBe(false);
		breaker.failed('503');
		expect(breaker.isOpen).toBe(true);
	});

	it('waits longer with each relapse, at most a minute', async () => {
		const { clock, breaker, probes, wait } = await afterProbe();
		for (let relapse = 0; relapse < 8; relapse++) {
			breaker.failed('503');
			const before = clock.now();
			wait(String(relapse));
			await clock.pass(60_000);
			const pause = probes.at(-1)! - before;
			const longest = Math.min(60_000, 2 ** (relapse + 1) * 1000);
			expect(pause).toBeLessThanOrEqual(longest);
			expect(pause).toBeGreaterThanOrEqual(0.75 * longest);
		}
	});

	it('waits so long once for each relapse: a probe that fails leaves nothing in doubt', async () => {
		const { clock, breaker, service, probes, wait } = await afterProbe();
		const relapse = async () => {
			breaker.failed('503');
			const before = clock.now();
			probes.length = 0;
			service.isBack = false;
			wait('relapsed');
			await clock.pass(90_000);
			service.isBack = true;
			await clock.pass(5000);
			return pauses(probes.map((time) => time - before));
		};
		for (const longest of [2000, 5000, 8000, 16_000]) {
			const [first, ...others] = await relapse();
			expect(first).toBeLessThanOrEqual(longest);
			expect(first).toBeGreaterThanOrEqual(0.75 * longest);
			expect(Math.max(...others)).toBeLessThanOrEqual(5000);
		}
	});

	it('probes as soon as ever after a new outage', async () => {
		const { clock, breaker, probes, wait } = await afterProbe();
		breaker.failed('503');
		wait('relapsed');
		await clock.pass(60_000);
		breaker.answered();
		fail(breaker, 3);
		const before = clock.now();
		wait('again');
		await clock.pass(60_000);
		expect(probes.at(-1)! - before).toBeLessThanOrEqual(250);
	});
});
