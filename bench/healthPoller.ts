import { setTimeout as wait } from 'node:timers/promises';

/** The poller's observations between `start` and `stop`. */
export interface Polls {
	/** When n8n has answered, in milliseconds since 1970. */
	answeredAt: number[];
	/** By how much the poller itself was late at most, in milliseconds. */
	late: number;
}

const interval = 20;

let polls: Polls | undefined;

/** Asks, one request at a time, 20 ms after the last one was sent or when it is answered. */
async function poll(url: string): Promise<void> {
	const own: Polls = { answeredAt: [], late: 0 };
	polls = own;
	while (polls === own) {
		const sentAt = Date.now();
		if (await answers(url)) own.answeredAt.push(Date.now());
		const pause = Math.max(0, sentAt + interval - Date.now());
		const dueAt = Date.now() + pause;
		await wait(pause);
		own.late = Math.max(own.late, Date.now() - dueAt);
	}
}

/** True if n8n answers. A closed connection isn't an answer. */
async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		await response.arrayBuffer();
		return response.ok;
	} catch {
		return false;
	}
}

process.on('message', (message: { start: string } | { stop: true }) => {
	if ('start' in message) return void poll(message.start);
	process.send?.(polls);
	polls = undefined;
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
