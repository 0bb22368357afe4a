import fc from 'fast-check';

import { jsonMask, keyMask, unmasked } from '../../nodes/Messenger/input/keyMask';

/** Holds what JSON, URLs and regular expressions write in their own ways. */
const key = 'sK-1/a"b\\c&d<e>f\'g+h.i=j~(k)[l]{m}^n$|*?%4';
const mask = keyMask(key);

const jsonQuoted = JSON.stringify(key).slice(1, -1);
const urlEncoded = encodeURIComponent(key);

describe('a text', () => {
	it.each([
		['as it is', key],
		['JSON-quoted', jsonQuoted],
		['JSON-quoted as PHP does it', jsonQuoted.replaceAll('/', '\\/')],
		['URL-encoded', urlEncoded],
		['URL-encoded with small hex digits', urlEncoded.replace(/%../g, (it) => it.toLowerCase())],
		['URL-encoded in a query', new URLSearchParams({ key }).toString().replace('key=', '')],
	])('has [API key] in the place of the key, %s', (_, form) => {
		expect(mask(form)).toBe('[API key]');
		expect(mask(`1 ${form} 2${form}${form} 3`)).toBe('1 [API key] 2[API key][API key] 3');
	});

	it('has nothing left of its URL-encoded form, whatever the key ends with', () => {
		expect(keyMask('abcdefgh%')('1 abcdefgh%25 2')).toBe('1 [API key] 2');
	});

	it('is the same without the whole key in one of these forms', () => {
		const others = [
			...Array.from(key, (_, index) => key.slice(0, index)),
			...Array.from(key, (_, index) => `${key.slice(0, index)}…`),
			...Array.from(key, (_, index) => key.slice(index + 1)),
			key.toUpperCase(),
			key.replace('.', 'x'),
			[...key].join(' '),
			[...key].reverse().join(''),
			JSON.stringify(JSON.stringify(key)),
			encodeURIComponent(urlEncoded),
		];
		for (const text of others) expect(mask(text)).toBe(text);
	});

	it('may hold any key anywhere, and then holds it no longer', () => {
		const anyKey = fc.stringMatching(/^[\x21-\x7e]{8,40}$/);
		const anyText = fc.string({ unit: fc.constantFrom('a', '"', '\\', '%', '…', ' ', '🦢') });
		fc.assert(
			fc.property(anyKey, anyText, anyText, (apiKey, before, after) => {
				const quoted = JSON.stringify(apiKey).slice(1, -1);
				for (const form of [apiKey, quoted, encodeURIComponent(apiKey)]) {
					const masked = keyMask(apiKey)(before + form + after);
					expect(masked).toContain('[API key]');
					expect(masked).not.toContain(form);
				}
			}),
		);
	});

	it('has [API key] in the place of a key that the credential has with white space around it', () => {
		expect(keyMask(` ${key}\n`)(`1 ${key} 2 ${urlEncoded}`)).toBe('1 [API key] 2 [API key]');
	});

	it.each([undefined, '', ' ', 'sk live', 'sk\nlive', 42])(
		'is kept by the key %j, which none is',
		(none) => {
			expect(keyMask(none)('an sk live or sk\nlive or 42')).toBe('an sk live or sk\nlive or 42');
			expect(unmasked('a')).toBe('a');
		},
	);
});

describe('a JSON value', () => {
	it('has none in its texts and names', () => {
		const value = { [key]: 1, list: [`a ${key}`, { in: [key] }], none: [], no: null, yes: true };
		expect(jsonMask(mask)(value)).toEqual({
			'[API key]': 1,
			list: ['a [API key]', { in: ['[API key]'] }],
			none: [],
			no: null,
			yes: true,
		});
		expect(Object.keys(value)[0]).toBe(key);
		expect(jsonMask(mask)(key)).toBe('[API key]');
	});

	it('is an equal value where there is none', () => {
		for (const value of [{ a: [{ b: 'c' }], d: null }, [1, 'a'], 'a', 1, null, undefined]) {
			expect(jsonMask(mask)(value)).toEqual(value);
		}
	});

	it('keeps a field named __proto__ as a field, and a date as a date', () => {
		const value = JSON.parse('{"__proto__":{"a":"k-12345678"}}') as unknown;
		expect(JSON.stringify(jsonMask(keyMask('k-12345678'))(value))).toBe(
			'{"__proto__":{"a":"[API key]"}}',
		);
		const date = new Date(0);
		expect(jsonMask(keyMask('k-12345678'))({ date, a: 'k-12345678' })).toEqual({
			date,
			a: '[API key]',
		});
	});

	it('may have any name, that of a function of dates too', () => {
		for (const toJSON of [1, null, { in: key }]) {
			expect(JSON.stringify(jsonMask(mask)({ toJSON, a: key }))).not.toContain('sK-1');
		}
	});

	it('may have 200,000 texts, or one of 16 MB', () => {
		const texts = Array.from({ length: 200_000 }, (_, index) => ({ a: `sK-1/${index}` }));
		for (const value of [texts, 'sK-1/'.repeat(3_200_000)]) {
			const started = process.cpuUsage();
			const masked = jsonMask(mask)(value);
			const { user, system } = process.cpuUsage(started);
			expect((user + system) / 1000).toBeLessThan(500);
			expect(masked).toEqual(value);
		}
	});
});
