import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until something is so.
 * @throws Error where it is not so within three minutes
 */
export async function until(isSo: () => Promise<boolean>, pause = 20): Promise<void> {
	const deadline = Date.now() + 180_000;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error('It did not happen within three minutes');
		await wait(pause);
	}
}
