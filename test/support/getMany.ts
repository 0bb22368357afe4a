import type { IDataObject } from 'n8n-workflow';

import { interceptService, releaseNetwork } from './interceptedService';
import { baseUrl, runMessenger } from './messengerRun';

/** What every "Get Many" does alike: the limit, returning all, and extra query parameters. */
export function describeGetMany(operation: string, path: string): void {
	const records = Array.from({ length: 60 }, (_, index) => ({ uuid: `record-${index}` }));
	const answer = { body: { data: records } };
	const uuids = (output: Array<{ json: IDataObject }>) => output.map(({ json }) => json.uuid);

	afterEach(releaseNetwork);

	it('gives an item for each record, up to the limit of each input item', async () => {
		interceptService(baseUrl, answer);
		const { output } = await runMessenger(operation, {
			items: [{ limit: 1 }, { limit: 59 }, { limit: '2' }],
		});
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			...Array<object>(59).fill({ item: 1 }),
			{ item: 2 },
			{ item: 2 },
		]);
		expect(uuids(output.slice(0, 60))).toEqual(['record-0', ...uuids(recordItems.slice(0, 59))]);
	});

	const recordItems = records.map((json) => ({ json }));

	it('gives 50 records where nothing is said', async () => {
		interceptService(baseUrl, answer);
		const { output } = await runMessenger(operation, { items: [{}], parameters: { limit: 50 } });
		expect(uuids(output)).toEqual(uuids(recordItems.slice(0, 50)));
	});

	it('gives all records where the parameter says so, whatever the limit was', async () => {
		interceptService(baseUrl, answer);
		const { output } = await runMessenger(operation, {
			items: [{ limit: 0 }],
			parameters: { returnAll: true },
		});
		expect(uuids(output)).toEqual(uuids(recordItems));
	});

	it.each(['true', 'yes', 1, undefined])(
		'refuses %j for Return All, which would look like all and be a part',
		async (all) => {
			const service = interceptService(baseUrl, answer);
			const { error } = await runMessenger(operation, {
				items: [{ all, limit: 50 }],
				parameters: { returnAll: '={{ $json.all }}' },
			});
			const problem = `is neither true nor false: "${String(all)}"`;
			expect(error?.message).toBe(`'Return All' ${problem} [item 0]`);
			expect(error?.context.parameter).toBe('returnAll');
			expect(service.requests).toEqual([]);
		},
	);

	it('gives no item where there is no record', async () => {
		interceptService(baseUrl, { body: { data: [] } });
		const { output, error } = await runMessenger(operation);
		expect(error).toBeUndefined();
		expect(output).toEqual([]);
	});

	it.each([[0], [-1], [1.5], ['ten'], [null]])('refuses the limit %j', async (limit) => {
		const service = interceptService(baseUrl, answer);
		const { error } = await runMessenger(operation, { items: [{ limit }] });
		expect(error?.message).toBe(
			`'Limit' isn't a whole number of at least 1: "${String(limit)}" [item 0]`,
		);
		expect(error?.context.parameter).toBe('limit');
		expect(service.requests).toEqual([]);
	});

	it('refuses a limit that an expression does not give', async () => {
		const service = interceptService(baseUrl, answer);
		const { error } = await runMessenger(operation, { items: [{}] });
		expect(error?.context.parameter).toBe('limit');
		expect(service.requests).toEqual([]);
	});

	it('sends extra query parameters, and never the limit', async () => {
		const service = interceptService(baseUrl, answer);
		const parameter = [
			{ name: 'page', value: '={{ $json.limit }}' },
			{ name: 'empty', value: '' },
		];
		await runMessenger(operation, {
			items: [{ limit: 2 }],
			parameters: { options: { queryParameters: { parameter } } },
		});
		expect(service.requests.map((request) => request.path)).toEqual([`${path}?page=2`]);
	});

	it('refuses a query parameter without a name', async () => {
		const service = interceptService(baseUrl, answer);
		const { error } = await runMessenger(operation, {
			parameters: { options: { queryParameters: { parameter: [{ name: '', value: 'a' }] } } },
		});
		expect(error?.message).toBe("'Name' of query parameter 1 is empty");
		expect(service.requests).toEqual([]);
	});
}
