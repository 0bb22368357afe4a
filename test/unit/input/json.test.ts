import fc from 'fast-check';

import {
	checkJson,
	excessOf,
	isObject,
	jsonObject,
	jsonObjects,
	lostInJson,
} from '../../../nodes/Messenger/input/json';
import { InvalidInput } from '../../../nodes/Messenger/input/InvalidInput';
import { keyMask, unmasked } from '../../../nodes/Messenger/input/keyMask';
import { refusalOf } from '../../support/refusal';

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

describe('what is lost in JSON', () => {
	const lost: Array<[value: unknown, what: string]> = [
		[new Map([['a', 1]]), 'a Map'],
		[new Set(['a']), 'a Set'],
		[/a/, 'a RegExp'],
		[new Error('a'), 'an Error'],
		[new TypeError('a'), 'an Error'],
		[() => 1, 'a function'],
		[async () => await Promise.resolve(1), 'a function'],
		[Symbol('a'), 'a symbol'],
		[1n, 'a bigint'],
		[NaN, 'NaN'],
		[-Infinity, '-Infinity'],
		[new Date(NaN), 'Invalid Date'],
		['Invalid DateTime', 'Invalid DateTime'],
	];

	it.each(lost)('%p is: %s', (value, what) => {
		expect(lostInJson(value)?.(unmasked)).toBe(what);
	});

	it('may be an object that fails to become JSON', () => {
		const noText = { toJSON: () => JSON.parse('no JSON') as string };
		expect(refusalOf(() => jsonObject({ plan: noText }, name)).message).toBe(
			`'Data (JSON)' can't be sent as JSON: "plan" is an object whose toJSON() fails`,
		);
	});

	it.each([{}, [], { a: new Map() }, new Date(0), 'NaN', '', 0, false, null, undefined])(
		'%p itself is not',
		(value) => {
			expect(lostInJson(value)).toBeUndefined();
		},
	);

	it.each(lost)('%p is refused, at the top and at any depth', (value, what) => {
		for (const given of [value, { a: [{ b: value }] }, [{}, value]]) {
			const refusals = [jsonObject, jsonObjects].map((check) =>
				refusalOf(() => check(given, name)),
			);
			for (const { parameter } of refusals) expect(parameter).toBe('dataJson');
		}
		const messageOf = (given: unknown) => refusalOf(() => checkJson(given, name)).message;
		const refused = "'Data (JSON)' can't be sent as JSON:";
		expect(messageOf({ a: { b: value } })).toBe(`${refused} "b" is ${what}`);
		expect(messageOf([{}, value])).toBe(`${refused} "1" is ${what}`);
		expect(messageOf(value)).toBe(`${refused} it is ${what}`);
	});
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

/** The refusal of a text or of a value of which there is too much. */
const tooLarge = (excess: string) => ({
	parameter: 'dataJson',
	message: `'Data (JSON)' is too large: ${excess}`,
	advice: 'Enter less, or use several items.',
});

describe('nesting', () => {
	it.each([
		['of objects', [object]],
		['of arrays in an object', [object, array]],
	])('%s may have 64 levels, as text and as a value', (_, containers) => {
		const text = nested(64, ...containers);
		expect(JSON.stringify(jsonObject(text, name))).toBe(text);
		expect(JSON.stringify(jsonObject(JSON.parse(text), name))).toBe(text);
	});

	it.each([65, 5_000, 100_000])('of %d levels is refused', (levels) => {
		const text = nested(levels, object);
		const refusal = tooLarge('nested deeper than 64 levels');
		expect(refusalOf(() => jsonObject(text, name))).toEqual(refusal);
		expect(refusalOf(() => jsonObject(JSON.parse(text), name))).toEqual(refusal);
		expect(refusalOf(() => jsonObjects(`[${text}]`, name))).toEqual(refusal);
	});

	it('of a value that contains itself is refused', () => {
		const itself: { again?: unknown } = {};
		itself.again = itself;
		expect(refusalOf(() => jsonObject(itself, name)).message).toMatch(/64 levels$/);
	});
});

describe('a number of values', () => {
	/** A list and its elements. */
	const listOf = (count: number, element: string) => `[${Array(count).fill(element).join(', ')}]`;

	it('may be 200,000, as text and as a value, each list and object one of them', () => {
		const text = listOf(199_999, '{ }');
		expect(jsonObjects(text, name)).toHaveLength(199_999);
		expect(jsonObjects(JSON.parse(text), name)).toHaveLength(199_999);
	});

	it.each([
		['objects', listOf(200_000, '{\n}')],
		['objects with fields', listOf(66_667, '{"a":1,"b":"1,2"}')],
		['objects in 63 levels', listOf(2, nested(62, array).replace('[]', listOf(100_000, '{}')))],
		['what never ends', '[{},'.repeat(50) + '{},'.repeat(200_000)],
	])('of more %s is refused', (_, text) => {
		const refusal = tooLarge('more than 200,000 values');
		expect(refusalOf(() => jsonObjects(text, name))).toEqual(refusal);
		if (!text.endsWith(']')) return;
		expect(refusalOf(() => jsonObjects(JSON.parse(text), name))).toEqual(refusal);
	});

	it('counts the holes of a list, each of which would be sent as null', () => {
		const refusal = tooLarge('more than 200,000 values');
		expect(refusalOf(() => jsonObject({ list: new Array(200_000) }, name))).toEqual(refusal);
	});

	it('counts no dates, of which each is one value', () => {
		const dates = { list: Array.from({ length: 199_997 }, () => new Date(0)) };
		expect(jsonObject(dates, name)).toBe(dates);
	});

	it('counts each value where it stands, also one that stands in many places', () => {
		let shared: unknown = {};
		for (let level = 1; level < 60; level++) shared = { left: shared, right: shared };
		expect(refusalOf(() => jsonObject(shared, name)).message).toMatch(/200,000 values$/);
	});

	it('is counted in what is no text only', () => {
		for (const text of [',[{'.repeat(200_000), '"\\'.repeat(200_000), '\\"[{'.repeat(100_000)]) {
			const value = { 'a "b", [c': [`${text} "`], '': text };
			expect(excessOf(JSON.stringify(value, null, '\t'))).toBeUndefined();
			expect(jsonObject(JSON.stringify(value), name)).toEqual(value);
		}
	});

	it('is counted in JSON only', () => {
		expect(excessOf(`<p>${'[,'.repeat(200_000)}`)).toBeUndefined();
		expect(excessOf(` \r\n[${'1,'.repeat(200_000)}`)).toBe('more than 200,000 values');
		expect(excessOf('')).toBeUndefined();
	});

	it('is not even counted in a text of more than 4 MB', () => {
		const quoted = (length: number) => `["${'a'.repeat(length - 4)}"]`;
		expect(excessOf(quoted(4 * 1024 * 1024))).toBeUndefined();
		expect(excessOf(quoted(4 * 1024 * 1024 + 1))).toBe('more than 4,194,304 characters');
	});

	it('is the number of values that the parser finds', () => {
		const countOf = (value: unknown): number =>
			typeof value === 'object' && value !== null
				? Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 1)
				: 1;
		fc.assert(
			fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom('', ' ', '\n\t'), (text, space) => {
				const value = JSON.parse(text) as unknown;
				const missing = 200_000 - countOf(value);
				const filled = (more: number) =>
					JSON.stringify([value, Array(missing - 2 + more).fill(0)], null, space);
				expect(excessOf(filled(0))).toBeUndefined();
				expect(excessOf(filled(1))).toBe('more than 200,000 values');
			}),
			{ numRuns: 50 },
		);
	});

	it.each([
		['objects', '{},'],
		['brackets', '['],
		['brackets that end', '[],'],
		['backslashes', '\\'],
		['quotes behind backslashes', '\\"'],
		['quotes', '"'],
		['white space', ' '],
		['brackets and white space', `[${' '.repeat(1000)}`],
	])('is judged in 4 MB of %s at once, and in more of it, too', (_, part) => {
		for (const [beginning, length] of [
			...[['[', 4_000_000] as const, ['["', 4_000_000] as const],
			...[['[', 16_000_000] as const],
		]) {
			const text = beginning + part.repeat(length / part.length);
			const started = process.cpuUsage();
			excessOf(text);
			const { user, system } = process.cpuUsage(started);
			expect((user + system) / 1000).toBeLessThan(500);
		}
	});
});

it('a parser’s words quote markup as text', () => {
	const { advice } = refusalOf(() => jsonObject('<a href=//a.co>', name));
	expect(advice).toContain('‹a href=//a.co');
	expect(advice).not.toMatch(/[<>]/);
});

it.each([
	'["a": "sk-live-1234"]',
	'{"a": sk-live-1234}',
	'sk-live-1234',
	'{"a":"b" sk-live-1234 }',
])('a parser’s words hold no part of the key in %s', (text) => {
	try {
		jsonObject(text, name);
		throw new Error('Not refused');
	} catch (error) {
		const { advice } = error as InvalidInput;
		expect(advice(keyMask('sk-live-1234'))).toMatch(/The parser says: .*JSON/);
		expect(advice(keyMask('sk-live-1234'))).not.toMatch(/sk|live|1234/);
	}
});

it('a parser says nothing where only the key was no JSON', () => {
	try {
		jsonObject('{"a": "b"c"}', name);
		throw new Error('Not refused');
	} catch (error) {
		const { advice } = error as InvalidInput;
		expect(advice(keyMask('b"c'))).toBe('Enter an object, e.g. {"plan": "pro"}.');
	}
});
