import { parseBody } from '../../nodes/Messenger/response/parse';
import {
	responseWithoutKey,
	bodyWithoutKey,
	withoutKey,
} from '../../nodes/Messenger/response/withoutKey';
import { response } from '../support/reader';

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
		[
			'in HTML',
			key
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;')
				.replaceAll("'", '&apos;'),
		],
	])('has a blot in its place, spelled %s', (_, spelled) => {
		expect(withoutKey(`1 ${spelled} 2 ${spelled}`, key)).toBe('1 [API key] 2 [API key]');
	});

	it('keeps everything that is not the key', () => {
		const similar = ['sk-1/a', key.slice(1), key.replace('.', 'x'), key.replace('+', '')];
		for (const text of similar) expect(withoutKey(text, key)).toBe(text);
	});
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
		return bodyWithoutKey(parseBody(whole), whole, key);
	};

	it('has none in its texts and names, however deep', () => {
		expect(bodyOf({ [key]: 1, list: [`a ${key}`, { deep: key }], other: null, yes: true })).toEqual(
			{
				json: {
					'[API key]': 1,
					list: ['a [API key]', { deep: '[API key]' }],
					other: null,
					yes: true,
				},
			},
		);
	});

	it('is the same body where there is none', () => {
		const whole = response(200, { a: 1 });
		const body = parseBody(whole);
		expect(bodyWithoutKey(body, whole, key)).toBe(body);
	});

	it('is not looked into where it is no JSON', () => {
		const whole = response(200, `<p>${key}`);
		expect(bodyWithoutKey(parseBody(whole), whole, key)).toEqual({ notJson: 'text' });
	});
});

function escapedBy(escape: (code: number) => string): string {
	return [...key].map((character) => escape(character.charCodeAt(0))).join('');
}
