import { parseTags } from '../../../nodes/runtime/input/tags';
import { outcomes, refusalOf } from '../../support/refusal';

const tags = (value: unknown) => parseTags(value, { name: 'tags', displayName: 'Tags' });

it('tags are text with commas or semicolons, or a list of texts, which may be text itself (I4)', () => {
	const texts = [' welcome ,, spring ,', 2026, ' , ', null, undefined, 'vip; spring'];
	const written = ['vip\u200b,\ufeffspring', '["a, b", 7]', ' [ ] ', '[a', "['a']", '[{}]'];
	const traces = ['a, undefined', ['null'], '[7615917337495251231]', '{{ $json.tags.join(", ") }}'];
	const halves = ['fair\ud83c, \udf89', ['fair\ud83c', '\udf89']];
	const lists = [['welcome', ' spring ', '', null], ['a, b'], [1, true], ['a', { name: 'VIP' }]];
	const all = [...texts, ...written, ...traces, ...halves, ...lists, { a: 1 }];
	expect(outcomes<unknown>(tags, all)).toMatchSnapshot();
	for (const value of [['a', ['b']], ['a', NaN], Array(200_000).fill('a')]) {
		expect(refusalOf(() => tags(value)).parameter).toBe('tags');
	}
});

it("PostgreSQL's array isn't read as tags, but its empty one has none", () => {
	expect([tags('{}'), tags(' { } '), tags('a}, {b')]).toEqual([[], [], ['a}', '{b']]);
	for (const array of ['{gold,"north west"}', '{gold}', '{"a"}', '{,}', '{{a},{b}}', '{"a": 1}']) {
		expect(refusalOf(() => tags(array)).parameter).toBe('tags');
	}
});
