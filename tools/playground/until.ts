import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until something is so.
 * @throws Error if it does not happen within four minutes
 */
export async function until(isSo: () => Promise<boolean>, pause = 20): Promise<void> {
	const deadline = Date.now() + 240_000;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error('It did not happen within four minutes');
		await wait(pause);
	}
}
