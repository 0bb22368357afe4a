import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

import { Spellings } from '../../nodes/Messenger/response/Spellings';

/** What a text's beginning spells: each character with its last position. */
function spelledBy(text: string): string {
	const spellings = new Spellings(text);
	const visible = Array.from({ length: 0x7e - 0x20 }, (_, index) => 0x21 + index);
	return visible
		.map((code) => String.fromCharCode(code))
		.filter((character) => spellings.endsOf(character, [0], false).has(text.length))
		.join('');
}

describe('a spelling', () => {
	it.each([
		['a', 'a'],
		['\\u003d', '='],
		['\\u002B', '+'],
		['\\u002b', '+'],
		['\\x3D', '='],
		['%3D', '='],
		['%3d', '='],
		['%61', 'a'],
		['%u003D', '='],
		['%253D', '='],
		['%2525253D', '='],
		['&equals;', '='],
		['&amp;', '&'],
		['&lt', '<'],
		['&QUOT', '"'],
		['&DiacriticalGrave;', '`'],
		['&#61;', '='],
		['&#61', '='],
		['&#00000061;', '='],
		['&#x3d;', '='],
		['&#X003D;', '='],
		['&#x3d', '='],
		['&amp;amp;amp;lt;', '<'],
		['&amp;#61;', '='],
		['\\u0026lt;', '<'],
		['\\u00253D', '='],
		['%5Cu003d', '='],
		['%26%2361%3B', '='],
		['\\u005c\\u0075\\u0030\\u0030\\u0033\\u0064', '='],
		['&#37;3d', '='],
		['&bsol;u003d', '='],
		['\\\\u003d', '='],
		['\\\\\\u00750026', '&'],
		['&#\\\\u00783d;', '='],
		['&#\\\\\\\\u00783d;', '='],
		['\\%61', 'a'],
		['\\"', '"'],
		['\\/', '/'],
		['\\:', ':'],
		['\\@', '@'],
		['\\[', '['],
		['\\`', '`'],
		['\\{', '{'],
		['\\!', '!'],
		['\\~', '~'],
	])('%s is %s', (text, character) => {
		expect(spelledBy(text)).toBe(character);
	});

	it.each(
		(
			'excl num dollar percnt apos lpar rpar ast midast plus comma period sol colon semi quest commat ' +
			'lsqb lbrack bsol rsqb rbrack Hat lowbar UnderBar grave lcub lbrace verbar vert VerticalLine ' +
			'rcub rbrace'
		).split(' '),
	)('&%s; is what a browser shows', (name) => {
		const text = `&${name};`;
		const [node] = parseFragment(text).childNodes;
		expect(spelledBy(text)).toBe((node as DefaultTreeAdapterMap['textNode']).value);
	});

	it.each([
		'\\u00e9',
		'%C3',
		'%0A',
		'&#10;',
		'&nbsp;',
		'&#x1F600;',
		'\\n',
		'%2',
		'\\u003',
		'&#;',
		'&equals',
		'\\u41',
		'%u41',
		'&#6a;',
		'%4/',
		'%3@',
		'%3g',
		'xu003d',
		'%61u003d',
		...'AZaz09'.split('').map((character) => `\\${character}`),
	])('%s is none of a visible ASCII character', (text) => {
		expect(spelledBy(text)).toBe('');
	});

	it.each([' ', '\x7f'])('is none of %j, which no key has', (character) => {
		const code = character.charCodeAt(0);
		for (const text of [`\\${character}`, `&#${code};`, `%${code.toString(16)}`]) {
			expect(new Spellings(text).endsOf(character, [0], false).size).toBe(0);
		}
	});

	it('of a backslash may come after any number of them, plain or escaped', () => {
		for (const before of ['', '\\', '\\\\\\', '%5C', '\\u005c', '\\u005c\\%5c&bsol;']) {
			for (const quote of ['"', '\\u0022', '%22', '&quot;']) {
				const text = before + quote;
				expect(new Spellings(text).endsOf('"', [0], true)).toContain(text.length);
			}
		}
	});
});
