import { sleep } from 'n8n-workflow';

/** Time and chance come from outside, so that tests and the simulation run without waiting. */
export interface Clock {
	/** Milliseconds since some moment in the past; never goes back. */
	now(): number;
	/** Waits so many milliseconds; 0 only yields. Rejects with the signal's reason if it is aborted before. */
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** From 0 (included) to 1 (excluded). */
	random(): number;
}

/** Milliseconds. n8n's `sleep` can't be aborted: a long one is cut into slices, so that at most one outlives it. */
const longestSlice = 1000;

export const systemClock: Clock = {
	now: () => performance.now(),
	async sleep(milliseconds, signal) {
		signal.throwIfAborted();
		const done = new AbortController();
		const aborted = new Promise<never>((_, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
		});
		try {
			let left = milliseconds;
			do {
				await Promise.race([sleep(Math.min(left, longestSlice)), aborted]);
				left -= longestSlice;
			} while (left > 0);
		} finally {
			done.abort(null);
		}
	},
	random: () => Math.random(),
};
