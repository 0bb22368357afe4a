import { DateTime } from 'luxon';

import { checkedJson, excessOf, jsonObject, lostInJson } from '../../../nodes/runtime/input/json';
import { keyMask } from '../../../nodes/runtime/input/keyMask';
import { outcomes, refusalOf } from '../../support/refusal';

const name = { name: 'dataJson', displayName: 'Data (JSON)' };
const asObject = (value: unknown) => jsonObject(value, name, 'Or nothing.');
const check = (value: unknown) => checkedJson(value, name);

describe('JSON in a parameter (I5)', () => {
	it('is an object, as text or as an expression returns it', () => {
		expect(asObject(' {"plan": "pro", "seats": [3]}')).toEqual({ plan: 'pro', seats: [3] });
		expect(asObject({ plan: 'pro' })).toEqual({ plan: 'pro' });
		expect(JSON.stringify(asObject('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
		const values = ['[]', 'null', '"text"', '1', null, undefined, [], 1, true, new Date(0)];
		expect(outcomes<unknown>(asObject, values)).toMatchSnapshot();
	});

	it('is refused where a text is none', () => {
		const texts = ['', ' ', '{plan: 1}', '{"plan": 1}}', '<a href=//a.co>', '{"a": "b"c"}'];
		expect(outcomes<unknown>(asObject, texts)).toMatchSnapshot();
	});
});

it('an integer that JavaScript would write otherwise is refused (I4)', () => {
	const texts = [
		'{"a": "\\"12345678901234567", "b": 10000000000000000, "c": -9007199254740991}',
		'{"a": [{}, {"b c": -9007199254740993}]}',
		'{"a": "12345678901234567", "b": {"c": 1000000000000000000000, "d": 12345678901234567}}',
	];
	expect(outcomes<unknown>(asObject, texts)).toMatchSnapshot();
});

const failing = { toJSON: () => JSON.parse('no JSON') as string };
const lost: unknown[] = [
	...[new Map([['a', 1]]), new Set(['a']), /a/, () => 1, Symbol('a'), 1n, NaN, -Infinity],
	...[new Date(NaN), DateTime.invalid('unparsable'), 'Invalid DateTime', failing],
];

it('what JSON would lose is refused, at the top and at any depth (I4)', () => {
	const nested = [[{}, NaN], { a: { b: NaN } }, ...lost.map((value) => ({ a: value }))];
	expect(outcomes<unknown>(check, [NaN, ...nested])).toMatchSnapshot();
	const texts = ['{"a":{"b":"Invalid DateTime"}}', '{"a":1e999}'];
	expect(outcomes<unknown>(asObject, texts)).toMatchSnapshot();
	expect(lostInJson(new TypeError('a'))).toBe('an Error');
	for (const value of lost.filter((one) => typeof one === 'object')) {
		expect(() => asObject(value)).toThrow('dataJson');
	}
});

it('what JSON would lose is named in the words of the node, whatever the key (I4, C6)', () => {
	expect(refusalOf(() => check({ a: new Map() }), keyMask('Map')).message).toContain('a Map');
});

it('what JSON would lose is nothing else (I4)', () => {
	const kept = [{}, [], { a: new Map() }, new Date(0), 'NaN', '', 0, false, null, undefined];
	expect(kept.filter(lostInJson)).toEqual([]);
	check({ at: DateTime.now() });
});

it('half characters are dropped, from texts and names at any depth, and nothing else is changed (I4)', () => {
	const cut = { a: 'ok \udf89', 'b\ud83c': [{ 'c\ud83c': ['🎉\ud83c', 'd'] }], e: 1, f: null };
	const kept = { a: 'ok ', b: [{ c: ['🎉', 'd'] }], e: 1, f: null };
	expect(checkedJson(cut, name)).toEqual(kept);
	expect(asObject(JSON.stringify(cut))).toEqual(kept);
	expect(JSON.stringify(checkedJson({ ['__proto__']: 'a\ud83c' }, name))).toBe('{"__proto__":"a"}');
	const whole = { text: '\\ud83c 👩‍🚀 \ufffd', at: new Date(0), list: [undefined, {}], n: 1.5 };
	expect(JSON.stringify(checkedJson(whole, name))).toBe(JSON.stringify(whole));
});

describe('too much JSON (Q6)', () => {
	const nested = (levels: number, open = '{"a":', close = '}') =>
		`${open.repeat(levels)}null${close.repeat(levels)}`;
	const zeros = (count: number) => Array(count).fill(0) as number[];

	it('is refused, as text and as a value', () => {
		const itself: { again?: unknown } = {};
		itself.again = itself;
		const values: unknown[] = [
			...[nested(65), JSON.parse(nested(65)), nested(100_000), itself],
			...['[{},'.repeat(50) + '{},'.repeat(200_000), { holes: Array(200_000) }],
			`"${'a'.repeat(4 * 1024 * 1024)}"`,
			{ texts: Array(5).fill('a'.repeat(1024 * 1024)) },
		];
		expect(outcomes(asObject, values)).toMatchSnapshot();
		let shared: unknown = {};
		for (let level = 1; level < 60; level++) shared = { left: shared, right: shared };
		expect(() => check(shared)).toThrow();
	});

	it.each([nested(64), nested(32, '{"a":[', ']}')])(
		'is no text of 64 levels, of objects or of lists in them: %#',
		(text) => {
			expect(JSON.stringify(asObject(text))).toBe(text);
			check(JSON.parse(text));
		},
	);

	it('is counted in values, as the parser finds them', () => {
		const eleven = { 'a "b", [c': ['\\"[{,"\\', {}, [], [[]], null], d: [{ e: {} }] };
		const text = (more: number) =>
			`[${JSON.stringify(eleven, null, ' \n\t')}, [ ], [${zeros(199_986 + more).join()}]]`;
		expect(excessOf(text(0))).toBeUndefined();
		expect(excessOf(JSON.stringify(Array(65).fill({})))).toBeUndefined();
		expect(excessOf(text(1))).toBeDefined();
		check(JSON.parse(text(0)));
		expect(() => check(JSON.parse(text(1)))).toThrow();
	});

	it('is counted in JSON only, up to 4 MB of it', () => {
		expect(excessOf(`<p>${'[,'.repeat(200_000)}`)).toBeUndefined();
		expect(excessOf(` \r\n${'['.repeat(65)}`)).toBeDefined();
		expect(excessOf(`"${'a'.repeat(4 * 1024 * 1024 - 2)}"`)).toBeUndefined();
	});
});
