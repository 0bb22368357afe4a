import { keyMask, unmasked } from '../../../nodes/runtime/input/keyMask';
import { sanitizeUntrusted, shortened } from '../../../nodes/runtime/input/untrustedText';
import { outcomes } from '../../support/refusal';

const sanitized = (text: string) => sanitizeUntrusted(text, unmasked);

it('a text from outside has nothing that n8n’s editor could make a link or a picture of', () => {
	const hostile = ['<a href=x>', '`code`', '&lt;a', '&#60;a', '&\u2060lt;a'];
	expect(sanitized(hostile.join())).not.toMatch(/[<>`]|&[#\w]/);
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
	const longest = '+/'.repeat(2048);
	const text = '\u200b'.repeat(9_990) + encodeURIComponent(longest);
	expect(sanitizeUntrusted(text, keyMask(longest))).toBe('[API key]');
});
