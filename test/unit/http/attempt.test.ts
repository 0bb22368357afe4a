import { getEventListeners } from 'node:events';

import { systemClock } from '../../../nodes/Messenger/http/clock';
import { attempt } from '../../../nodes/Messenger/http/transport';
import { response } from '../../support/reader';
import '../../support/onTheClock';

const never = async () => await new Promise<never>(() => {});

const noResponse = { kind: 'no response', requestLeft: true };

/** What comes of something, and after how many milliseconds. */
async function timed<Result>(act: () => Promise<Result>): Promise<[result: Result, after: number]> {
	const before = performance.now();
	const result = await act();
	return [result, performance.now() - before];
}

afterEach(() => jest.restoreAllMocks());

describe('an attempt', () => {
	it('gives what comes back, and leaves nothing behind', async () => {
		const cancel = new AbortController();
		const sleep = jest.spyOn(systemClock, 'sleep');
		const answer = response(200, {});
		expect(await attempt(300_000, cancel.signal, async () => await Promise.resolve(answer))).toBe(
			answer,
		);
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
		await expect(sleep.mock.results[0]?.value).rejects.toBeDefined();
	});

	it('gives the failure that it throws', async () => {
		const error = Object.assign(new Error('own'), { code: 'ECONNREFUSED' });
		const result = await attempt(5000, undefined, async () => await Promise.reject(error));
		expect(result).toEqual({
			kind: 'no response',
			code: 'ECONNREFUSED',
			reason: 'own',
			requestLeft: false,
		});
	});

	it('is given up when the time is over, and is told so', async () => {
		let told: AbortSignal | undefined;
		const [result, after] = await timed(() =>
			attempt(200, new AbortController().signal, async (signal) => {
				told = signal;
				return await never();
			}),
		);
		expect(result).toEqual({
			...noResponse,
			code: 'ECONNABORTED',
			reason: 'no response within 0.2 s',
		});
		expect(told?.aborted).toBe(true);
		expect(after).toBeGreaterThan(190);
		expect(after).toBeLessThan(1500);
	});

	it.each(['before', 'meanwhile'])('is given up at once where it is cancelled %s', async (when) => {
		const cancel = new AbortController();
		if (when === 'before') cancel.abort();
		const ending = timed(() => attempt(5000, cancel.signal, never));
		cancel.abort();
		const [result, after] = await ending;
		expect(result).toEqual({
			...noResponse,
			code: 'ERR_CANCELED',
			reason: 'the execution was cancelled',
		});
		expect(after).toBeLessThan(900);
	});
});
