import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until something is so.
 * @returns whether it was so within four minutes
 */
export async function happens(isSo: () => Promise<boolean>, pause = 500) {
	const deadline = Date.now() + 240_000;
	while (!(await isSo())) {
		if (Date.now() > deadline) return false;
		await wait(pause);
	}
	return true;
}

/** @throws Error if it does not happen within four minutes */
export async function until(isSo: () => Promise<boolean>, pause = 20) {
	if (!(await happens(isSo, pause))) throw new Error('It did not happen within four minutes');
}

/** True if a server on loopback accepts connections. */
export async function isListening(port: number) {
	const socket = connect(port, '127.0.0.1');
	return await once(socket, 'connect').then(
		() => Boolean(socket.destroy()),
		() => false,
	);
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
