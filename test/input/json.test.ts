import {
	isNestedTooDeep,
	isObject,
	jsonObject,
	jsonObjects,
} from '../../nodes/Messenger/input/json';
import { refusalOf } from '../support/refusal';

const name = { name: 'dataJson', displayName: 'Data (JSON)' };

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
				message: "'Data (JSON)' isn't a JSON object",
				advice: 'Enter an object, e.g. {"plan": "pro"}.',
			});
		},
	);

	it.each(['', ' ', '{', '{plan: 1}', "{'plan': 1}", '{"plan": 1}}'])(
		'may not be the text %j, which is no JSON',
		(value) => {
			const { parameter, message, advice } = refusalOf(() => jsonObject(value, name));
			expect(parameter).toBe('dataJson');
			expect(message).toBe("'Data (JSON)' isn't valid JSON");
			expect(advice).toMatch(
				/^Enter an object, e\.g\. \{"plan": "pro"\}\. The parser says: .*JSON.*\.$/s,
			);
		},
	);

	it('keeps a key named __proto__ as a key', () => {
		expect(JSON.stringify(jsonObject('{"__proto__":{"a":1}}', name))).toBe('{"__proto__":{"a":1}}');
		expect(Object.prototype).not.toHaveProperty('a');
	});
});

describe('a JSON array of objects', () => {
	it.each([
		['a hole', Object.assign([{}], { 2: {} }), 2],
		['nothing but holes', new Array(3), 1],
	])('refuses %s, which would be sent as null', (_, list, position) => {
		expect(refusalOf(() => jsonObjects(list, name)).message).toContain(
			`contains something other than an object at position ${position}`,
		);
	});

	it('may be text, or an array that an expression gave', () => {
		expect(jsonObjects('[{ "a": 1 }, {}]', name)).toEqual([{ a: 1 }, {}]);
		expect(jsonObjects([{ a: 1 }], name)).toEqual([{ a: 1 }]);
		expect(jsonObjects('[]', name)).toEqual([]);
	});

	it.each([['{}'], ['null'], ['"text"'], [{}], [null], [undefined]])('may not be %j', (value) => {
		expect(refusalOf(() => jsonObjects(value, name))).toEqual({
			parameter: 'dataJson',
			message: "'Data (JSON)' isn't a JSON array",
			advice: 'Enter a list, e.g. [{"messenger_number": "+14155550123"}].',
		});
	});

	it.each([['[{}, 1]'], ['[{}, null]'], ['[{}, []]'], [[{}, 'text']]])(
		'may not hold anything else: %j',
		(value) => {
			expect(refusalOf(() => jsonObjects(value, name))).toEqual({
				parameter: 'dataJson',
				message: "'Data (JSON)' contains something other than an object at position 2",
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

/** A value of so many levels, as text: objects, arrays, or both in turn. */
function nested(levels: number, ...containers: Array<[open: string, close: string]>): string {
	const at = (level: number) => containers[level % containers.length]!;
	let text = '';
	for (let level = 0; level < levels; level++) text += at(level)[0];
	if (at(levels - 1)[0].endsWith(':')) text += 'null';
	for (let level = levels - 1; level >= 0; level--) text += at(level)[1];
	return text;
}

const object: [string, string] = ['{"a":', '}'];
const array: [string, string] = ['[', ']'];

describe('nesting', () => {
	it.each([
		['of objects', [object]],
		['of arrays in an object', [object, array]],
	])('%s may have 500 levels, as text and as a value', (_, containers) => {
		const text = nested(500, ...containers);
		expect(JSON.stringify(jsonObject(text, name))).toBe(text);
		expect(JSON.stringify(jsonObject(JSON.parse(text), name))).toBe(text);
	});

	it.each([501, 5_000, 100_000, 170_000])('of %d levels is refused', (levels) => {
		const text = nested(levels, object);
		const refusal = {
			parameter: 'dataJson',
			message: "'Data (JSON)' is nested deeper than 500 levels",
			advice: 'Enter JSON with a maximum of 500 levels.',
		};
		expect(refusalOf(() => jsonObject(text, name))).toEqual(refusal);
		expect(refusalOf(() => jsonObject(JSON.parse(text), name))).toEqual(refusal);
		expect(refusalOf(() => jsonObjects(`[${text}]`, name))).toEqual(refusal);
	});

	it('of a megabyte of brackets is refused, whether they end or not', () => {
		const half = 500_000;
		expect(refusalOf(() => jsonObjects(nested(half, array), name)).message).toMatch(/500 levels$/);
		expect(refusalOf(() => jsonObjects('['.repeat(2 * half), name)).message).toMatch(
			/isn't valid JSON$/,
		);
	});

	it('counts only what lies in each other, and ends where a value contains itself', () => {
		expect(isNestedTooDeep(Array.from({ length: 10_000 }, () => [{}]))).toBe(false);
		for (const value of [undefined, null, 'text', 1, {}, []]) {
			expect(isNestedTooDeep(value)).toBe(false);
		}
		const itself: { again?: unknown } = {};
		itself.again = itself;
		expect(isNestedTooDeep(itself)).toBe(true);
		let shared: unknown = {};
		for (let level = 1; level < 500; level++) shared = { left: shared, right: shared };
		expect(isNestedTooDeep(shared)).toBe(false);
	});
});

it('a parser’s words quote markup as text', () => {
	const { advice } = refusalOf(() => jsonObject('<a href=//a.co>', name));
	expect(advice).toContain('‹a href=//a.co');
	expect(advice).not.toMatch(/[<>]/);
});
