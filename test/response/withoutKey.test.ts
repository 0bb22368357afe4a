import fc from 'fast-check';

import { parseBody } from '../../nodes/Messenger/response/parse';
import {
	responseWithoutKey,
	bodyWithoutKey,
	quoteWithoutKey,
	valueWithoutKey,
	withoutKey,
} from '../../nodes/Messenger/response/withoutKey';
import { response } from '../support/reader';
import { htmlText, unicode } from '../support/spellings';

/** Holds what JSON, URLs, HTML and regular expressions spell in their own ways. */
const key = 'sK-1/a"b\\c&d<e>f\'g+h.i=j';

describe('a text without the key', () => {
	it.each([
		['as it is', key],
		['in JSON', JSON.stringify(key).slice(1, -1)],
		['in JSON within JSON', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
		['in JSON as PHP writes it', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
		['in a URL', encodeURIComponent(key)],
		[
			'in a URL with small hex digits',
			encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase()),
		],
		[
			'with every character by its number',
			escapedBy((code) => `\\u${code.toString(16).padStart(4, '0')}`),
		],
		['with every character by its decimal entity', escapedBy((code) => `&#${code};`)],
		[
			'with every character by its hex entity',
			escapedBy((code) => `&#x00${code.toString(16).toUpperCase()};`),
		],
		['in HTML', htmlText(key).replaceAll('&#039;', '&apos;')],
	])('has a blot in its place, spelled %s', (_, spelled) => {
		expect(withoutKey(`1 ${spelled} 2 ${spelled}`, key)).toBe('1 [API key] 2 [API key]');
	});

	it.each([
		['as Gson writes it', (text: string) => unicode(text, /[<>&='"\\]/g)],
		['as .NET writes it', (text: string) => unicode(text, /[+<>&'"\\]/g).toUpperCase()],
		['with one character escaped', (text: string) => unicode(text, /-/g)],
		['with one character as in a URL', (text: string) => text.replace('/', '%2F')],
		['with HTML names for all that has one', (text: string) => text.replaceAll('.', '&period;')],
	])('has a blot in its place, spelled %s, in any number of layers', (_, spelled) => {
		const id = 'sK-1/A+B=C&D<E>F.G';
		let text = spelled(id);
		if (text.includes('\\U')) text = text.replaceAll('\\U', '\\u').replace('SK', 'sK');
		for (let layer = 0; layer < 4; layer++) {
			expect(withoutKey(`1 ${text} 2`, id)).toBe('1 [API key] 2');
			text = JSON.stringify(text).slice(1, -1);
		}
		for (const again of [encodeURIComponent, htmlText, JSON.stringify]) text = again(text);
		expect(withoutKey(text, id)).toMatch(/^\W*\[API key\]\W*$/);
	});

	it('has nothing left of a spelling that can end in several places', () => {
		expect(withoutKey('1 &#61;b&amp;amp; 2', '=b&')).toBe('1 [API key] 2');
	});

	it('has the key as it stands taken for no escape', () => {
		expect(withoutKey('1 %3D%3d\\b&#61; 2', '%3D%3d\\b&#61;')).toBe('1 [API key] 2');
	});

	it('keeps what is in front of the key, the backslash of a path also', () => {
		for (const path of ['C:\\a\\', '\\\\a\\', '\\\\']) {
			expect(withoutKey(`50% ${path}${key}%20`, key)).toBe(`50% ${path}[API key]%20`);
		}
	});

	it('keeps the first backslashes of a key, which may be its quoting', () => {
		for (const backslashes of ['\\', '\\\\', '\\\\\\']) {
			expect(withoutKey(`1 ${backslashes}k-1\\a 2`, '\\\\k-1\\a')).toBe(
				`1 ${backslashes}[API key] 2`,
			);
		}
		expect(withoutKey('1 \\\\ 2', '\\')).toBe('1 [API key][API key] 2');
	});

	it('has none of a key that begins with backslashes, some of which its quoting has cost', () => {
		const id = '\\\\\\abcdefgh';
		for (const before of ['', '1 ']) {
			expect(withoutKey(`${before}\\abcdefgh`, id)).toBe(`${before}\\[API key]`);
		}
	});

	it('has none behind any number of layers', () => {
		const text = `${key}%${'25'.repeat(200_000)}`;
		expect(withoutKey(text, `${key}%`)).toBe('[API key]');
	});

	it('keeps everything that is not the key', () => {
		const similar = ['sk-1/a', key.slice(1), key.replace('.', 'x')];
		similar.push(key.replace('+', ''), key.replace('\\', ''));
		for (const text of similar) expect(withoutKey(text, key)).toBe(text);
		fc.assert(
			fc.property(
				fc.string({
					unit: fc.constantFrom('s', 'K', '%', '7', '3', '\\', 'u', '0', '&', ';', 'é'),
				}),
				(text) => expect(withoutKey(text, key)).toBe(text),
			),
		);
	});
});

it('a quotation has no beginning of the key that was cut, of four characters or more', () => {
	const beginnings = [4, 5, key.length - 1, key.length].map((length) => key.slice(0, length));
	for (const beginning of beginnings) {
		expect(quoteWithoutKey(`1 ${beginning}… 2 ${beginning}…`, key)).toBe(
			'1 [API key]… 2 [API key]…',
		);
	}
	expect(quoteWithoutKey(`1 ${key.slice(0, 3)}… 2`, key)).toBe(`1 ${key.slice(0, 3)}… 2`);
	expect(quoteWithoutKey(`1 ${key.slice(0, 5)} 2`, key)).toBe(`1 ${key.slice(0, 5)} 2`);
});

describe('an answer without the key', () => {
	it('has none in what an error may quote of it', () => {
		const headers = { location: `/a/${key}`, 'content-type': `text/${key}`, date: 'today' };
		expect(responseWithoutKey(response(302, `<p>${key}`, headers), key)).toEqual({
			kind: 'response',
			status: 302,
			headers: { location: '/a/[API key]', 'content-type': 'text/[API key]', date: 'today' },
			body: '<p>[API key]',
		});
	});

	it('has no header that was not there', () => {
		expect(responseWithoutKey(response(200, 'x', {}), key).headers).toEqual({});
	});
});

describe('a body without the key', () => {
	const bodyOf = (json: unknown) => {
		const whole = response(200, json);
		return bodyWithoutKey(parseBody(whole), key);
	};

	it('has none in its texts and names, however deep', () => {
		expect(
			bodyOf({ [key]: 1, list: [`a ${key}`, { deep: key }], none: [], other: null, yes: true }),
		).toEqual({
			json: {
				'[API key]': 1,
				list: ['a [API key]', { deep: '[API key]' }],
				none: [],
				other: null,
				yes: true,
			},
		});
	});

	it('is the same body where there is none', () => {
		const whole = response(200, { a: 1 });
		const body = parseBody(whole);
		expect(bodyWithoutKey(body, key)).toBe(body);
	});

	it('is cleaned of a key that is a number', () => {
		expect(valueWithoutKey({ id: 1234567890, other: 12345 }, '1234567890')).toEqual({
			id: '[API key]',
			other: 12345,
		});
	});

	it('keeps what is no text and no number, were the key its name', () => {
		expect(valueWithoutKey({ yes: true }, 'true')).toEqual({ yes: true });
	});

	it('may be changed as the one that came', () => {
		const json = valueWithoutKey({ a: key, b: key }, key) as Record<string, unknown>;
		json.a = 1;
		delete json.b;
		expect(json).toEqual({ a: 1 });
	});

	it('keeps a field named __proto__ as a field', () => {
		const json = JSON.parse(`{"__proto__": {"a": "k-12345678"}, "b": "k-12345678"}`) as unknown;
		expect(JSON.stringify(valueWithoutKey(json, 'k-12345678'))).toBe(
			'{"__proto__":{"a":"[API key]"},"b":"[API key]"}',
		);
	});

	it('is not looked into where it is no JSON', () => {
		const whole = response(200, `<p>${key}`);
		expect(bodyWithoutKey(parseBody(whole), key)).toEqual({ notJson: 'text' });
	});
});

function escapedBy(escape: (code: number) => string): string {
	return [...key].map((character) => escape(character.charCodeAt(0))).join('');
}
