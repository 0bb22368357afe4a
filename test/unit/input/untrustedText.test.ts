import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

import { keyMask, unmasked } from '../../../nodes/Messenger/input/keyMask';
import { sanitizeUntrusted } from '../../../nodes/Messenger/input/untrustedText';

const sanitized = (text: string) => sanitizeUntrusted(text, unmasked);

/** What n8n's editor shows of texts, through its own sanitisers. */
function shownByEditor(texts: string[]): Array<{ description: string; hint: string }> {
	const { stdout } = spawnSync(
		process.execPath,
		[join(__dirname, '../../support/editorSanitisers.mjs')],
		{ input: JSON.stringify(texts), encoding: 'utf8', maxBuffer: 1e9 },
	);
	return JSON.parse(stdout) as Array<{ description: string; hint: string }>;
}

/** The names of all elements of a page, and its text. */
function parsed(html: string) {
	const elements: string[] = [];
	let text = '';
	const visit = (node: DefaultTreeAdapterMap['node']) => {
		if ('tagName' in node) elements.push(node.tagName);
		if (node.nodeName === '#text') text += (node as DefaultTreeAdapterMap['textNode']).value;
		if ('childNodes' in node) node.childNodes.forEach(visit);
	};
	visit(parseFragment(html));
	return { elements, text };
}

const hostile = [
	'<a href="https://evil.example">Sign in</a>',
	'<<!-- -->a href=https://evil.example>Sign in</a>',
	'<a href=//a.co>',
	'<a\nhref=//a.co>x',
	'<IMG src=https://evil.example/x.png onerror=alert(1)>',
	'<a data-action="reload">Refresh</a>',
	'<a data-key="show-less">x',
	'<input type=checkbox>',
	'<scr<script>ipt>alert(1)</scr</script>ipt>',
	'<svg/onload=alert(1)>',
	'<math><mtext><table><mglyph><style><!--</style><img src=1 onerror=1>',
	'<![CDATA[<a href=x>]]>',
	'<\u2060a href=//a.co>',
	'<\0a href=//a.co>',
	'<\u200ea href=//a.co>',
	'\u202e<a href=//a.co>',
	'&lt;a href=//a.co&gt;x&lt;/a&gt;',
	'&#60;a href=//a.co&#62;',
	'&amp;lt;img src=x&amp;gt;',
	'`<a href=//a.co>`',
	'`code` and `more`',
	'"><a href=//a.co>',
	'</div><b>x</b>',
	`Unexpected token '<', "<a href=//a.co>"... is not valid JSON`,
];

/** Expects that nothing of text from outsides is more than text: in the editor, and without sanitisers. */
function expectOnlyText(texts: string[]) {
	const safe = texts.map(sanitized);
	shownByEditor(safe).forEach(({ description, hint }, index) => {
		for (const html of [description, hint, safe[index]!]) {
			expect({ of: texts[index], ...parsed(html) }).toEqual({
				of: texts[index],
				elements: [],
				text: safe[index],
			});
		}
	});
}

describe('in n8n’s panel, a text from outside', () => {
	it('has no link, no picture and no markup', () => {
		expectOnlyText(hostile);
	});

	it('has none whatever it is made of', () => {
		const parts = fc.constantFrom(
			...`< > ! -- / a href= " ' //a.co & lt; #60; \` ? data-action= script [ ] %3C \\u003c code`.split(
				' ',
			),
			...[' href=', '\0', '\n', '\x1b', '\u202e', '\u2060', '\ud83d', 'img src='],
		);
		const texts = fc
			.array(fc.oneof({ arbitrary: parts, weight: 9 }, { arbitrary: fc.string(), weight: 1 }), {
				maxLength: 30,
			})
			.map((chosen) => chosen.join(''));
		expectOnlyText(fc.sample(texts, 5000));
	});

	it('would have links and pictures otherwise', () => {
		const [link, picture] = shownByEditor([
			'<<!-- -->a href=https://evil.example>x</a>',
			'<img src="https://evil.example/x.png">',
		]);
		expect(parsed(link!.description).elements).toEqual(['a']);
		expect(parsed(picture!.hint).elements).toEqual(['img']);
	});
});

describe('a text from outside', () => {
	it.each([
		['<html><body>Not found</body></html>', '‹html›‹body›Not found‹/body›‹/html›'],
		['a < b', 'a ‹ b'],
		['Tom & Jerry', 'Tom & Jerry'],
		['?a=1&b=2', '?a=1＆b=2'],
		['Grüße aus Köln, 你好, مرحبا, 👩‍🚀', 'Grüße aus Köln, 你好, مرحبا, 👩‍🚀'],
		['one\r\ntwo\tthree\u2028four', 'one two three four'],
		['\x1b[31mred\x1b[0m\x07', '[31mred[0m'],
		['\u009b31mred', '31mred'],
		[
			'left\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069right',
			'leftright',
		],
		['in\u200bvisi\ufeffble\u{e0041}', 'invisible'],
		['half \ud83d', 'half '],
		['', ''],
	])('%j is read as %j', (text, read) => {
		expect(sanitized(text)).toBe(read);
		expect(sanitized(read)).toBe(read);
	});

	it('has no character that a reader does not see, whatever it is made of', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(sanitized(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}<>`]/u);
			}),
		);
	});

	it('may be 16 megabytes long, of which the first 1,000 characters are shown', () => {
		for (const part of ['x', '<', '&lt', '\x1b[', '\n', '<!--', '\u200bx']) {
			const started = process.cpuUsage();
			expect(sanitized(part.repeat(16_000_000 / part.length)).length).toBeLessThanOrEqual(1001);
			const { user, system } = process.cpuUsage(started);
			expect((user + system) / 1000).toBeLessThan(500);
		}
	});

	it('is masked as a whole, before it is cut', () => {
		const mask = keyMask('sk-<live>-1234');
		expect(sanitizeUntrusted('a sk-<live>-1234', mask, 8)).toBe('a [API k…');
		expect(sanitizeUntrusted(`${'x'.repeat(995)}sk-<live>-1234`, mask)).toMatch(/x\[API …$/);
		for (const length of [990, 9_990, 99_990, 16_000_000]) {
			const text = `${'\u200b'.repeat(length)}sk-<live>-1234`;
			expect(sanitizeUntrusted(text, mask)).not.toMatch(/sk|live/);
		}
	});
});
