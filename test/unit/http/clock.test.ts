import { getEventListeners } from 'node:events';

import { systemClock } from '../../../nodes/Messenger/http/clock';
import '../../support/onTheClock';

/** What is thrown, and after how many milliseconds. */
async function thrownBy(act: () => Promise<unknown>): Promise<[error: unknown, after: number]> {
	const before = performance.now();
	const error = await act().then(
		() => 'nothing',
		(thrown: unknown) => thrown,
	);
	return [error, performance.now() - before];
}

describe('a sleep', () => {
	it('lasts as long as it is told', async () => {
		const before = performance.now();
		await systemClock.sleep(1200, new AbortController().signal);
		const slept = performance.now() - before;
		expect(slept).toBeGreaterThan(1190);
		expect(slept).toBeLessThan(1700);
	});

	it('ends when the signal is aborted, with its reason, or does not begin', async () => {
		const stop = new AbortController();
		const sleeping = thrownBy(async () => await systemClock.sleep(5000, stop.signal));
		stop.abort('stopped');
		for (const ended of [sleeping, thrownBy(() => systemClock.sleep(5000, stop.signal))]) {
			expect(await ended).toEqual(['stopped', expect.any(Number)]);
			expect((await ended)[1]).toBeLessThan(900);
		}
	});

	it.each([2 ** 31, Infinity])(
		'of %d ms, too long for a timer of Node, does not end',
		async (long) => {
			const stop = new AbortController();
			const sleeping = thrownBy(async () => await systemClock.sleep(long, stop.signal));
			await systemClock.sleep(50, stop.signal);
			stop.abort('stopped');
			expect((await sleeping)[0]).toBe('stopped');
		},
	);

	it('listens to the signal no longer than it lasts', async () => {
		const { signal } = new AbortController();
		await systemClock.sleep(10, signal);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
