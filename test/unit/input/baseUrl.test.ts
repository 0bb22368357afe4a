import { checkedBaseUrl, parsedUrl } from '../../../nodes/Messenger/input/baseUrl';
import { refusalOf } from '../../support/refusal';
import '../../support/onTheClock';

describe('a Base URL', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['  https://api.example.com/  ', 'https://api.example.com'],
		['https://api.example.com/v2/api/', 'https://api.example.com/v2/api'],
		['https://api.example.com:8443/api', 'https://api.example.com:8443/api'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:443', 'https://api.example.com'],
		['https://api.example.com/a.b/..c/d..', 'https://api.example.com/a.b/..c/d..'],
		['https://api.example.com/a//b@c', 'https://api.example.com/a//b@c'],
		['https://api.example.com/path@host', 'https://api.example.com/path@host'],
		['https://xn--exmple-cua.org', 'https://xn--exmple-cua.org'],
		['https://api.example.com/webhook', 'https://api.example.com'],
		[' https://api.example.com//webhook// ', 'https://api.example.com'],
		['https://api.example.com/api/webhook/', 'https://api.example.com/api'],
		['https://api.example.com/webhook/webhook', 'https://api.example.com/webhook'],
		['https://api.example.com/webhook/api', 'https://api.example.com/webhook/api'],
		['https://api.example.com/mywebhook', 'https://api.example.com/mywebhook'],
		['https://api.example.com/Webhook', 'https://api.example.com/Webhook'],
		['https://webhook', 'https://webhook'],
		['https://webhook/webhook', 'https://webhook'],
	])('%j is used as %s', (given, used) => {
		expect(checkedBaseUrl(given, false)).toBe(used);
	});

	it.each([
		'http://localhost:3456',
		'http://127.0.0.1',
		'http://127.255.10.3:80',
		'http://[::1]:3456/api',
	])('may be %s, which never leaves this machine', (given) => {
		expect(checkedBaseUrl(given, false)).toBe(given.replace(/:80$/, ''));
	});

	it.each([
		['http://example.com', 'example.com'],
		['http://127.0.0.1.example.com', '127.0.0.1.example.com'],
		['http://128.0.0.1', '128.0.0.1'],
		['http://localhost.example.com', 'localhost.example.com'],
		['http://mylocalhost', 'mylocalhost'],
		['http://10.0.0.1:8080', '10.0.0.1:8080'],
		['http://[::2]', '[::2]'],
		['http://[::]', '[::]'],
		['http://0.0.0.0', '0.0.0.0'],
		['http://localhost.', 'localhost.'],
		['http://xn--localhost-.example', 'xn--localhost-.example'],
	])('may be %s only where the credential allows HTTP', (given, host) => {
		expect(refusalOf(() => checkedBaseUrl(given, false))).toEqual({
			parameter: 'baseUrl',
			message: `'Base URL' of the credential would send the API key to ${host} unencrypted`,
			advice: "Use https://, or turn on 'Allow HTTP' in the credential.",
		});
		expect(checkedBaseUrl(given, true)).toBe(given);
	});

	const example =
		'Enter an address such as https://api.example.com, or http://localhost:3000 for this machine, in the credential.';
	it.each([
		['', 'is empty', example],
		['   ', 'is empty', example],
		[undefined, 'is empty', example],
		[null, 'is empty', example],
		[42, 'is empty', example],
		['api.example.com', "doesn't begin with https://", example],
		['/webhook', "doesn't begin with https://", example],
		['//api.example.com', "doesn't begin with https://", example],
		['https:api.example.com', "doesn't begin with https://", example],
		['https:/api.example.com', "doesn't begin with https://", example],
		['https://', "isn't a valid URL", example],
		['https://exa mple.com', "isn't a valid URL", example],
		['x https://api.example.com', "doesn't begin with https://", example],
		['mailto:https://api.example.com', "doesn't begin with https://", example],
		['h2://x', 'begins with h2://, not https://', example],
		['ftp://x', 'begins with ftp://, not https://', example],
		['file:///etc/passwd', 'begins with file://, not https://', example],
		[
			'https://user:pass@api.example.com',
			'contains a user name or password',
			'Remove the part before the "@".',
		],
		[
			'https://user@api.example.com',
			'contains a user name or password',
			'Remove the part before the "@".',
		],
		[
			'https://:pass@api.example.com',
			'contains a user name or password',
			'Remove the part before the "@".',
		],
		[
			'https://@api.example.com',
			'contains a user name or password',
			'Remove the part before the "@".',
		],
		[
			'https://:@api.example.com',
			'contains a user name or password',
			'Remove the part before the "@".',
		],
		[
			'http://localhost@example.com',
			'contains a user name or password',
			'Remove the part before the "@".',
		],
		['https://api.example.com?a=1', 'contains a query', 'Remove the "?" and what follows it.'],
		['https://api.example.com/?', 'contains a query', 'Remove the "?" and what follows it.'],
		['https://api.example.com#a', 'contains a fragment', 'Remove the "#" and what follows it.'],
		['https://api.example.com/#', 'contains a fragment', 'Remove the "#" and what follows it.'],
	])('%j is refused: it %s', refused);

	const odd = "isn't written in the usual form";
	it.each([
		'https://api.exa\tmple.com',
		'https://api.example.com/a\tb',
		'https://api.example.com/a\0b',
		'https://api.example.com\\a',
		'https://\\api.example.com',
		'https:///api.example.com',
		'https:///nathan@api.example.com',
		'https:///:secret@api.example.com',
		'https://api.example.com/..',
		'https://api.example.com/a/../b',
		'https://api.example.com/./b',
		'https://api.example.com/a/%2E%2e/b',
		'https://api.example.com/a\\..\\b',
		'https://b\u00fccher.example',
		'https://\uff41pi.example.com',
		'https://api.ex\u00adample.com',
		'https://%61pi.example.com',
		'https://api.example.com:',
		'https://api.example.com:0443',
		'https://api.example.com/a b',
		'https://127.1',
		'https://0x7f.0.0.1',
		'https://2130706433',
		'https://[0:0:0:0:0:0:0:1]',
		'https://*.example.com',
		'https://evil.example,api.example.com',
		"https://api.example.com'",
		`https://b\u00fccher.example/${'a'.repeat(60)}`,
	])('%j is refused, because not all programs read it alike', (given) => {
		refused(given, odd, example);
	});

	it.each(['https:/\n/api.example.com', 'h\tttp://api.example.com'])(
		'%j is refused, because its beginning is odd',
		(given) => {
			refused(given, "doesn't begin with https://", example);
		},
	);

	it('may be 2,048 characters long, and costs no time and no quote beyond', () => {
		const longest = `https://api.example.com/${'a'.repeat(2024)}`;
		expect(checkedBaseUrl(longest, false)).toBe(longest);
		refused(`${longest}a`, 'is longer than 2048 characters', example);

		const started = performance.now();
		for (const part of ['a', '/', '@', '\\', '.', ' a', '/..', '%2e']) {
			refused(`https://${part.repeat(50_000)}`, 'is longer than 2048 characters', example);
		}
		expect(performance.now() - started).toBeLessThan(100);
	});

	it('is quoted shortened where it is long', () => {
		const host = Array(20).fill('subdomain').join('.');
		const { message } = refusalOf(() => checkedBaseUrl(`http://${host}`, false));
		expect(message).toBe(
			`'Base URL' of the credential would send the API key to ${host.slice(0, 60)}… unencrypted`,
		);
		const scheme = refusalOf(() => checkedBaseUrl(`${'x'.repeat(200)}://a`, false)).message;
		expect(scheme.length).toBeLessThan(130);
	});

	function refused(given: unknown, problem: string, advice: string) {
		expect(refusalOf(() => checkedBaseUrl(given, true))).toEqual({
			parameter: 'baseUrl',
			message: `'Base URL' of the credential ${problem}`,
			advice,
		});
	}
});

it('is parsed alike however often: a fast path of Node 20 refuses some letters after a while', () => {
	for (let call = 0; call < 20_000; call += 1) parsedUrl('https://api.example.com');
	expect(parsedUrl('https://bücher.example')?.hostname).toBe('xn--bcher-kva.example');
	expect(parsedUrl('no address')).toBeUndefined();
});
