import { dataArray, dataObject, wholeBody } from '../../nodes/Messenger/response/forms';

describe('a body with one record in data', () => {
	it('gives the record', () => {
		expect(dataObject({ message: 'ok', data: { email: 'a@b' } })).toEqual([{ email: 'a@b' }]);
	});

	it.each([
		[{}],
		[{ data: null }],
		[{ data: [] }],
		[{ data: 'text' }],
		[[]],
		[null],
		[undefined],
		['text'],
	])('is not %j', (body) => {
		expect(dataObject(body)).toBeUndefined();
	});
});

describe('a body with records in data', () => {
	it('gives a record for each element', () => {
		expect(dataArray({ data: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 1 }, { a: 2 }]);
		expect(dataArray({ data: [] })).toEqual([]);
	});

	it.each([
		[{}],
		[{ data: {} }],
		[{ data: [{}, 1] }],
		[{ data: [null] }],
		[[{}]],
		[null],
		[undefined],
	])('is not %j', (body) => {
		expect(dataArray(body)).toBeUndefined();
	});
});

describe('a body that is a record itself', () => {
	it('is given whole', () => {
		expect(wholeBody({ success: true, id: '1' })).toEqual([{ success: true, id: '1' }]);
	});

	it.each([[[]], [null], [undefined], ['text'], [1]])('is not %j', (body) => {
		expect(wholeBody(body)).toBeUndefined();
	});
});
