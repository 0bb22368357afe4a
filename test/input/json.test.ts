import { isObject, jsonObject, jsonObjects } from '../../nodes/Messenger/input/json';
import { refusalOf } from '../support/refusal';

const name = { parameter: 'dataJson', label: 'Data (JSON)' };

describe('a JSON object', () => {
	it('may be text, or an object that an expression gave', () => {
		expect(jsonObject('{ "plan": "pro", "seats": [3] }', name)).toEqual({
			plan: 'pro',
			seats: [3],
		});
		expect(jsonObject({ plan: 'pro' }, name)).toEqual({ plan: 'pro' });
		expect(jsonObject('{}', name)).toEqual({});
	});

	it.each([['[]'], ['null'], ['"text"'], ['1'], [null], [undefined], [[]], [1], [true]])(
		'may not be %j',
		(value) => {
			expect(refusalOf(() => jsonObject(value, name))).toEqual({
				parameter: 'dataJson',
				message: 'Data (JSON) is not a JSON object',
				advice: 'Give an object, such as {"plan": "pro"}.',
			});
		},
	);

	it.each(['', ' ', '{', '{plan: 1}', "{'plan': 1}", '{"plan": 1}}'])(
		'may not be the text %j, which is no JSON',
		(value) => {
			const { parameter, message, advice } = refusalOf(() => jsonObject(value, name));
			expect(parameter).toBe('dataJson');
			expect(message).toBe('Data (JSON) is not valid JSON');
			expect(advice).toMatch(/^The parser says: .*JSON.*\.$/s);
		},
	);

	it('keeps a key named __proto__ as a key', () => {
		expect(JSON.stringify(jsonObject('{"__proto__":{"a":1}}', name))).toBe('{"__proto__":{"a":1}}');
		expect(Object.prototype).not.toHaveProperty('a');
	});
});

describe('a JSON array of objects', () => {
	it('may be text, or an array that an expression gave', () => {
		expect(jsonObjects('[{ "a": 1 }, {}]', name)).toEqual([{ a: 1 }, {}]);
		expect(jsonObjects([{ a: 1 }], name)).toEqual([{ a: 1 }]);
		expect(jsonObjects('[]', name)).toEqual([]);
	});

	it.each([['{}'], ['null'], ['"text"'], [{}], [null], [undefined]])('may not be %j', (value) => {
		expect(refusalOf(() => jsonObjects(value, name))).toEqual({
			parameter: 'dataJson',
			message: 'Data (JSON) is not a JSON array',
			advice: 'Give a list, such as [{"messenger_number": "+14155550123"}].',
		});
	});

	it.each([['[{}, 1]'], ['[{}, null]'], ['[{}, []]'], [[{}, 'text']]])(
		'may not hold anything else: %j',
		(value) => {
			expect(refusalOf(() => jsonObjects(value, name))).toEqual({
				parameter: 'dataJson',
				message: 'Data (JSON) holds something other than an object at position 1',
				advice: 'Make every element an object.',
			});
		},
	);
});

it.each([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
	[1, false],
])('%j is an object: %s', (value, expected) => {
	expect(isObject(value)).toBe(expected);
});
