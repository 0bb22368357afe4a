import { getEventListeners } from 'node:events';

import { systemClock } from '../../../nodes/runtime/http/clock';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Begins to sleep, and tells how that has ended so far. */
function asleep(milliseconds: number) {
	const stop = new AbortController();
	const ended = jest.fn();
	systemClock.sleep(milliseconds, stop.signal).then(ended, ended);
	return { stop, ended };
}

describe('a sleep', () => {
	it('lasts as long as it is told, and adds no listener: Node warns after ten', async () => {
		const { stop, ended } = asleep(2500);
		expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
		await jest.advanceTimersByTimeAsync(2499);
		expect(ended).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		expect(ended).toHaveBeenCalledWith(undefined);
	});

	it('of 0 ms lets happen what follows at once', async () => {
		const { ended } = asleep(0);
		await Promise.resolve();
		expect(ended).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(0);
		expect(ended).toHaveBeenCalledWith(undefined);
	});

	it.each([5000, 2 ** 31, Infinity])(
		'of %d ms ends soon after the signal',
		async (milliseconds) => {
			const { stop, ended } = asleep(milliseconds);
			await jest.advanceTimersByTimeAsync(3000);
			expect(ended).not.toHaveBeenCalled();
			stop.abort('stopped');
			await jest.advanceTimersByTimeAsync(250);
			expect(ended).toHaveBeenCalledWith('stopped');
			await expect(systemClock.sleep(milliseconds, stop.signal)).rejects.toBe('stopped');
			expect(jest.getTimerCount()).toBe(0);
		},
	);
});

it('the time is the real one, and chance is from 0 to 1', () => {
	jest.useRealTimers();
	expect(systemClock.now()).toBeLessThanOrEqual(performance.now());
	expect(Math.floor(systemClock.random())).toBe(0);
});
