import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, everythingIn, runNode } from '../../support/runNode';

/** Here a run meets bad keys and Base URLs; test/unit/input has the rules for them. */
it.each([
	['a key that would begin another header', 'apiKey', { apiKey: 'k7Qz4mWn\r\nX-Injected: Xp2h' }],
	['a user in the Base URL', 'baseUrl', { baseUrl: baseUrl.replace('//', '//k7Qz4mWn@') }],
	['a proxy for http', 'proxy', { baseUrl: baseUrl.replace('https', 'http') }],
])('a run sends nothing with %s (C4)', async (_, parameter, credential) => {
	const services = [baseUrl, 'http://api.example.com'].map((url) => interceptService(url, {}));
	const parameters = { requestOptions: { proxy: 'http://127.0.0.1:1' } };
	const { error, run } = await runNode('event: send', { parameters, credential });
	releaseNetwork();
	expect(error?.context).toMatchObject({ parameter, itemIndex: undefined });
	expect(everythingIn([error, run])).not.toMatch(/k7Qz4mWn|Xp2h/);
	expect(services.flatMap(({ requests }) => requests)).toEqual([]);
});
