import { FaultyService } from '../../support/FaultyService';
import { answers } from '../../support/conducts';
import { cases } from '../cases';
import { everythingIn, partsOfKey, runNode } from '../../faults/run';
import { interceptService, releaseNetwork } from '../../support/interceptedService';

let service: FaultyService;
beforeEach(async () => {
	service = await FaultyService.start(answers(200, {}));
});
afterEach(() => service.close());

/** What a key and a Base URL may not be is in test/input; here it is what becomes of it in a run. */
describe.each(cases)('$name', ({ marked }) => {
	it('sends nothing with a key that would begin another header, and shows no part of it', async () => {
		const apiKey = 'k7Qz4mWn\r\nX-Injected: Xp2hRt9v';
		const { error, run } = await runNode(marked, { baseUrl: service.url, apiKey });
		expect(error?.message).toMatch(
			/^'API Key' of the credential contains a space, a line break or/,
		);
		expect(partsOfKey(apiKey, everythingIn([error, run]))).toEqual([]);
		expect(service.connections).toEqual([]);
	});

	it('sends nothing to a Base URL with a user and a password', async () => {
		const baseUrl = service.url.replace('//', '//user:word@');
		const { error } = await runNode(marked, { baseUrl, apiKey: 'url-key' });
		expect(error?.message).toMatch(/contains a user name or password/);
		expect(service.connections).toEqual([]);
	});

	it('sends no key unencrypted to another machine, unless the credential allows it', async () => {
		const baseUrl = 'http://service.example';
		const another = interceptService(baseUrl, { body: {} });
		const { error } = await runNode(marked, { baseUrl, apiKey: 'http-key', allowHttp: false });
		expect(error?.message).toMatch(/would send the API key to \S+ unencrypted/);
		expect(another.requests).toEqual([]);
		await runNode(marked, { baseUrl, apiKey: 'http-key', allowHttp: true });
		releaseNetwork();
		expect(another.requests[0]?.headers).toMatchObject({ authorization: 'Bearer http-key' });
	});

	it.each([
		['this machine', undefined],
		['another machine, though the credential allows http', 'http://service.example'],
	])('sends nothing to %s through a proxy, which could read the key', async (_, baseUrl) => {
		const proxy = await FaultyService.start(answers(200, {}));
		const requestOptions = { proxy: proxy.url };
		const { error } = await runNode(
			{ ...marked, requestOptions },
			{ baseUrl: baseUrl ?? service.url, apiKey: 'proxied-key' },
		);
		await proxy.close();
		expect(error?.message).toMatch(/^'Proxy' can't be used with a Base URL that begins with http:/);
		expect(error?.description).toMatch(/<br>Nothing was sent\.$/);
		expect(proxy.connections).toEqual([]);
		expect(service.connections).toEqual([]);
	});
});
