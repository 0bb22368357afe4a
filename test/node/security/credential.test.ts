import type { INodeParameters } from 'n8n-workflow';

import { answers } from '../../support/conducts';
import { FaultyService } from '../../support/FaultyService';
import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { everythingIn, runNode } from '../../support/runNode';

let service: FaultyService;
beforeEach(async () => {
	service = await FaultyService.start(answers(200, {}));
});
afterEach(() => service.close());

/** What a key and a Base URL may not be is in test/unit/input; here it is what becomes of it in a run. */
describe.each(['email: verify', 'event: send'])('%s', (operation) => {
	const brokenKey = 'k7Qz4mWn\r\nX-Injected: Xp2hRt9v';
	const proxied = { requestOptions: { proxy: 'http://127.0.0.1:1' } };
	it.each<[string, string, (url: string) => object, INodeParameters?]>([
		['a key that would begin another header', 'apiKey', () => ({ apiKey: brokenKey })],
		[
			'a user in the Base URL',
			'baseUrl',
			(url) => ({ baseUrl: url.replace('//', '//user:word@') }),
		],
		['no scheme in the Base URL', 'baseUrl', () => ({ baseUrl: 'api.example.com' })],
		[
			'http to another machine',
			'baseUrl',
			() => ({ baseUrl: 'http://a.example', allowHttp: false }),
		],
		['a proxy for http', 'proxy', () => ({}), proxied],
		[
			'a proxy for http to another machine',
			'proxy',
			() => ({ baseUrl: 'http://a.example' }),
			proxied,
		],
	])('sends nothing with %s (C4)', async (_, parameter, credentialOf, parameters = {}) => {
		const other = interceptService('http://a.example', {});
		const credential = { baseUrl: service.url, ...credentialOf(service.url) };
		const { error, run } = await runNode(operation, { parameters, credential });
		releaseNetwork();
		expect(error?.context).toMatchObject({ parameter, itemIndex: undefined });
		expect(everythingIn([error, run])).not.toMatch(/k7Qz4mWn|Xp2hRt9v/);
		expect([service.connections, other.requests]).toEqual([[], []]);
	});

	it('follows no redirect, so that the key stays where it belongs (Q2)', async () => {
		const elsewhere = await FaultyService.start(answers(200, {}));
		service.follow(answers(307, '', { Location: `${elsewhere.url}/webhook?x=1` }));
		const { error } = await runNode(operation, { credential: { baseUrl: service.url } });
		await elsewhere.close();
		expect(error?.httpCode).toBe('307');
		expect(error?.message).toContain(`${elsewhere.url}/webhook`);
		expect(error?.message).not.toContain('x=1');
		expect(elsewhere.connections).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});
});
