import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runIntercepted } from '../../support/interceptedService';
import { caseOf } from '../cases';

const records = Array.from({ length: 60 }, (_, index) => ({ uuid: `record-${index}` }));

describe.each(['list: getAll', 'variable: getAll'])('%s', (operation) => {
	/** Runs for some items, and gives the records of the output. */
	const get = async (
		items: IDataObject[],
		parameters: INodeParameters = {},
		body: unknown = { data: records },
	) => await runIntercepted(operation, { items, parameters }, { body });

	it.each([
		[59, { limit: 59 }, {}],
		[60, { limit: 61 }, {}],
		[60, { limit: 0 }, { returnAll: true }],
	])('gives %i records for the item %j with %j', async (count, item, parameters) => {
		const { json } = await get([item], parameters);
		expect(json).toEqual(records.slice(0, count));
	});

	it('gives no item where there is no record, and pairs those that there are (Q4)', async () => {
		const { output } = await get([{ limit: 1 }, { limit: 2 }]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 1].map((item) => ({ item })));
		expect((await get([{ limit: 1 }], {}, { data: [] })).output).toEqual([]);
	});

	it.each<[parameter: string, item: IDataObject, parameters: INodeParameters]>([
		['limit', { limit: 0 }, {}],
		['limit', { limit: undefined }, {}],
		['returnAll', {}, { returnAll: '={{ $json.all }}' }],
	])('a bad %s costs no request: %j (I3, I7)', async (parameter, item, parameters) => {
		const { error, requests } = await get([{ limit: 50, ...item }], parameters);
		expect(error?.context.parameter).toBe(parameter);
		expect(requests).toEqual([]);
	});

	// The interface shows a body without records for variables: then it is the item.
	it.each([caseOf('variable: getAll').answer, { data: {} }, { data: [1] }, []])(
		'the body %j has no records',
		async (body) => {
			const { json, error } = await get([{ limit: 1 }], {}, body);
			const isItem = operation.startsWith('variable') && !Array.isArray(body);
			expect(json).toEqual(isItem ? [body] : []);
			expect(error?.httpCode).toBe(isItem ? undefined : '200');
		},
	);
});
