import type { INodeParameters } from 'n8n-workflow';

import type { FaultyService } from '../support/FaultyService';
import { countEvaluations } from '../support/evaluationCount';
import { continues, execute, retriesOnFail } from './execution';
import { operations, writing } from './operations';
import { arrivals, people, startService } from '../support/service';

let service: FaultyService;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const items = people(100);

/** For item 90 the expression asks for a node that is not there. */
function throwingAt90(parameters: INodeParameters): INodeParameters {
	const text = JSON.stringify(parameters).replace(
		/\$json\.(email|number)\.trim\(\)/,
		"$itemIndex === 90 ? $('Nobody').first().json.$1 : $json.$1.trim()",
	);
	return JSON.parse(text) as INodeParameters;
}

describe.each(operations)('an expression that throws at item 90 of 100, $name', (operation) => {
	const parameters = throwingAt90(operation.parameters);
	const run = async (node = {}) => await execute(parameters, { url: service.url, items, node });

	it.each([
		['without Retry On Fail', {}],
		['with Retry On Fail', retriesOnFail],
	])('stops the run before the first request, %s', async (_, node) => {
		const { error, output } = await run(node);
		expect(service.connections).toHaveLength(0);
		expect(error?.message).toContain('[item 90]');
		expect(error?.context.itemIndex).toBe(90);
		expect(output).toEqual([]);
	});

	it('is an error item under Continue, and the others are sent once', async () => {
		const { error, output, failed } = await run(continues);
		expect(error).toBeUndefined();
		expect(failed).toHaveLength(1);
		expect(failed[0]?.error).toContain('[item 90]');
		expect(failed[0]?.details).toEqual(expect.objectContaining({ state: 'not sent' }));
		expect(output[90]?.json).toBe(failed[0]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_item, item) => ({ item })),
		);
		const counts = arrivals(service.requests);
		expect(counts.size).toBe(99);
		expect([...counts.values()].every((count) => count === 1)).toBe(true);
	});
});

describe('what a run stops for before its first request', () => {
	it.each(writing)('names five bad items and counts the others, $name', async ({ parameters }) => {
		const bad = people(100, (index) =>
			index % 10 === 3 ? { email: 'nobody', number: '4711' } : {},
		);
		const { error } = await execute(parameters, {
			url: service.url,
			items: bad,
		});
		expect(service.connections).toHaveLength(0);
		expect(error?.name).toBe('NodeOperationError');
		const text = `${error?.message} ${error?.description}`;
		for (const index of [3, 13, 23, 33, 43]) expect(text).toContain(`[item ${index}]`);
		expect(text).not.toContain('[item 53]');
		expect(text).toContain('and 5 more items');
		expect(text).toMatch(/nobody|4711/);
	});
});

describe.each(operations)('the one expression of $name', ({ parameters }) => {
	it.each([
		['a stopping', {}],
		['a continuing', continues],
	])('is evaluated once for each item of %s run', async (_, node) => {
		const many = people(50);
		const evaluations = await countEvaluations(
			async () => await execute(parameters, { url: service.url, items: many, node }),
		);
		expect(evaluations - many.length).toBeGreaterThanOrEqual(0);
		expect(evaluations - many.length).toBeLessThan(20);
	});
});

describe('what people write in fields', () => {
	const parameters: INodeParameters = {
		resource: 'event',
		operation: 'send',
		contactEmail: "={{ $('Items').item.json.email }}",
		contactName: '={{ $json.first_name + " " + $json.last_name }}',
		eventCode: 'order_placed',
		eventName: '=Order of {{ $json.first_name }}',
		dataInput: 'fields',
		data: { field: [{ name: 'number', value: '={{ $json.number.trim() }}' }] },
	};

	it.each([
		['a stopping', {}],
		['a continuing', continues],
	])('is evaluated for no item of %s run', async (_, node) => {
		const many = people(50, (index) => ({ first_name: `Ada ${index}`, last_name: 'Lovelace' }));
		const evaluationsFor = async (count: number) =>
			await countEvaluations(async () => {
				const given = { url: service.url, items: many.slice(0, count), node };
				const { error, failed } = await execute(parameters, given);
				expect([error, failed]).toEqual([undefined, []]);
			});
		expect(await evaluationsFor(50)).toBe(await evaluationsFor(1));
		expect(service.requests.map(({ body }) => body)).toContainEqual({
			contact: { email: 'person-7@example.com', name: 'Ada 7 Lovelace' },
			event: {
				code: 'order_placed',
				name: 'Order of Ada 7',
				data: { number: '+14150000007' },
			},
		});
	});
});
