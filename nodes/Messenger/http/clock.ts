import { sleep } from 'n8n-workflow';

/** Time and chance come from outside, so that tests and the simulation run without waiting. */
export interface Clock {
	/** Milliseconds since some moment in the past; never goes back. */
	now(): number;
	/** Waits so many milliseconds; rejects with the signal's reason when that is aborted before. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** A number from 0 (included) to 1 (excluded). */
	random(): number;
}

/**
 * n8n's sleep cannot be ended in all versions, and leaves its timer behind: long waits are made of slices, so
 * that at most one second is left behind.
 */
const longestSlice = 1000;

async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	let wake = () => {};
	const aborted = new Promise<never>((_, reject) => {
		wake = () => reject(signal.reason);
		signal.addEventListener('abort', wake);
	});
	try {
		for (let left = milliseconds; left > 0; left -= longestSlice) {
			await Promise.race([sleep(Math.min(left, longestSlice)), aborted]);
		}
	} finally {
		signal.removeEventListener('abort', wake);
	}
}

/** The time and chance of the node; the tests and the simulation have others. */
export const systemClock = {
	now: () => performance.now(),
	sleep: async (milliseconds, signal) =>
		await (signal ? sleepUnlessAborted(milliseconds, signal) : sleep(milliseconds)),
	random: () => Math.random(),
} satisfies Clock;

/** Why something was ended before it was done. */
export class EndedEarly extends Error {
	constructor(readonly by: 'timeout' | 'cancel') {
		super(`Ended early by ${by}`);
	}
}

/**
 * Does something within a time.
 *
 * @param milliseconds after which it is given up
 * @param cancelled ends it before that
 * @param act is told by a signal when it is ended
 * @throws EndedEarly at once, whatever `act` makes of the signal
 */
export async function withinTime<Result>(
	milliseconds: number,
	cancelled: AbortSignal | undefined,
	act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const ending = new AbortController();
	const end = (by: EndedEarly['by']) => ending.abort(new EndedEarly(by));
	const cancel = () => end('cancel');
	cancelled?.addEventListener('abort', cancel);
	if (cancelled?.aborted) cancel();
	systemClock.sleep(milliseconds, ending.signal).then(
		() => end('timeout'),
		() => {},
	);
	try {
		const ended = new Promise<never>((_, reject) => {
			ending.signal.throwIfAborted();
			ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
		});
		return await Promise.race([act(ending.signal), ended]);
	} finally {
		cancelled?.removeEventListener('abort', cancel);
		ending.abort(null);
	}
}
