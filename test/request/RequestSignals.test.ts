import { getEventListeners } from 'node:events';

import { VirtualClock } from '../../bench/pacing/VirtualClock';
import { RequestSignals } from '../../nodes/Messenger/http/RequestSignals';

function start(timeout = 5000) {
	const clock = new VirtualClock();
	const cancel = new AbortController();
	const signals = new RequestSignals(timeout, clock, cancel.signal);
	let running = 0;
	let mostRunning = 0;
	const { sleep } = clock;
	jest.spyOn(clock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		running += 1;
		mostRunning = Math.max(mostRunning, running);
		await sleep.call(clock, milliseconds, signal);
		running -= 1;
	});
	const timers = () => ({ running, mostRunning });
	return { clock, cancel, signals, timers };
}

describe('a request', () => {
	it('is ended when its time is over', async () => {
		const { clock, signals } = start();
		await clock.pass(1000);
		const request = signals.begin();
		await clock.pass(4999);
		expect(request.signal.aborted).toBe(false);
		expect(request.isOverdue).toBe(false);
		await clock.pass(1);
		expect(request.signal.reason).toEqual(new Error('The time for the request is over'));
		expect(request.isOverdue).toBe(true);
	});

	it('is ended on time, whatever others do', async () => {
		const { clock, signals } = start(1500);
		const first = signals.begin();
		await clock.pass(700);
		const second = signals.begin();
		await clock.pass(500);
		const third = signals.begin();
		second.end();
		await clock.pass(300);
		expect([first.isOverdue, third.isOverdue]).toEqual([true, false]);
		await clock.pass(1199);
		expect(third.isOverdue).toBe(false);
		await clock.pass(1);
		expect(third.isOverdue).toBe(true);
		expect(second.signal.aborted).toBe(false);
	});

	it('is left alone once it has ended by itself', async () => {
		const { clock, cancel, signals } = start();
		const request = signals.begin();
		request.end();
		cancel.abort();
		await clock.pass();
		expect(request.signal.aborted).toBe(false);
		expect(request.isOverdue).toBe(false);
	});

	it('is watched also where all before it have long ended', async () => {
		const { clock, signals } = start(100);
		signals.begin().end();
		await clock.pass(10_000);
		const request = signals.begin();
		await clock.pass(100);
		expect(request.isOverdue).toBe(true);
	});
});

describe('a cancelled execution', () => {
	it('ends the requests that are still going on when another has ended', () => {
		const { cancel, signals } = start();
		const [ended, going] = [signals.begin(), signals.begin()];
		ended.end();
		cancel.abort();
		expect([ended.signal.aborted, going.signal.aborted]).toEqual([false, true]);
	});

	it('ends all requests with its reason, and none of them is overdue', () => {
		const { cancel, signals } = start();
		const requests = [signals.begin(), signals.begin()];
		cancel.abort(new Error('cancelled'));
		for (const { signal, isOverdue } of requests) {
			expect((signal.reason as Error).message).toBe('cancelled');
			expect(isOverdue).toBe(false);
		}
	});

	it('begins no further request', () => {
		const { cancel, signals } = start();
		cancel.abort(new Error('cancelled'));
		expect((signals.begin().signal.reason as Error).message).toBe('cancelled');
	});
});

describe('a thousand requests', () => {
	it('have one timer together', async () => {
		const { clock, signals, timers } = start();
		for (let count = 0; count < 1000; count++) {
			signals.begin();
			if (count % 100 === 0) await clock.pass(1);
		}
		await clock.pass();
		expect(timers()).toEqual({ running: 0, mostRunning: 1 });
	});

	it('leave no timer behind for longer than a second', async () => {
		const { clock, signals, timers } = start(300_000);
		const requests = Array.from({ length: 1000 }, () => signals.begin());
		await clock.pass(5500);
		for (const request of requests) request.end();
		await clock.pass(1000);
		expect(timers().running).toBe(0);
	});

	it('listen once for the cancelling, and not any more when they have ended', () => {
		const { cancel, signals } = start();
		const listening = () => getEventListeners(cancel.signal, 'abort').length;
		const requests = Array.from({ length: 1000 }, () => signals.begin());
		expect(listening()).toBe(1);
		for (const request of requests) request.end();
		expect(listening()).toBe(0);
	});
});
