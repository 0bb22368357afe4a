import { withoutKey } from '../../sandbox/redaction';

describe('A JSON text without its key', () => {
	const key = 'k/e+y "1"';
	const cleaned = (json: string, of = key) => JSON.parse(withoutKey(json, of)) as unknown;

	it.each([
		['as JSON writes it', JSON.stringify({ a: [`x ${key} y`] })],
		['with escapes', '{"a":["x \\u006b\\/e\\u002By \\u00221\\u0022 y"]}'],
		['percent-encoded', JSON.stringify({ a: [`x ${encodeURIComponent(key)} y`] })],
		['percent-encoded in part', '{"a":["x k%2fe+y%20%221%22 y"]}'],
	])('has a mark in its place, whether it is %s', (_name, json) => {
		expect(cleaned(json)).toEqual({ a: ['x <API key> y'] });
	});

	it('has it not as a name either', () => {
		expect(cleaned(JSON.stringify({ [key]: key }))).toEqual({ '<API key>': '<API key>' });
	});

	it('keeps all else as it was', () => {
		const json = ' {"a\\"b" : "\\\\", "c":"\\\\\\"100%", "d":[1, true,"%zz%41"]} ';
		expect(withoutKey(json, key)).toBe(json);
	});

	it('stays JSON where the key is part of a number or a word', () => {
		const json = '{"n":12345,"b":true,"s":"12345"}';
		expect(cleaned(json, '234')).toEqual({ n: 12345, b: true, s: '1<API key>5' });
		expect(cleaned(json, 'true')).toEqual({ n: 12345, b: true, s: '12345' });
	});

	it('may be nested deep and hold long strings', () => {
		const long = '\\n'.repeat(1_000_000);
		const json = `${'['.repeat(100_000)}"${long}key"${']'.repeat(100_000)}`;
		expect(withoutKey(json, 'key')).toBe(json.replace('key', '<API key>'));
	});
});
