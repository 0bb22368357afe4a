import { answers, later } from '../support/conducts';
import type { FaultyService } from '../support/FaultyService';
import { continues, execute, type ErrorItem } from './execution';
import { event, models, sendToItems, type MarkedOperation } from './operations';
import { accepts, arrivals, people, startService, type Fate } from '../support/service';
import '../support/onTheClock';

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

const pause = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Cancels a run after so many milliseconds from its first request on, and watches what follows. */
async function cancelled(
	{ parameters }: MarkedOperation,
	after: number,
	{ node = {}, count = 300, requestOptions = {} } = {},
) {
	const stop = new AbortController();
	const running = execute(
		{ ...parameters, requestOptions },
		{ url: service.url, items: people(count), node, signal: stop.signal },
	);
	while (service.connections.length === 0) await pause(5);
	await pause(after);
	const start = performance.now();
	stop.abort();
	const { run } = await running;
	const took = performance.now() - start;
	// What had been written to the socket by then is still to be read by the service.
	await pause(50);
	const left = service.requests.length;
	await pause(300);
	return { took, sentAfterwards: service.requests.length - left, status: run.run.status, left };
}

// Every operation is cancelled, at any moment, in cancelAnywhere.
describe.each(models)('$name, cancelled', (operation) => {
	const moments: Array<[name: string, moment: () => Fate, after: number]> = [
		['while requests are answered', () => () => later(20, accepts), 100],
		['before its first answer', () => () => later(5_000, accepts), 50],
		[
			'while the rate limit keeps it waiting',
			() => (_request, position) =>
				position < 5 ? undefined : answers(429, {}, { 'Retry-After': '20' }),
			200,
		],
		[
			'while it waits for a service that answers 503',
			() => (_request, position) => (position < 5 ? undefined : answers(503, {})),
			700,
		],
		[
			'while its probe of a silent service has no answer',
			() => (_request, position) =>
				position < 5
					? undefined
					: position < 8
						? { onRequest: (response) => response.socket?.resetAndDestroy() }
						: { onRequest: () => {} },
			900,
		],
	];

	it.each(moments)(
		'%s, ends within a second and sends nothing more',
		async (_name, moment, after) => {
			fate = moment();
			const { took, sentAfterwards, status, left } = await cancelled(operation, after, {
				node: continues,
				requestOptions: { maxConcurrency: 10 },
			});
			expect(took).toBeLessThan(1_000);
			expect(sentAfterwards).toBe(0);
			expect(status).toBe('canceled');
			expect(left).toBeLessThan(300);
		},
	);

	it('during a pause of Batching, ends within a second and sends nothing more', async () => {
		fate = () => undefined;
		const batching = { batch: { batchSize: 2, batchInterval: 20_000 } };
		const { took, sentAfterwards } = await cancelled(operation, 100, {
			count: 10,
			requestOptions: { batching },
		});
		expect(took).toBeLessThan(1_000);
		expect(sentAfterwards).toBe(0);
	});
});

it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'leaves in the execution what became of each item, under %s, and not its input',
	async (onError) => {
		fate = (_request, position) => (position < 5 ? undefined : { onRequest: () => {} });
		const stop = new AbortController();
		const running = execute(event, {
			url: service.url,
			items: people(300),
			node: { onError },
			signal: stop.signal,
		});
		while (service.requests.length < 6) await pause(5);
		stop.abort();
		const { run } = await running;
		expect(run.run.status).toBe('canceled');
		const output = [0, 1].flatMap((index) => run.items('Messenger', index));
		const states = output.map(({ json }) => (json as Partial<ErrorItem>).details?.state);
		const counted = (state?: string) => states.filter((one) => one === state).length;
		expect(counted()).toBe(5);
		// The last of them may not have arrived when it was cancelled.
		expect(counted('uncertain')).toBeGreaterThanOrEqual(service.requests.length - 5);
		expect(counted('uncertain')).toBeLessThanOrEqual(10);
		expect(counted('uncertain') + counted('not sent')).toBe(295);
		const items = output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(items.sort((a, b) => a - b)).toEqual([...Array(300).keys()]);
	},
);

it('cancelled while it reads its items, a run sends nothing, and says so', async () => {
	const stop = new AbortController();
	const items = people(20_000);
	const running = execute(event, { url: service.url, items, signal: stop.signal });
	// n8n gets its turn between the items.
	await pause(300);
	stop.abort();
	const { run, error } = await running;
	expect(run.run.status).toBe('canceled');
	expect(error?.context.run).toMatchObject({ accepted: [], uncertain: [], failed: [] });
	expect(service.connections).toEqual([]);
});

it('cancelled while it reads its items, a retry forgets nothing that was accepted', async () => {
	fate = (_request, position) => (position < 4 ? undefined : answers(400, { message: 'No' }));
	const parameters = { ...sendToItems, options: { recipientsPerRequest: 500 } };
	const items = people(4_000);
	const first = await execute(parameters, { url: service.url, items });
	const { accepted } = first.error?.context.run as { accepted: number[] };
	expect(accepted).toHaveLength(2_000);
	fate = () => undefined;
	service.requests.length = 0;
	const stop = new AbortController();
	const retrying = first.retry({ signal: stop.signal });
	await pause(10);
	stop.abort();
	const cancelled = await retrying;
	expect(cancelled.run.run.status).toBe('canceled');
	expect(cancelled.error?.context.run).toMatchObject({ accepted });
	const last = await cancelled.retry();
	expect(last.output).toHaveLength(items.length);
	expect(arrivals(service.requests).size).toBe(items.length - accepted.length);
});
