import { jsonMask, keyMask } from '../../../nodes/runtime/input/keyMask';

/** Contains what JSON, URLs and regular expressions write in their own ways. */
const key = 'sK-1/a"b\\c&d<e>f\'g+h.i=j~(k)[l]{m}^n$|*?%4';
const mask = keyMask(key);
const jsonQuoted = JSON.stringify(key).slice(1, -1);
const urlEncoded = encodeURIComponent(key);

describe('in a text the key (C5)', () => {
	it.each([
		['as it is', key],
		['JSON-quoted', jsonQuoted],
		['JSON-quoted as PHP does it', jsonQuoted.replaceAll('/', '\\/')],
		['URL-encoded', urlEncoded],
		['URL-encoded with small hex digits', urlEncoded.replace(/%../g, (it) => it.toLowerCase())],
		['URL-encoded in a query', new URLSearchParams({ key }).toString().replace('key=', '')],
	])('is hidden %s', (_, form) => {
		expect(mask(`1 ${form} 2${form}${form} 3`)).toBe('1 [API key] 2[API key][API key] 3');
	});

	it('is hidden even if it ends with a percent sign, or has white space around it', () => {
		expect(keyMask('abcdefgh%')('1 abcdefgh%25 2')).toBe('1 [API key] 2');
		expect(keyMask(` ${key}\n`)(`1 ${key} 2`)).toBe('1 [API key] 2');
	});

	it.each([undefined, '', ' ', 'sk live', 'sk\nlive', 42])('is none: %j', (none) => {
		expect(keyMask(none)('an sk live or sk\nlive or 42')).toBe('an sk live or sk\nlive or 42');
	});
});

it('a text without the whole key in one of these forms is the same (C6)', () => {
	const others = [
		...Array.from(key, (_, index) => key.slice(0, index)),
		...Array.from(key, (_, index) => key.slice(index + 1)),
		...[key.toUpperCase(), key.replace('.', 'x'), JSON.stringify(jsonQuoted)],
		encodeURIComponent(urlEncoded),
	];
	expect(others.map(mask)).toEqual(others);
});

it.each<[string, string, string]>([
	['a key in a periodic pattern', 'ab'.repeat(1500) + 'c', 'ab'.repeat(500_000)],
	['the same, URL-encoded', '+b'.repeat(1500) + 'c', '%2Bb'.repeat(250_000)],
	['the same, JSON-quoted', '"b'.repeat(1500) + 'c', '\\"b'.repeat(300_000)],
])('%s takes no longer than a short one (C5)', (_, periodic, text) => {
	const took = (mask: (text: string) => string) => {
		const before = process.cpuUsage();
		expect(mask(text)).toBe(text);
		return process.cpuUsage(before).user;
	};
	const plain = took(keyMask('a-key-of-no-pattern'));
	expect(took(keyMask(periodic))).toBeLessThan(10 * plain + 50_000);
	const key = keyMask(periodic);
	expect(key(`${text}${periodic}.`)).toBe(`${text}[API key].`);
});

describe('in a JSON value the key (C5)', () => {
	const masked = jsonMask(mask);

	it('is hidden in texts and names, and nothing else is changed', () => {
		const value = (text: string) => ({
			[text]: 1,
			list: [`a ${text}`, { in: [text] }],
			none: [],
			no: null,
			yes: true,
			date: new Date(0),
			toJSON: null,
		});
		expect(masked(value(key))).toEqual(value('[API key]'));
		expect([masked(key), masked(undefined)]).toEqual(['[API key]', undefined]);
	});

	it('is all that is changed: what does not have it is the same object', () => {
		const other = { at: new Map([['a', 1]]), list: [1, 'a', { none: undefined }] };
		expect(masked(other)).toBe(other);
		const both = masked({ other, found: [key, other] });
		expect([both.other, both.found]).toEqual([other, ['[API key]', other]]);
		expect([both.other, both.found[1]].map((one) => one === other)).toEqual([true, true]);
	});

	it.each(['12345678901234567890', '99999999.10', '12345678E5', '-1234567890123456789'])(
		'is hidden in a number that JavaScript writes in another way: %s',
		(digits) => {
			const answer = JSON.parse(`{"id":${digits},"other":16}`) as object;
			const hidden = jsonMask(keyMask(digits), digits)(answer);
			expect(hidden).toEqual({ id: '[API key]', other: 16 });
		},
	);

	it('is not taken for a number that is written in another way', () => {
		expect(jsonMask(keyMask('00000016'), '00000016')({ count: 16 })).toEqual({ count: 16 });
	});

	it('is hidden in fields named like what objects have', () => {
		const fields = (text: string) => `{"__proto__":{"a":${text}},"toJSON":{"in":${text}}}`;
		const value: unknown = JSON.parse(fields(JSON.stringify(key)));
		expect(JSON.stringify(masked(value))).toBe(fields('"[API key]"'));
	});
});
