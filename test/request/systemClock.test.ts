import { getEventListeners } from 'node:events';

import { systemClock as clock } from '../../nodes/Messenger/http/systemClock';
import '../support/onTheClock';

it('sleeps as long as it is told', async () => {
	const before = performance.now();
	await clock.sleep(1200, undefined);
	await clock.sleep(1200, new AbortController().signal);
	const slept = performance.now() - before;
	expect(slept).toBeGreaterThan(2380);
	expect(slept).toBeLessThan(3400);
});

it('wakes up when the signal is aborted, with its reason', async () => {
	const stop = new AbortController();
	const before = performance.now();
	const sleeping = clock.sleep(5000, stop.signal);
	stop.abort(new Error('stopped'));
	await expect(sleeping).rejects.toThrow('stopped');
	expect(performance.now() - before).toBeLessThan(900);
});

it('does not fall asleep where the signal was aborted before', async () => {
	await expect(clock.sleep(5000, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
		'stopped',
	);
});

it('listens once for the end of a run, however many of its requests sleep', async () => {
	const stop = new AbortController();
	const sleeping = Array.from({ length: 50 }, async () => await clock.sleep(5000, stop.signal));
	expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
	stop.abort(new Error('stopped'));
	const ended = await Promise.allSettled(sleeping);
	expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
	const another = new AbortController();
	await clock.sleep(10, another.signal);
	expect(getEventListeners(another.signal, 'abort')).toEqual([]);
});
