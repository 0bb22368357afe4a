import { sleep } from 'n8n-workflow';

import { AbortWatch } from '../gate/AbortWatch';
import type { Clock } from './Clock';

/**
 * n8n's sleep cannot be ended, and leaves its timer behind when nobody waits for it any more: long
 * waits are made of slices, so that a cancelled execution leaves at most one second behind.
 */
const longestSlice = 1000;

/** Many requests of a run may sleep at once, until its one signal. */
const sleeping = new AbortWatch<(reason: unknown) => void>((wake, reason) => wake(reason));

async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	let wake: (reason: unknown) => void = () => {};
	const aborted = new Promise<never>((_, reject) => {
		wake = reject;
		sleeping.add(wake, signal);
	});
	try {
		for (let left = milliseconds; left > 0; left -= longestSlice) {
			await Promise.race([sleep(Math.min(left, longestSlice)), aborted]);
		}
	} finally {
		sleeping.delete(wake, signal);
	}
}

/** The time and chance of the node; the tests and the simulation have others. */
export const systemClock = {
	now: () => performance.now(),
	sleep: async (milliseconds, signal) =>
		await (signal ? sleepUnlessAborted(milliseconds, signal) : sleep(milliseconds)),
	random: () => Math.random(),
} satisfies Clock;
