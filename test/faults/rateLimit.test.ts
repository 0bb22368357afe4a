import { answers, later, neverAnswers } from '../support/conducts';
import type { Conduct } from '../support/FaultyService';
import { skipPauses, speed } from '../support/pauses';
import { continues } from '../support/runNode';
import { accepts, sentFor } from '../support/service';
import { ended, operations, run, service, writing } from './scripted';

const refuses = (headers = {}) => answers(429, {}, headers);

/** The item of each request. */
const order = () => service.requests.map((request) => Number(sentFor(request)[0]));

/** The service follows a script of conducts, and then accepts. */
const follow = (...script: Conduct[]) => (service.fate = (_request, position) => script[position]);

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

it.each(operations)('$name is sent again until it is accepted (R6)', async ({ marked }) => {
	follow(refuses(), refuses());
	const { error, output, hints } = await run(marked, { items: 1 });
	expect([error, output.length]).toEqual([undefined, 1]);
	expect(order()).toEqual([0, 0, 0]);
	expect(hints.join()).toContain('rate limit');
});

it('the run waits as long as Retry-After says (R6)', async () => {
	follow(refuses({ 'Retry-After': '10' }));
	const { error } = await run(writing, { items: 1 });
	expect(error).toBeUndefined();
	const [first, second, ...more] = service.connections;
	expect(more).toEqual([]);
	const seconds = ((second! - first!) * speed) / 1000;
	expect(seconds).toBeGreaterThan(9.9);
	expect(seconds).toBeLessThan(40);
});

describe('Max Retry Wait (R6)', () => {
	it.each<[string, object, number]>([
		['nothing', {}, 2],
		['an hour', { 'Retry-After': '3600' }, 0],
	])('ends a run and the next where Retry-After is %s', async (name, headers, least) => {
		service.fate = (_request, position) => (position < 3 ? undefined : refuses(headers));
		const parameters = { ...writing, requestOptions: { maxRetryWait: 2 } };
		const apiKey = `sk-live-retry-after-${name.replaceAll(' ', '-')}`;
		for (const accepted of [[0, 1, 2], []]) {
			const start = performance.now();
			const stopped = ended(await run(parameters, { apiKey }));
			const seconds = ((performance.now() - start) * speed) / 1000;
			expect(stopped).toMatchObject({ accepted, uncertain: [] });
			expect(seconds).toBeGreaterThanOrEqual(least);
			expect(seconds).toBeLessThan(least + 60);
		}
	});

	it('counts neither Batching, nor Max Concurrency, nor a request on its way', async () => {
		const slow = later(100, accepts);
		follow(slow, slow, refuses({ 'Retry-After': '1' }));
		const batching = { batch: { batchSize: 1, batchInterval: 2_500 } };
		const requestOptions = { maxConcurrency: 1, maxRetryWait: 1.5, batching };
		const { error } = await run({ ...writing, requestOptions }, { items: 4 });
		expect(error).toBeUndefined();
		expect(order()).toEqual([0, 1, 2, 2, 3]);
	});
});

it.each([
	['on a new key', 0],
	['after accepted runs', 20],
])('one slow request keeps back no other run of the key, %s (R4)', async (name, before) => {
	const ending = new AbortController();
	const apiKey = `sk-live-${name.replaceAll(' ', '-')}`;
	const one = async (index: number, signal?: AbortSignal) => {
		const items = [{ email: `person-${index}@example.com` }];
		return await run(writing, { items, apiKey, signal, node: continues });
	};
	for (let index = 0; index < before; index += 1) await one(index);
	// Requests that leave at once may arrive in any order.
	service.fate = ({ body }) =>
		JSON.stringify(body).includes('person-99@') ? neverAnswers : undefined;
	const start = performance.now();
	const slow = one(99, ending.signal);
	const others = await Promise.all(Array.from({ length: 9 }, async (_, index) => await one(index)));
	expect(((performance.now() - start) * speed) / 1000).toBeLessThan(60);
	expect(others.flatMap(({ failed }) => failed)).toEqual([]);
	ending.abort();
	await slow;
	expect(service.requests).toHaveLength(before + 10);
});
