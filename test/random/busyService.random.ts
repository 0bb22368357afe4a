import { setTimeout as pause } from 'node:timers/promises';

import { answers, later } from '../support/conducts';
import { runNode } from '../support/runNode';
import { accepts, people, sentFor, startService, type Fate } from '../support/service';

let keys = 0;

/** Real runs against a slow or busy service, by the clock: sends an event for each person. @returns seconds */
async function sendEvents(count: number, itemsEach: number, fate: Fate, interval = 0) {
	const service = await startService(fate);
	const credential = { baseUrl: service.url, apiKey: `key-of-a-busy-day-${(keys += 1)}` };
	const items = people(count);
	const began = performance.now();
	const executions = Array.from({ length: count / itemsEach }, async (_, index) => {
		await pause(index * interval);
		const first = index * itemsEach;
		return await runNode('event: send', {
			items: items.slice(first, first + itemsEach),
			credential,
		});
	});
	const ended = await Promise.all(executions);
	const seconds = (performance.now() - began) / 1000;
	await service.close();
	expect(ended.filter(({ error }) => error !== undefined)).toEqual([]);
	return seconds;
}

it.each([
	[2300, 20, 1, 15],
	[2300, 40, 40, 20],
	[8000, 20, 20, 60],
])(
	'answers after %i ms: %i events in executions of %i arrive within %i s (R4)',
	async (latency, count, itemsEach, seconds) => {
		expect(await sendEvents(count, itemsEach, () => later(latency, accepts))).toBeLessThan(seconds);
	},
);

it('of 600 executions at 30/s against a limit of 5/s no throttled one waits longer than 5 s (R6)', async () => {
	const limit = 5;
	let tokens = limit;
	let filledAt = performance.now();
	const throttledAt: Record<string, number> = {};
	const waits: number[] = [];
	await sendEvents(
		600,
		1,
		(request) => {
			const now = performance.now();
			tokens = Math.min(limit, tokens + ((now - filledAt) * limit) / 1000);
			filledAt = now;
			const [mark = ''] = sentFor(request);
			if (tokens < 1) {
				throttledAt[mark] ??= now;
				return answers(429, { message: 'Too many requests' });
			}
			tokens -= 1;
			waits.push((now - (throttledAt[mark] ?? now)) / 1000);
			return undefined;
		},
		1000 / 30,
	);
	console.info(`${Object.keys(throttledAt).length} throttled, the longest ${Math.max(...waits)} s`);
	expect(Math.max(...waits)).toBeLessThan(5);
}, 400_000);
