import { checkedBaseUrl } from '../../nodes/Messenger/input/baseUrl';
import { refusalOf } from '../support/refusal';

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
	])('may be %s only where the credential allows HTTP', (given, host) => {
		expect(refusalOf(() => checkedBaseUrl(given, false))).toEqual({
			parameter: 'baseUrl',
			message: `The credential's Base URL would send the API key to ${host} unencrypted`,
			advice: 'Use https://, or turn on Allow HTTP in the credential.',
		});
		expect(checkedBaseUrl(given, true)).toBe(given);
	});

	const example = 'Give an address such as https://api.example.com in the credential.';
	it.each([
		['', 'is empty', example],
		['   ', 'is empty', example],
		[undefined, 'is empty', example],
		[null, 'is empty', example],
		[42, 'is empty', example],
		['api.example.com', 'is not an absolute URL', example],
		['/webhook', 'is not an absolute URL', example],
		['//api.example.com', 'is not an absolute URL', example],
		['https:api.example.com', 'is not an absolute URL', example],
		['https:/api.example.com', 'is not an absolute URL', example],
		['https://', 'is not an absolute URL', example],
		['https://exa mple.com', 'is not an absolute URL', example],
		['x https://api.example.com', 'is not an absolute URL', example],
		['mailto:https://api.example.com', 'is not an absolute URL', example],
		['h2://x', 'begins with h2://, not https://', example],
		['ftp://x', 'begins with ftp://, not https://', example],
		['file:///etc/passwd', 'begins with file://, not https://', example],
		[
			'https://user:pass@api.example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		[
			'https://user@api.example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		[
			'https://:pass@api.example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		[
			'https://@api.example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		[
			'https://:@api.example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		[
			'https:///nathan@api.example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		[
			'https:///:secret@api.example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		[
			'http://localhost@example.com',
			'holds a user name or password',
			'Take out the part before the "@".',
		],
		['https://api.example.com?a=1', 'holds a query', 'Take out the "?" and what follows it.'],
		['https://api.example.com/?', 'holds a query', 'Take out the "?" and what follows it.'],
		['https://api.example.com#a', 'holds a fragment', 'Take out the "#" and what follows it.'],
		['https://api.example.com/#', 'holds a fragment', 'Take out the "#" and what follows it.'],
		['https://api.example.com/..', 'holds a path of dots', 'Write the path without "." and "..".'],
		[
			'https://api.example.com/a/../b',
			'holds a path of dots',
			'Write the path without "." and "..".',
		],
		['https://api.example.com/./b', 'holds a path of dots', 'Write the path without "." and "..".'],
		[
			'https://api.example.com/a/%2E%2e/b',
			'holds a path of dots',
			'Write the path without "." and "..".',
		],
		[
			'https://api.example.com/a\\..\\b',
			'holds a path of dots',
			'Write the path without "." and "..".',
		],
	])('%j is refused: it %s', (given, problem, advice) => {
		expect(refusalOf(() => checkedBaseUrl(given, true))).toEqual({
			parameter: 'baseUrl',
			message: `The credential's Base URL ${problem}`,
			advice,
		});
	});
});
