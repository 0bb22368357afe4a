import { join } from 'node:path';
import {
	injectDomainRestrictionFields,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type INodeParameters,
} from 'n8n-workflow';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { readWorkflow, runWorkflow } from '../../support/engine/runWorkflow';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { everythingIn } from '../../faults/run';
import { startEvaluator } from '../../support/evaluator';
import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { runMessenger } from '../../support/messengerRun';

const apiKey = 'sk-live-9b1d7f';
const baseUrl = 'https://api.example.com';
const lists = { body: { data: [{ uuid: '1', name: 'News', is_public: true }] } };
const credentialType = new MessengerApi();

/** Runs n8n's own HTTP Request node with the credential, as an editor may point it anywhere. */
async function request(
	url: string,
	{
		parameters,
		credential,
		typeVersion = 4.2,
	}: {
		parameters?: INodeParameters;
		credential?: ICredentialDataDecryptedObject;
		typeVersion?: number;
	} = {},
) {
	const workflow = readWorkflow(join(__dirname, 'httpRequest.workflow.json'));
	Object.assign(workflow.nodes[1]!, {
		typeVersion,
		parameters: { ...workflow.nodes[1]!.parameters, url, ...parameters },
	});
	const { error, json, run } = await runWorkflow(workflow, {
		node: new Messenger(),
		credentialType,
		credential: { baseUrl, apiKey, ...credential },
	});
	expect(everythingIn([error, run])).not.toContain(apiKey);
	return { error, output: json('HTTP Request') };
}

const restriction = /can only be used at|Only the following domains are allowed|is not allowed/;

afterEach(releaseNetwork);

describe('the HTTP Request node', () => {
	it.each([2, 3, 4.2])('of version %d gets answers from the Base URL’s host', async (version) => {
		const service = interceptService(baseUrl, lists);
		const { error, output } = await request(`${baseUrl}/webhook/lists`, {
			typeVersion: version,
			// As they may be copied.
			credential: { baseUrl: `${baseUrl}/webhook`, apiKey: ` ${apiKey}\n` },
		});
		expect(error).toBeUndefined();
		expect(output).toEqual([lists.body]);
		expect(service.requests).toMatchObject([
			{ path: '/webhook/lists', headers: { authorization: `Bearer ${apiKey}` } },
		]);
	});

	it.each([2, 3, 4.2])('of version %d is refused elsewhere', async (version) => {
		const elsewhere = interceptService('https://elsewhere.example', lists);
		const { error } = await request('https://elsewhere.example/', { typeVersion: version });
		expect(error?.message).toMatch(restriction);
		expect(elsewhere.requests).toEqual([]);
	});

	it.each([
		['another host', 'https://elsewhere.example'],
		['a host below the Base URL’s', 'https://a.api.example.com'],
		['a host above the Base URL’s', 'https://example.com'],
		['a host that begins like it', 'https://api.example.com.elsewhere.example'],
		['http, which is readable on its way', 'http://api.example.com'],
		['another port', 'https://api.example.com:8443'],
		['a host with the Base URL’s as a user', 'https://api.example.com@elsewhere.example'],
		['a host behind a backslash', 'https://elsewhere.example\\@api.example.com'],
	])('sends no key to %s', async (_, address) => {
		const { origin } = new URL(address);
		const elsewhere = interceptService(origin, lists);
		const { error } = await request(`${address}/webhook/lists`);
		expect(error).toBeDefined();
		expect(elsewhere.requests).toEqual([]);
	});

	it.each([
		['another host', 'https://elsewhere.example'],
		['the same host, unencrypted', 'http://api.example.com'],
	])('sends no key behind a redirect to %s, whatever its options say', async (_, address) => {
		const elsewhere = interceptService(address, lists);
		interceptService(baseUrl, { status: 302, headers: { Location: `${address}/` } });
		await request(`${baseUrl}/webhook/lists`, {
			parameters: {
				options: {
					sendCredentialsOnCrossOriginRedirect: true,
					redirect: { redirect: { followRedirects: true, maxRedirects: 5 } },
				},
			},
		});
		expect(elsewhere.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
	});

	it.each([2, 3, 4.2])('of version %d sends no key with a Host of its own', async (typeVersion) => {
		const service = interceptService(baseUrl, lists);
		const { error } = await request(`${baseUrl}/webhook/lists`, {
			typeVersion,
			parameters:
				typeVersion === 2
					? { headerParametersUi: { parameter: [{ name: 'host', value: 'b.cdn.example' }] } }
					: {
							sendHeaders: true,
							headerParameters: { parameters: [{ name: 'host', value: 'b.cdn.example' }] },
						},
		});
		expect(error?.message).toMatch(/can't be used with the header host/);
		expect(service.requests).toEqual([]);
	});

	it('sends no key by a method that gives back what was sent', async () => {
		const service = interceptService(baseUrl, lists);
		const { error } = await request(`${baseUrl}/webhook/lists`, {
			parameters: { method: 'TRACE' },
		});
		expect(error?.message).toMatch(/can't be used with the method TRACE/);
		expect(service.requests).toEqual([]);
	});

	it.each([
		['stored in the credential', { allowedHttpRequestDomains: 'all' }],
		['stored as domains', { allowedHttpRequestDomains: 'domains', allowedDomains: '*.example' }],
	])('is confined whatever is %s', async (_, stored) => {
		const elsewhere = interceptService('https://elsewhere.example', lists);
		const { error } = await request('https://elsewhere.example/', { credential: stored });
		expect(error?.message).toMatch(restriction);
		expect(elsewhere.requests).toEqual([]);
	});

	it.each([
		['={{ "https://api." + "example.com" }}'],
		[' HTTPS://API.example.com:443/ '],
		['https://api.example.com/v2'],
	])('works with the Base URL %j', async (given) => {
		interceptService(baseUrl, lists);
		const { error } = await request(`${baseUrl}/any`, { credential: { baseUrl: given } });
		expect(error).toBeUndefined();
		const { error: refused } = await request('https://elsewhere.example', {
			credential: { baseUrl: given },
		});
		expect(refused?.message).toMatch(restriction);
	});

	it.each(['', 'api.example.com', 'https://', 'https://*.example', 'https://a,elsewhere.example'])(
		'is refused everywhere with the Base URL %j, which has no host',
		async (given) => {
			const elsewhere = interceptService('https://elsewhere.example', lists);
			const { error } = await request('https://elsewhere.example', {
				credential: { baseUrl: given },
			});
			expect(error).toBeDefined();
			expect(elsewhere.requests).toEqual([]);
		},
	);
});

describe('the credential in any request', () => {
	const authenticate = async (
		options: Partial<IHttpRequestOptions> & IDataObject,
		data: ICredentialDataDecryptedObject = {},
	) => {
		if (typeof credentialType.authenticate !== 'function') throw new Error('No function');
		return await credentialType.authenticate(
			{ baseUrl, apiKey, ...data },
			options as unknown as IHttpRequestOptions,
		);
	};

	it('adds its header and keeps everything else', async () => {
		const headers = { Accept: 'text/plain' };
		const given = { url: `${baseUrl}/a`, method: 'POST' as const, body: { a: 1 }, headers };
		expect(await authenticate(given)).toEqual({
			...given,
			headers: { Accept: 'text/plain', Authorization: `Bearer ${apiKey}` },
			allowedDomains: 'api.example.com',
			sendCredentialsOnCrossOriginRedirect: false,
		});
		expect(headers).toEqual({ Accept: 'text/plain' });
	});

	it.each([
		{ url: `${baseUrl}/a` },
		{ uri: `${baseUrl}/a` },
		{ uri: `${baseUrl}/a`, url: '' },
		{ url: '/a', baseURL: `${baseUrl}/v2` },
		{ url: '', baseURL: baseUrl },
		{ baseURL: baseUrl },
	])('may go to %j', async (options) => {
		await expect(authenticate(options)).resolves.toHaveProperty('headers.Authorization');
	});

	it.each([
		{},
		{ url: '' },
		{ url: '/a' },
		{ url: '//elsewhere.example/a', baseURL: baseUrl },
		{ url: '\\\\elsewhere.example/a', baseURL: baseUrl },
		{ url: 'https://elsewhere.example', baseURL: baseUrl },
		{ url: `${baseUrl}/a`, uri: 'https://elsewhere.example' },
		{ uri: `${baseUrl}/a`, url: 'https://elsewhere.example' },
		{ url: 'file:///etc/passwd' },
	])('may not go to %j', async (options) => {
		await expect(authenticate(options)).rejects.toThrow(
			'The Messenger API credential can only be used at https://api.example.com',
		);
	});

	it('says no word of the key where the Base URL holds it', async () => {
		const data = { baseUrl: `https://${apiKey}.example.com` };
		await expect(authenticate({ url: 'https://elsewhere.example' }, data)).rejects.toThrow(
			'The Messenger API credential can only be used at https://[API key].example.com',
		);
	});

	const proxy = { host: 'proxy.example', port: 3128 };
	it.each([
		{ proxy, skipSslCertificateValidation: true },
		{ proxy, rejectUnauthorized: false },
		{ proxy: 'http://proxy.example:3128', rejectUnauthorized: false },
		{ proxy, agentOptions: { ca: 'a certificate' } },
	])('may not go through a proxy that could read it: %j', async (options) => {
		await expect(authenticate({ url: baseUrl, ...options } as never)).rejects.toMatchObject({
			message: 'The proxy could read the API key',
			description: expect.stringMatching(/^Remove the proxy, or turn off /),
		});
	});

	it.each(['http://localhost:3456', 'http://api.example.com'])(
		'may not go to %s, unencrypted, through a proxy',
		async (url) => {
			const data = { baseUrl: url, allowHttp: true };
			await expect(authenticate({ url, proxy }, data)).rejects.toThrow(
				'The proxy could read the API key',
			);
			await expect(authenticate({ url }, data)).resolves.toBeDefined();
		},
	);

	it.each([
		'Host',
		'host',
		'HOST ',
		':authority',
		'Forwarded',
		'x-forwarded-host',
		'X-FORWARDED-HOST',
		'X-Host',
	])('may not have the header %j, whatever its value', async (name) => {
		for (const value of ['tenant-b.cdn.example', 'api.example.com', '', undefined]) {
			const headers = { Accept: '*/*', [name]: value };
			await expect(authenticate({ url: baseUrl, headers })).rejects.toMatchObject({
				message: `The Messenger API credential can't be used with the header ${name.trim()}`,
				description: 'Remove it: it could lead the API key to another host.',
			});
		}
	});

	it.each(['TRACE', 'trace', ' Connect'])('may not use the method %j', async (method) => {
		await expect(
			authenticate({ url: baseUrl, method: method as IHttpRequestMethods }),
		).rejects.toThrow(
			`The Messenger API credential can't be used with the method ${method.trim().toUpperCase()}`,
		);
	});

	it.each(['X-Hostname', 'Hosts', 'X-Forwarded-For', 'Content-Type'])(
		'may have the header %s',
		async (name) => {
			await expect(
				authenticate({ url: baseUrl, method: 'DELETE', headers: { [name]: 'a' } }),
			).resolves.toHaveProperty(`headers.${name}`, 'a');
		},
	);

	it.each([{ proxy }, { skipSslCertificateValidation: true }, { rejectUnauthorized: false }])(
		'may go with %j alone',
		async (options) => {
			await expect(authenticate({ url: baseUrl, ...options } as never)).resolves.toBeDefined();
		},
	);

	it.each([
		[
			{ baseUrl: 'http://api.example.com' },
			/would send the API key to api.example.com unencrypted/,
		],
		[{ baseUrl: 'ftp://api.example.com' }, /begins with ftp:/],
		[{ apiKey: 'sk-live\r\nX-Injected: 1' }, /^'API Key' of the credential contains a space/],
		[{ apiKey: '' }, /^'API Key' of the credential is empty/],
	])('is not used where it breaks its rules: %j', async (data, message) => {
		await expect(authenticate({ url: baseUrl }, data)).rejects.toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(/^(Enter|Use|Copy)/),
		});
	});
});

it.each([
	['https://api.example.com/v2', 'api.example.com'],
	[' HTTP://[::1]:3000', '[::1]'],
	['', 'no-base-url.invalid'],
	['https://a,elsewhere.example', 'no-base-url.invalid'],
])('tells n8n the one host of the Base URL %j: %s', async (given, host) => {
	const { default: allowedDomains } = credentialType.properties.at(-1)!;
	const evaluator = await startEvaluator();
	// A credential's own field is what the item is to the evaluator.
	const expression = String(allowedDomains).replace('$self', '$json');
	expect(evaluator.evaluate(expression, { baseUrl: given })).toBe(host);
	await evaluator.release();
});

it('has n8n add no field of its own to it', () => {
	expect(injectDomainRestrictionFields(credentialType)).toBe(credentialType.properties);
});

it.each([
	baseUrl,
	'={{ "https://api." + "example.com" }}',
	`${baseUrl}/v2/`,
	'https://API.example.com:443',
])('lets the Messenger node reach the Base URL %j', async (given) => {
	const service = interceptService(baseUrl, lists);
	const { error } = await runMessenger('list: getAll', {
		node: { executeOnce: true },
		credential: { baseUrl: given, apiKey },
	});
	expect(error).toBeUndefined();
	expect(service.requests).toMatchObject([{ headers: { authorization: `Bearer ${apiKey}` } }]);
});

const restrictions: ICredentialDataDecryptedObject[] = [
	{ allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' },
	{ allowedHttpRequestDomains: 'none' },
	{ allowedHttpRequestDomains: 'all' },
];
it.each(
	['list: getAll', 'event: send', 'campaign: sendToItems'].flatMap((operation) =>
		restrictions.map((restriction) => ({ operation, restriction })),
	),
)('lets $operation reach the Base URL with $restriction', async ({ operation, restriction }) => {
	const service = interceptService(baseUrl, lists);
	const { output, error } = await runMessenger(operation, {
		node: { executeOnce: true },
		credential: restriction,
	});
	expect(error).toBeUndefined();
	expect(output.length).toBeGreaterThanOrEqual(1);
	expect(service.requests).toHaveLength(1);
});
