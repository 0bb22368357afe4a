import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { dataParameters } from '../../../../nodes/Messenger/resources/event/eventData';
import { givenParameters } from '../../../support/givenParameters';
import { refusalOf } from '../../../support/refusal';

function dataFrom(stored: object) {
	const { values } = givenParameters(dataParameters, stored as INodeParameters).checked();
	const { event } = values.body as { event?: { data?: IDataObject } };
	return event?.data;
}
const fromFields = (field?: object[]) => dataFrom({ dataInput: 'fields', data: { field } });
const fromJson = (dataJson: unknown) => dataFrom({ dataInput: 'json', dataJson });

it('data from fields has each value as it is, and none where there is no value (Q3)', () => {
	const data = { order_id: 1042, paid: false, items: ['A1'], note: ' spaces ', zero: 0 };
	const empty = [{ name: 'a', value: '' }, { name: 'b', value: null }, { name: 'c' }];
	const field = Object.entries(data).map(([name, value]) => ({ name: ` ${name} `, value }));
	expect(fromFields([...field, ...empty])).toEqual(data);
	expect(fromFields([{ name: 'note', value: 'Anna undefined' }])).toEqual({
		note: 'Anna undefined',
	});
	expect(Object.keys(fromFields([{ name: '__proto__', value: 1 }])!)).toEqual(['__proto__']);
	for (const none of [undefined, []]) expect(fromFields(none)).toBeUndefined();
	expect(dataFrom({})).toBeUndefined();
});

it('data from JSON is the object as it is, and may be left empty (Q3)', () => {
	const data = { order: { id: 1042, note: '' } };
	expect([fromJson(data), fromJson(JSON.stringify(data))]).toEqual([data, data]);
	expect(['', null].map(fromJson)).toEqual([undefined, undefined]);
	expect(dataFrom({ dataInput: 'json' })).toBeUndefined();
});

it('data from JSON whose expression returns nothing is refused, and so is text that is no JSON (I5)', () => {
	const dataJson = dataParameters.find(({ name }) => name === 'dataJson')!;
	const said = [undefined, '{ "stage": "a "quote"" }'].map((value) => {
		const { message, advice } = refusalOf(() =>
			dataJson.check!(value, dataJson, { run: { isTool: false } }),
		);
		return `${message} | ${advice}`;
	});
	expect(said.join('\n')).toMatchSnapshot();
});

it('what is refused is said with its place (I3, I4, I7)', () => {
	const good = { name: 'a', value: new Date(0) };
	const rows: Array<[string, () => unknown]> = [
		['second without a name', () => fromFields([good, { name: ' ', value: 2 }])],
		['second of the name', () => fromFields([good, { name: ' a\n', value: 2 }])],
		['a name that failed', () => fromFields([{ name: 'undefined', value: 2 }])],
		['second a Map', () => fromFields([good, { name: 'b', value: new Map() }])],
		['a list', () => fromJson('[]')],
		['a number', () => fromJson(0)],
		['no JSON', () => fromJson('{')],
		['a choice that is none', () => dataFrom({ dataInput: 'list' })],
	];
	const said = rows.map(([what, check]) => {
		const { parameter, message } = refusalOf(check);
		return `${what} (${parameter}): ${/^'.*?'( (of|at) .*\d)?/.exec(message)?.[0]}`;
	});
	expect(said.join('\n')).toMatchSnapshot();
});
