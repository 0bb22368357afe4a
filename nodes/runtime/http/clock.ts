import { sleep } from 'n8n-workflow';

/** Time and chance come from outside, so that tests run without waiting. */
export interface Clock {
	/** Milliseconds since some moment in the past; never goes back. */
	now(): number;
	/** Waits so many milliseconds; 0 only yields. Rejects with the signal's reason soon after it is aborted. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** From 0 (included) to 1 (excluded). */
	random(): number;
}

/** Milliseconds after which an abort is noticed at the latest: n8n's own `sleep` can't be aborted. */
const slice = 250;

export const systemClock: Clock = {
	now: () => performance.now(),
	async sleep(milliseconds, signal) {
		let left = milliseconds;
		do {
			signal?.throwIfAborted();
			await sleep(Math.min(left, slice));
			left -= slice;
		} while (left > 0);
		signal?.throwIfAborted();
	},
	random: () => Math.random(),
};
