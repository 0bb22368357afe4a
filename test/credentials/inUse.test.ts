import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../support/interceptedService';
import { baseUrl, expectRefused, runMessenger, shown } from '../support/messengerRun';

const lists = { body: { data: [{ uuid: '1', name: 'News', is_public: true }] } };

const getLists = async (credential: Record<string, string | boolean>) =>
	await runMessenger('list: getAll', { node: { executeOnce: true }, credential });

afterEach(releaseNetwork);

describe('a credential that is restricted to some domains', () => {
	const restrictions: ICredentialDataDecryptedObject[] = [
		{ allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' },
		{ allowedHttpRequestDomains: 'none' },
		{ allowedHttpRequestDomains: 'all' },
	];
	it.each(
		['list: getAll', 'event: send', 'campaign: sendToItems'].flatMap((operation) =>
			restrictions.map((restriction) => ({ operation, restriction })),
		),
	)(
		'reaches its own Base URL: $operation with $restriction',
		async ({ operation, restriction }) => {
			const service = interceptService(baseUrl, lists);
			const { output, error } = await runMessenger(operation, {
				node: { executeOnce: true },
				credential: restriction,
			});
			expect(error).toBeUndefined();
			expect(output.length).toBeGreaterThanOrEqual(1);
			expect(service.requests).toHaveLength(1);
		},
	);
});

describe('HTTP without encryption', () => {
	it('is refused for a host elsewhere', async () => {
		const service = interceptService('http://example.com', lists);
		const { error } = await getLists({ baseUrl: 'http://example.com' });
		expect(shown(error)).toMatchObject({
			message:
				"'Base URL' of the credential would send the API key to example.com unencrypted [item 0]",
			name: 'NodeOperationError',
			itemIndex: 0,
		});
		expect(service.requests).toEqual([]);
	});

	it('is used where the credential allows it', async () => {
		const service = interceptService('http://example.com', lists);
		const { error } = await getLists({ baseUrl: 'http://example.com', allowHttp: true });
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
	});
});

it.each([
	[{ baseUrl: 'ftp://x' }, 'baseUrl', 'begins with ftp://, not https://'],
	[{ baseUrl: '' }, 'baseUrl', 'is empty'],
	[{ baseUrl: 'api.example.com' }, 'baseUrl', "isn't an absolute URL"],
	[{ apiKey: '' }, 'apiKey', 'is empty'],
	[
		{ apiKey: 'sk-1\r\nX-Injected: 1' },
		'apiKey',
		'contains a space, a line break or another character that a key cannot have',
	],
])('the credential %j is refused before anything is sent', async (credential, field, problem) => {
	const service = interceptService(baseUrl, lists);
	const { error } = await getLists(credential);
	const label = field === 'baseUrl' ? 'Base URL' : 'API Key';
	expectRefused(error, field, `'${label}' of the credential ${problem}`);
	expect(service.requests).toEqual([]);
});
