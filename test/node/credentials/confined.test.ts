import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INodeParameters,
} from 'n8n-workflow';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, runNode } from '../../support/runNode';

const apiKey = 'sk-live-9b1d7f';
const lists = { body: { success: true, data: [{ uuid: '1', name: 'News', is_public: true }] } };
const elsewhere = 'https://elsewhere.example';
const credentialType = new MessengerApi();

afterEach(releaseNetwork);

const predefined = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'messengerApi',
};

/** Runs n8n's own node with the credential, as an editor may point it anywhere. */
const request = async (
	url: string,
	credential: ICredentialDataDecryptedObject = {},
	{ options = {}, version = 4.2 }: { options?: INodeParameters; version?: number } = {},
) =>
	await runNode(
		{ url, options, ...predefined },
		{
			items: 1,
			node: { type: 'n8n-nodes-base.httpRequest', typeVersion: version },
			credential: { apiKey, allowHttp: false, ...credential },
		},
	);

it.each([2, 3, 4.2])(
	'an HTTP Request node of version %d opens the Base URL with the key, nothing else (C3)',
	async (version) => {
		const service = interceptService(baseUrl, lists);
		const other = interceptService(elsewhere, lists);
		// As they may be copied.
		const credential = { baseUrl: `${baseUrl}/webhook`, apiKey: ` ${apiKey}\n` };
		const { output } = await request(`${baseUrl}/webhook/lists`, credential, { version });
		expect(output.map(({ json }) => json)).toEqual([lists.body]);
		expect((await request(elsewhere, {}, { version })).error).toBeDefined();
		expect(service.requests).toMatchObject([
			{ path: '/webhook/lists', headers: { authorization: `Bearer ${apiKey}` } },
		]);
		expect(other.requests).toEqual([]);
	},
);

const authenticate = async (request: object, data: ICredentialDataDecryptedObject = {}) => {
	if (typeof credentialType.authenticate !== 'function') throw new Error('No function');
	const credential = { baseUrl, apiKey, ...data };
	return await credentialType.authenticate(credential, request as IHttpRequestOptions);
};
const proxy = { host: 'proxy.example', port: 3128 };
const local = 'http://localhost:3456';

it('any other node gets the header added and its own limits replaced, and the rest unchanged (C3)', async () => {
	const headers = { Accept: 'text/plain', Authorization: 'Bearer other' };
	const given = { url: `${baseUrl}/a`, method: 'POST', body: { a: 1 }, headers };
	const ownLimits = { allowedDomains: '*', sendCredentialsOnCrossOriginRedirect: true };
	expect(await authenticate({ ...given, ...ownLimits })).toEqual({
		...given,
		headers: { Accept: 'text/plain', Authorization: `Bearer ${apiKey}` },
		allowedDomains: 'api.example.com',
		sendCredentialsOnCrossOriginRedirect: false,
	});
	expect(headers.Authorization).toBe('Bearer other');
});

it.each<[request: object, data?: ICredentialDataDecryptedObject]>([
	[{ uri: `${baseUrl}/a` }],
	[{ uri: `${baseUrl}/a`, url: '' }],
	[{ url: '/a', baseURL: `${baseUrl}/v2` }],
	[{ baseURL: baseUrl }],
	[{ url: baseUrl, proxy }],
	[{ url: baseUrl, skipSslCertificateValidation: true }],
	[{ url: local }, { baseUrl: local }],
])('a request may be %j (C3)', async (request, data = {}) => {
	await expect(authenticate(request, data)).resolves.toHaveProperty('headers.Authorization');
});

it('what a request may not be (C3, C4)', async () => {
	const rows: Array<[request: object, data?: ICredentialDataDecryptedObject]> = [
		[{}],
		[{ url: '' }],
		[{ url: '/a' }],
		[{ url: '//elsewhere.example/a', baseURL: baseUrl }],
		[{ url: '\\\\elsewhere.example/a', baseURL: baseUrl }],
		...[
			...['https://a.api.example.com', 'https://example.com', `${baseUrl}.elsewhere.example`],
			...['http://api.example.com', `${baseUrl}:8443`, `${baseUrl}@elsewhere.example`],
			...['https://elsewhere.example\\@api.example.com', elsewhere],
		].map((url): [object] => [{ url: `${url}/a`, baseURL: baseUrl }]),
		[{ url: `${baseUrl}/a`, uri: elsewhere }],
		[{ uri: `${baseUrl}/a`, url: elsewhere }],
		[{ url: 'file:///etc/passwd' }],
		[{ url: elsewhere }, { baseUrl: `https://${apiKey}.example.com` }],
		[{ url: baseUrl, proxy, skipSslCertificateValidation: true }],
		[{ url: local, proxy }, { baseUrl: local }],
		[{ url: baseUrl }, { baseUrl: `ftp://${apiKey}` }],
		[{ url: baseUrl }, { apiKey: 'sk-live\r\nX-Injected: 1' }],
	];
	const said = rows.map(async ([request, data]) => {
		const error = await authenticate(request, data).catch((thrown: unknown) => thrown);
		const { message, description } = error as { message: string; description?: string };
		const words = [message, description].filter(Boolean).join(' | ');
		expect(words).not.toContain(apiKey);
		// The words of the credential's checks say what is wrong with it.
		const own = words.startsWith("'") ? `(as a run) | ${description}` : words;
		return `${JSON.stringify([request, data])}\n\t${own}`;
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
});
