import { answers, later } from '../support/conducts';
import { runNode } from '../support/runNode';
import { accepts, sentFor, startService, type ScriptedService } from '../support/service';

/** Real runs against a slow or busy service, by the clock: each takes up to two minutes (R4, R6). */
let service: ScriptedService;
let credential: { baseUrl: string; apiKey: string };
let keys = 0;
beforeEach(async () => {
	service = await startService();
	credential = { baseUrl: service.url, apiKey: `key-of-a-busy-day-${(keys += 1)}` };
});
afterEach(async () => await service.close());

/** A person whose mark and number tell the requests apart. */
const person = (index: number) => ({
	email: `person-${index}@example.com`,
	number: `+1415555${String(index).padStart(4, '0')}`,
});

/** Sends an event for each person, in executions of so many items. @returns seconds until all have ended */
async function sendEvents(count: number, itemsEach: number) {
	const began = performance.now();
	const executions = Array.from({ length: count / itemsEach }, async (_, execution) => {
		const items = Array.from({ length: itemsEach }, (_, item) =>
			person(execution * itemsEach + item),
		);
		return await runNode('event: send', { items, credential });
	});
	const ended = await Promise.all(executions);
	expect(ended.filter(({ error }) => error !== undefined)).toEqual([]);
	expect(Object.values(service.sent())).toEqual(Array.from({ length: count }, () => 1));
	return (performance.now() - began) / 1000;
}

it.each([
	[2300, 20, 1, 15],
	[2300, 40, 40, 20],
	[8000, 20, 20, 60],
])(
	'answers after %i ms: %i events in executions of %i arrive within %i s (R4)',
	async (latency, count, itemsEach, seconds) => {
		service.fate = () => later(latency, accepts);
		const took = await sendEvents(count, itemsEach);
		console.info(`${count} events, ${latency} ms: ${took.toFixed(1)} s`);
		expect(took).toBeLessThan(seconds);
	},
);

it('of 600 executions at 30/s against a limit of 5/s no throttled one waits longer than 5 s (R6)', async () => {
	const limit = 5;
	let tokens = limit;
	let filledAt = performance.now();
	const throttledAt = new Map<string, number>();
	const waits: number[] = [];
	service.fate = (request) => {
		const now = performance.now();
		tokens = Math.min(limit, tokens + ((now - filledAt) * limit) / 1000);
		filledAt = now;
		const [mark = ''] = sentFor(request);
		if (tokens < 1) {
			if (!throttledAt.has(mark)) throttledAt.set(mark, now);
			return answers(429, { message: 'Too many requests' });
		}
		tokens -= 1;
		const since = throttledAt.get(mark);
		if (since !== undefined) waits.push((now - since) / 1000);
		return undefined;
	};
	const pause = async (milliseconds: number) =>
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
	const began = performance.now();
	const executions = Array.from({ length: 600 }, async (_, index) => {
		await pause((index * 1000) / 30);
		return await runNode('event: send', { items: [person(index)], credential });
	});
	const ended = await Promise.all(executions);
	const took = (performance.now() - began) / 1000;
	const longest = Math.max(0, ...waits);
	console.info(
		`600 executions: ${took.toFixed(0)} s, ${throttledAt.size} throttled, the longest for ${longest.toFixed(1)} s`,
	);
	expect(ended.filter(({ error }) => error !== undefined)).toEqual([]);
	expect(longest).toBeLessThan(5);
}, 400_000);
