import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { keyMask, unmasked } from '../../../nodes/Messenger/input/keyMask';
import { sanitizeUntrusted, shortened } from '../../../nodes/Messenger/input/untrustedText';
import { outcomes } from '../../support/refusal';

const sanitized = (text: string) => sanitizeUntrusted(text, unmasked);

/** The HTML that n8n's editor makes of texts, as descriptions and as hints, through its own sanitisers. */
function shownByEditor(texts: string[]): string {
	const script = join(__dirname, '../../support/editorSanitisers.mjs');
	const input = JSON.stringify(texts);
	return spawnSync(process.execPath, [script], { input, encoding: 'utf8', maxBuffer: 1e9 }).stdout;
}

it('in n8n’s editor a text from outside has no link, no picture and no markup', () => {
	const link = '<<!-- -->a href=https://evil.example>Sign in</a>';
	const hostile = [
		...[link, '<![CDATA[<a href=x>]]>"><a href=//a.co>', '`<a href=//a.co>` and `code`'],
		'<IMG src=https://evil.example/x.png onerror=alert(1)>',
		'<scr<script>ipt>alert(1)</scr</script>ipt><svg/onload=alert(1)>',
		'<math><mtext><table><mglyph><style><!--</style><img src=1 onerror=1>',
		...['\u2060', '\0', '\u200e', '\n'].map((unseen) => `<${unseen}a\nhref=//a.co>x`),
		'&lt;a href=//a.co&gt;x&#60;a href=//a.co&#62;&amp;lt;img src=x&amp;gt;',
	];
	const safe = hostile.map(sanitized);
	expect(shownByEditor(safe)).not.toMatch(/<|&lt;|&#60;/);
	expect(safe.join()).not.toMatch(/[<>`]|&[#\w]/);
	// Otherwise it would have them.
	expect(shownByEditor([link, '<img src="https://a.co/x.png">'])).toMatch(/<a .*<img /s);
});

it('a text from outside is plain, on one line, and in its beginning', () => {
	const texts = [
		...['<b>a & b</b>', '?a=1&b=2 &#60; `', 'Grüße, 你好, مرحبا, 👩‍🚀', 'half \ud83d'],
		...['one\r\ntwo\tthree\u2028four\u0085five', '\x1b[31mred\x1b[0m\x07\u009b'],
		'left\u200e\u200f\u061c\u202a\u202e\u2066\u2069right',
		'in\u200bvi\u2060si\ufeffb\ufff9le\u{e0041}\u{e007f}',
	];
	expect(outcomes(sanitized, texts)).toMatchSnapshot();
	for (const read of texts.map(sanitized)) expect(sanitized(read)).toBe(read);
	expect(sanitized('x'.repeat(1001))).toBe(`${'x'.repeat(1000)}…`);
	expect(sanitized(`${'\u200b'.repeat(9_999)}ab`)).toBe('a');
});

it('no character is cut in half', () => {
	const cut = (text: string) => shortened(text, 3);
	expect(outcomes(cut, ['abc', 'abcd', 'ab😀', '😀abc'])).toMatchSnapshot();
});

it('a text is masked as a whole, before it is cut (C5)', () => {
	const mask = keyMask('sk-<live>-1234');
	expect(sanitizeUntrusted('a sk-<live>-1234', mask, 8)).toBe('a [API k…');
	for (const length of [990, 9_990]) {
		const text = `${'\u200b'.repeat(length)}sk-<live>-1234`;
		expect(sanitizeUntrusted(text, mask)).not.toMatch(/sk|live/);
	}
});
