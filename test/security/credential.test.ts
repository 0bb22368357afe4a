import { FaultyService } from '../faults/FaultyService';
import { answers } from '../faults/conducts';
import { cases } from '../operations/cases';
import { everythingIn, partsOfKey, runNode } from '../faults/run';

let service: FaultyService;
beforeAll(async () => {
	service = await FaultyService.start(answers(200, {}));
});
afterAll(() => service.close());

describe.each(cases)('$name', ({ marked }) => {
	it.each([
		['a line break and a header', 'k7Qz4mWn\r\nX-Injected: Xp2hRt9v'],
		['a line feed', 'k7Qz4mWn\nXp2hRt9v'],
		['a carriage return', 'k7Qz4mWn\rXp2hRt9v'],
		['a line break at its end', 'k7Qz4mWnXp2hRt9v\n'],
		['a zero byte', 'k7Qz4mWn\0Xp2hRt9v'],
		['a letter that becomes a line break in Latin-1', 'k7Qz4mWn\u010aXp2hRt9v'],
	])('sends nothing with a key that holds %s', async (_, apiKey) => {
		const { error, run } = await runNode(marked, { baseUrl: service.url, apiKey });
		expect(error?.message).toMatch(
			/^'API Key' of the credential contains a space, a line break or/,
		);
		expect(partsOfKey(apiKey, everythingIn([error, run]))).toEqual([]);
		expect(service.connections).toEqual([]);
	});

	const port = () => new URL(service.url).port;
	it.each([
		['a user', () => service.url.replace('//', '//user@'), /contains a user name or password/],
		['a user and a password', () => service.url.replace('//', '//u:p@'), /contains a user name or/],
		['an empty user', () => service.url.replace('//', '//@'), /contains a user name or password/],
		['another host after a loopback one', () => 'http://localhost@example.com', /contains a user/],
		['a query', () => `${service.url}?x=`, /contains a query/],
		['a fragment', () => `${service.url}/#`, /contains a fragment/],
		['a path of ..', () => `${service.url}/a/../b`, /contains "." or "\.\." in its path/],
		[
			'a path of .. in disguise',
			() => `${service.url}/a/%2E%2e/b`,
			/contains "." or "\.\." in its path/,
		],
		[
			'a path of .. with backslashes',
			() => `${service.url}\\a\\..\\b`,
			/contains "." or "\.\." in its path/,
		],
		['no scheme', () => `127.0.0.1:${port()}`, /isn't an absolute URL/],
		['another scheme', () => `ftp://127.0.0.1:${port()}`, /begins with ftp:/],
		['a file', () => 'file:///etc/passwd', /begins with file:/],
	])('sends nothing to a Base URL with %s', async (_, baseUrl, problem) => {
		const { error } = await runNode(marked, { baseUrl: baseUrl(), apiKey: 'url-key' });
		expect(error?.message).toMatch(problem);
		expect(service.connections).toEqual([]);
	});

	it('sends nothing to this machine through a proxy, which could read the key', async () => {
		const proxy = await FaultyService.start(answers(200, {}));
		const requestOptions = { proxy: proxy.url };
		service.requests.length = 0;
		const options = { baseUrl: service.url, apiKey: 'proxied-key', allowHttp: false };
		await runNode({ ...marked, requestOptions }, options);
		await proxy.close();
		expect(proxy.connections).toEqual([]);
		expect(service.requests).toHaveLength(1);
		service.connections.length = 0;
	});

	it.each([
		'http://127.0.0.1.example.com',
		'http://127.0.0.1.nip.io',
		'http://localhost.example.com',
		'http://localhost.',
		'http://xn--localhost-.example',
		'http://0.0.0.0',
		'http://[::ffff:10.0.0.1]',
		'http://[::]',
		'http://128.0.0.1',
		'http://example.com\\@127.0.0.1',
	])('sends no key unencrypted to %s, which is not this machine', async (baseUrl) => {
		const { error } = await runNode(marked, { baseUrl, apiKey: 'url-key', allowHttp: false });
		expect(error?.message).toMatch(
			/would send the API key to \S+ unencrypted|contains a user name|isn't written in/,
		);
	});
});
