import type { INodeParameters } from 'n8n-workflow';

import { answers, later } from '../support/conducts';
import { declared } from '../support/declaredFailure';
import { FaultyService, type Conduct } from '../support/FaultyService';
import { cases, personOf } from '../node/cases';
import type { Case } from '../node/operations/operationCase';
import { measuredInParallel } from '../support/measuredInParallel';
import { runNode } from './run';

const refuses = (headers = {}) => answers(429, {}, headers);

/** Refuses until a time that is reckoned when the request has come. */
const refusesUntil = (date: () => string): Conduct => ({
	onRequest: (...request) => refuses({ 'Retry-After': date() }).onRequest?.(...request),
});

/** What a service does, and what the node is set to. */
interface Situation {
	script: (good: Conduct) => Conduct[];
	items?: number;
	requestOptions?: INodeParameters;
}

/** An HTTP date has whole seconds, so that this one is one to two seconds ahead. */
const dateAhead = () => new Date(Math.floor(Date.now() / 1000) * 1000 + 2000).toUTCString();

const situations = {
	'two refusals': { script: (good) => [refuses(), refuses(), good] },
	'seconds to wait': { script: (good) => [refuses({ 'Retry-After': '1' }), good] },
	'a time to wait for': { script: (good) => [refusesUntil(dateAhead), good] },
	'a refusal among others': {
		script: (good) => [good, refuses(), good],
		items: 4,
		requestOptions: { maxConcurrency: 1 },
	},
	'nothing but refusals': { script: () => [refuses()], requestOptions: { maxRetryWait: 1 } },
	'a wait that is too long': {
		script: () => [refuses({ 'Retry-After': '120' })],
		requestOptions: { maxRetryWait: 100 },
	},
	'a refusal after a long queue': {
		script: (good) => [later(1500, good), later(1500, good), refuses(), good],
		items: 3,
		requestOptions: { maxConcurrency: 1, maxRetryWait: 2.7 },
	},
} satisfies Record<string, Situation>;

async function meet(operation: Case, situation: keyof typeof situations) {
	const { script, items, requestOptions = {} }: Situation = situations[situation];
	const service = await FaultyService.start(...script(answers(200, operation.answer)));
	try {
		const { error, json } = await runNode(
			{ ...operation.marked, requestOptions },
			{ baseUrl: service.url, apiKey: 'rate-limit-key', items },
		);
		return {
			error: error as (typeof error & { failure?: unknown }) | undefined,
			output: json('Messenger'),
			order: service.requests.map(personOf),
			/** Milliseconds between the first request and the second. */
			gap: (service.connections[1] ?? 0) - (service.connections[0] ?? 0),
			/** From the first request on. */
			seconds: (performance.now() - service.connections[0]!) / 1000,
		};
	} finally {
		await service.close();
	}
}

// The first run of all waits for n8n to load.
beforeAll(async () => await meet(cases[0]!, 'two refusals'));

const names = Object.keys(situations) as Array<keyof typeof situations>;
const tasks = cases.flatMap((operation) => names.map((name) => ({ operation, name })));
const runs = measuredInParallel(
	tasks,
	12,
	async ({ operation, name }) => await meet(operation, name),
);

describe.each(cases)('$name, refused by the rate limit,', (operation) => {
	const seen = async (situation: keyof typeof situations) =>
		await runs.at(
			tasks.findIndex((task) => task.operation === operation && task.name === situation),
		);

	it('is sent again until it is accepted', async () => {
		const { error, output, order } = await seen('two refusals');
		expect(error).toBeUndefined();
		expect(output).toEqual([operation.output]);
		expect(order).toEqual([0, 0, 0]);
	});

	it('waits as many seconds as Retry-After says', async () => {
		const { output, gap } = await seen('seconds to wait');
		expect(output).toEqual([operation.output]);
		expect(gap).toBeGreaterThanOrEqual(990);
		expect(gap).toBeLessThan(3000);
	});

	it('waits until the time that Retry-After says', async () => {
		const { output, gap } = await seen('a time to wait for');
		expect(output).toEqual([operation.output]);
		expect(gap).toBeGreaterThanOrEqual(900);
	});

	it('goes before the items that were not sent yet', async () => {
		const { error, order } = await seen('a refusal among others');
		expect(error).toBeUndefined();
		expect(order).toEqual([0, 1, 1, 2, 3]);
	});

	it('is given up after Max Retry Wait, and the error says how often and how long it was tried', async () => {
		const { error, order, seconds } = await seen('nothing but refusals');
		expect(error).toMatchObject({
			message: 'Rate limit exceeded',
			httpCode: '429',
			...declared({ failure: { cause: 'rate-limited' } }),
		});
		const [, often, long] = /refused this request (once|\d+ times) in ([\d.]+) s\./.exec(
			error?.description ?? '',
		)!;
		expect(often).toBe(order.length === 1 ? 'once' : `${order.length} times`);
		expect(Number(long)).toBeGreaterThanOrEqual(0.9);
		expect(Number(long)).toBeLessThan(2);
		expect(seconds).toBeLessThan(4);
	});

	it('is given up at once where Retry-After asks for more than Max Retry Wait, and declares it', async () => {
		const { error, order, seconds } = await seen('a wait that is too long');
		expect(order).toEqual([0]);
		expect(seconds).toBeLessThan(3);
		expect(error?.description).toContain('asked to wait 120 s');
		expect(error?.failure).toEqual(declared({ cause: 'rate-limited', retryAfterMs: 120_000 }));
	});

	it('is not given up for the time that it waited for its turn', async () => {
		const { error, order, output } = await seen('a refusal after a long queue');
		expect(error).toBeUndefined();
		expect(order).toEqual([0, 1, 2, 2]);
		expect(output).toHaveLength(3);
	});
});
