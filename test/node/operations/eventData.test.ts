import { dataFrom, type EventDataParams } from '../../../nodes/Messenger/resources/event/eventData';
import { refusalOf } from '../../support/refusal';

const dataFromFields = (data: EventDataParams['data']) => dataFrom({ dataInput: 'fields', data });
const dataFromJson = (dataJson: unknown) => dataFrom({ dataInput: 'json', dataJson });

describe('event data from fields', () => {
	it('has a key for each field, its value as it is', () => {
		const field = [
			{ name: ' order_id ', value: 1042 },
			{ name: 'paid', value: false },
			{ name: 'items', value: ['A1'] },
			{ name: 'note', value: ' keep the spaces ' },
		];
		expect(dataFromFields({ field })).toEqual({
			order_id: 1042,
			paid: false,
			items: ['A1'],
			note: ' keep the spaces ',
		});
	});

	it('leaves out a field without a value', () => {
		const field = [
			{ name: 'a', value: '' },
			{ name: 'b', value: null },
			{ name: 'c' },
			{ name: 'd', value: 0 },
		];
		expect(dataFromFields({ field })).toEqual({ d: 0 });
	});

	it.each([[undefined], [{}], [{ field: [] }]])('is empty for %j', (fields) => {
		expect(dataFromFields(fields)).toEqual({});
	});

	it('refuses a field without a name, and says which', () => {
		const field = [
			{ name: 'a', value: 1 },
			{ name: ' ', value: 2 },
		];
		expect(refusalOf(() => dataFromFields({ field }))).toEqual({
			parameter: 'data',
			message: "'Name' of data field 2 is empty",
			advice: 'Enter a value, or check that the expression returns one.',
		});
	});

	it.each([
		[Number.NaN, 'NaN'],
		[-Infinity, '-Infinity'],
		[new Date(Number.NaN), 'Invalid Date'],
	])('refuses %p, which would be lost on the way, and says in which field', (value, named) => {
		const field = [
			{ name: 'a', value: new Date(0) },
			{ name: 'b', value },
		];
		expect(refusalOf(() => dataFromFields({ field }))).toEqual({
			parameter: 'data',
			message: expect.stringMatching(new RegExp(`^'Data' can't be sent as JSON: "b" is ${named}`)),
			advice: 'Check what the expression returns.',
		});
	});
});

describe('event data from JSON', () => {
	it('is the object, nested as it is', () => {
		expect(dataFromJson('{ "order": { "id": 1042, "note": "" } }')).toEqual({
			order: { id: 1042, note: '' },
		});
	});

	it.each([[''], [null], [undefined]])('may be left empty: %j', (value) => {
		expect(dataFromJson(value)).toEqual({});
	});

	it('names its parameter where it is no object', () => {
		expect(refusalOf(() => dataFromJson('[]'))).toMatchObject({
			parameter: 'dataJson',
			message: "'Data (JSON)' isn't a JSON object",
		});
	});
});
