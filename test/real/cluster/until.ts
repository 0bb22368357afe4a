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

/**
 * Asks n8n again for up to a minute where it is just not ready, such as after its database was away.
 * @throws the last error
 */
export async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
	const deadline = Date.now() + 60_000;
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			if (!String(error).includes(' 503 ') || Date.now() > deadline) throw error;
			await wait(500);
		}
	}
}
