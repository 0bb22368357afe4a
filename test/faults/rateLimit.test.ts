import type { INodeParameters } from 'n8n-workflow';

import { answers, later } from './conducts';
import { FaultyService, type Conduct } from './FaultyService';
import { itemOf, operations, type FaultedOperation } from './operations';
import { continueOnFail, runNode } from './run';

const refuses = (headers = {}) => answers(429, {}, headers);

/** Runs an operation against a service that follows a script. */
async function run(
	operation: FaultedOperation,
	script: Conduct[],
	{ items = 1, requestOptions = {} as INodeParameters, settings = {} } = {},
) {
	const service = await FaultyService.start(...script);
	const beganAt = performance.now();
	try {
		const { error, json } = await runNode(
			{ ...operation.parameters, requestOptions },
			{ baseUrl: service.url, apiKey: 'rate-limit-key', items, settings },
		);
		return {
			error: error as (typeof error & { failure?: unknown }) | undefined,
			output: json('Messenger'),
			order: service.requests.map(itemOf),
			gaps: service.connections.map(
				(time, index) => time - (service.connections[index - 1] ?? time),
			),
			seconds: (performance.now() - beganAt) / 1000,
		};
	} finally {
		await service.close();
	}
}

describe.each(operations)('$name, refused by the rate limit,', (operation) => {
	const good = answers(200, operation.answer);

	it('is sent again until it is accepted', async () => {
		const { error, output, order } = await run(operation, [refuses(), refuses(), good]);
		expect(error).toBeUndefined();
		expect(output).toEqual([operation.output]);
		expect(order).toEqual([0, 0, 0]);
	});

	it('waits as many seconds as Retry-After says', async () => {
		const { output, gaps } = await run(operation, [refuses({ 'Retry-After': '1' }), good]);
		expect(output).toEqual([operation.output]);
		expect(gaps[1]).toBeGreaterThanOrEqual(990);
		expect(gaps[1]).toBeLessThan(2500);
	});

	it('waits until the time that Retry-After says', async () => {
		// An HTTP date has whole seconds, so that this one is 1 to 2 seconds ahead.
		const date = new Date(Math.floor(Date.now() / 1000) * 1000 + 2000);
		const { output } = await run(operation, [refuses({ 'Retry-After': date.toUTCString() }), good]);
		expect(output).toEqual([operation.output]);
		expect(Date.now()).toBeGreaterThanOrEqual(date.getTime());
	});

	it('goes before the items that were not sent yet', async () => {
		const { order, error } = await run(operation, [good, refuses(), good], {
			items: 4,
			requestOptions: { maxConcurrency: 1 },
		});
		expect(error).toBeUndefined();
		expect(order).toEqual([0, 1, 1, 2, 3]);
	});

	it('is given up after Max Retry Wait, and the error says how long it was tried', async () => {
		const { error, order, seconds } = await run(operation, [refuses()], {
			requestOptions: { maxRetryWait: 1 },
		});
		expect(error).toMatchObject({
			message: 'Rate limit exceeded',
			httpCode: '429',
			failure: { cause: 'rate-limited' },
		});
		const [, often, long] = /refused this request (once|\d+ times) in ([\d.]+) s\./.exec(
			error?.description ?? '',
		)!;
		expect(often).toBe(order.length === 1 ? 'once' : `${order.length} times`);
		expect(Number(long)).toBeLessThanOrEqual(1.2);
		expect(Number(long)).toBeGreaterThan(0.3);
		expect(seconds).toBeGreaterThan(0.3);
		expect(seconds).toBeLessThan(3);
	});

	it('is given up at once where Retry-After asks for more than Max Retry Wait, which the error declares', async () => {
		const { error, order, seconds } = await run(operation, [refuses({ 'Retry-After': '120' })], {
			requestOptions: { maxRetryWait: 100 },
		});
		expect(order).toEqual([0]);
		expect(seconds).toBeLessThan(2);
		expect(error?.description).toContain('the last time asking to wait 120 s');
		expect(error?.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 120_000 });
	});

	it('is not given up for the time that it waited for its turn', async () => {
		const slow = later(700, good);
		const { output, order } = await run(operation, [slow, slow, refuses(), good], {
			items: 3,
			requestOptions: { maxConcurrency: 1, maxRetryWait: 1.2 },
			settings: continueOnFail,
		});
		expect(order).toEqual([0, 1, 2, 2]);
		expect(output).toHaveLength(3);
		expect(JSON.stringify(output)).not.toContain('Rate limit exceeded');
	});
});
