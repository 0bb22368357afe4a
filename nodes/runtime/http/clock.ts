import { sleep } from 'n8n-workflow';

/** Time and chance come from outside, so that tests and the simulation run without waiting. */
export interface Clock {
	/** Milliseconds since some moment in the past; never goes back. */
	now(): number;
	/** Waits so many milliseconds; 0 only yields. Rejects with the signal's reason if it is aborted before. */
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** A number from 0 (included) to 1 (excluded). */
	random(): number;
}

/** Milliseconds. n8n's `sleep` can't be aborted: a long one is cut into slices, so that at most one outlives it. */
const longestSlice = 1000;

/** The time and chance of the node; the tests and the simulation have others. */
export const systemClock: Clock = {
	now: () => performance.now(),
	async sleep(milliseconds, signal) {
		signal.throwIfAborted();
		let wake = () => {};
		const aborted = new Promise<never>((_, reject) => {
			wake = () => reject(signal.reason);
			signal.addEventListener('abort', wake);
		});
		try {
			let left = milliseconds;
			do {
				await Promise.race([sleep(Math.min(left, longestSlice)), aborted]);
				left -= longestSlice;
			} while (left > 0);
		} finally {
			signal.removeEventListener('abort', wake);
		}
	},
	random: () => Math.random(),
};
