import type { INodeParameters } from 'n8n-workflow';

import { answers } from '../support/conducts';
import type { FaultyService } from '../support/FaultyService';
import { continues, execute } from './execution';
import { event, operations, sendToItems } from './operations';
import { people, startService, type Fate } from '../support/service';
import '../support/onTheClock';

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	fate = () => undefined;
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

const deep = (levels: number) => '{"success":true,"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe.each(operations)('$name', ({ parameters }) => {
	it.each([
		['an object', deep(20_000)],
		['a list', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
		['data', `{"success":true,"data":[${deep(20_000)}]}`],
	])('takes an answer nested 20,000 deep in %s once, and ends', async (_name, body) => {
		fate = () => answers(200, body);
		const start = performance.now();
		const { run } = await execute(parameters, {
			url: service.url,
			items: people(2),
			node: continues,
		});
		expect(performance.now() - start).toBeLessThan(10_000);
		expect(run.run.finished ?? run.run.status).toBeTruthy();
		expect(service.requests).toHaveLength(2);
	});
});

describe('what cannot be sent is refused before anything leaves', () => {
	const refused: Array<[name: string, parameters: INodeParameters, parameter: string]> = [
		['NaN as an event code', { ...event, eventCode: '={{ 0 / 0 }}' }, 'eventCode'],
		[
			'an invalid date as a name',
			{ ...event, contactName: '={{ new Date("no") }}' },
			'contactName',
		],
		['a date as event data', { ...event, dataInput: 'json', dataJson: '={{ $now }}' }, 'dataJson'],
		[
			'no number of recipients per request',
			{ ...sendToItems, options: { recipientsPerRequest: 0 } },
			'recipientsPerRequest',
		],
	];

	it.each(refused)('%s', async (_name, parameters, parameter) => {
		const { error } = await execute(parameters, { url: service.url, items: people(3) });
		expect(error?.context.parameter).toBe(parameter);

		const { failed } = await execute(parameters, {
			url: service.url,
			items: people(3),
			node: continues,
		});
		expect(failed).toHaveLength(3);
		for (const [item, { error: message, details }] of failed.entries()) {
			expect(message).toContain(`[item ${item}]`);
			expect(details).toEqual({ state: 'not sent', parameter });
		}
		expect(service.connections).toHaveLength(0);
	});
});

describe.each(operations)('Continue means Continue in $name', ({ parameters }) => {
	it.each([
		['a bad credential', { url: 'ftp://example.com' }, {}],
		['a wrong option', {}, { requestOptions: { maxConcurrency: 'many' } }],
	])('after %s', async (_name, settings, changes) => {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const { run, error } = await execute(
				{ ...parameters, ...changes },
				{ url: service.url, items: people(3), node: { onError }, ...settings },
			);
			expect(error).toBeUndefined();
			const isApart = onError === 'continueErrorOutput';
			const items = run.items('Messenger', isApart ? 1 : 0);
			expect(items).toHaveLength(3);
			for (const { json } of items) expect(json.error).toMatch(/^'(Base URL|Max Concurrency)'/);
			if (isApart) expect(run.items('Messenger', 0)).toEqual([]);
		}
		expect(service.connections).toHaveLength(0);
	});
});

it('an expression of a run that throws is the error of each item, by its own number', async () => {
	const parameters = {
		...sendToItems,
		templateName: '={{ $now.plus({ hours: 1 }).nothing.at() }}',
	};
	const { failed } = await execute(parameters, {
		url: service.url,
		items: people(3),
		node: continues,
	});
	expect(failed).toHaveLength(3);
	for (const [item, { error }] of failed.entries()) expect(error).toContain(`[item ${item}]`);
});

it('several runs at once with one key send each item once', async () => {
	const runs = await Promise.all(
		Array.from(
			{ length: 5 },
			async (_, run) =>
				await execute(
					{ ...event, eventCode: `run-${run}` },
					{ url: service.url, apiKey: 'shared-key', items: people(100) },
				),
		),
	);
	expect(runs.map(({ error }) => error)).toEqual(Array(5).fill(undefined));
	expect(new Set(service.requests.map(({ body }) => JSON.stringify(body))).size).toBe(500);
	expect(service.requests).toHaveLength(500);
});
