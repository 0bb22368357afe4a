import type { RequestContext } from '../../../nodes/Messenger/http/connection';
import { maskOf, openConnection } from '../../../nodes/Messenger/http/connection';
import { refusalOf } from '../../support/refusal';

const proxy = 'http://proxy.example.com:3128';

/** Opens a connection in a node with these credentials of a workflow. */
async function open(
	baseUrl: string,
	credentials?: object,
	requestOptions = {},
	apiKey = 'sk-12345678',
) {
	const context = {
		getCredentials: async () => await Promise.resolve({ baseUrl, apiKey, allowHttp: true }),
		getExecutionCancelSignal: () => undefined,
		getNode: () => ({ credentials }),
	} as unknown as RequestContext;
	return await openConnection(context, requestOptions);
}

it.each(['https://localhost:8443', 'https://api.example.com'])(
	'%s goes through the proxy',
	async (baseUrl) => {
		const { options } = await open(baseUrl, undefined, { proxy });
		expect(options.connection).toHaveProperty('proxy');
	},
);

it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://api.example.com'])(
	'%s is not opened through a proxy, and without one it is',
	async (baseUrl) => {
		const refusal = await open(baseUrl, undefined, { proxy }).catch((error: unknown) => error);
		expect(refusalOf(() => rethrown(refusal))).toEqual({
			parameter: 'proxy',
			message:
				"'Proxy' can't be used with a Base URL that begins with http://: whoever runs the proxy could read the API key",
			advice: "Remove 'Proxy' from the request options, or use https:// in the credential.",
		});
		await expect(open(baseUrl, undefined, {})).resolves.toHaveProperty('baseUrl', baseUrl);
	},
);

function rethrown(error: unknown): never {
	throw error;
}

it('masks the key in the host, and in outputs only where it is no word', async () => {
	const { host, path, mask, maskOutput } = await open('https://sk-12345678.example/sk-12345678/');
	expect(path).toBe('/[API key]');
	expect((await open('https://api.example.com')).path).toBe('');
	expect(host).toBe('[API key].example');
	expect(mask('a sk-12345678')).toBe('a [API key]');
	expect(maskOutput('a sk-12345678')).toBe('a [API key]');

	const short = await open('https://api.example.com', undefined, {}, 'answers');
	expect(short.mask('the answers')).toBe('the [API key]');
	expect(short.maskOutput('the answers')).toBe('the answers');
	const long = await open('https://api.example.com', undefined, {}, 'response');
	expect(long.maskOutput('the responses')).toBe('the [API key]s');
});

describe('where no connection can be opened', () => {
	const context = (getCredentials: () => Promise<object>) =>
		({ getCredentials }) as unknown as RequestContext;

	it('the key is masked all the same', async () => {
		const mask = await maskOf(context(async () => await Promise.resolve({ apiKey: 'sk-1' })));
		expect(mask('a sk-1')).toBe('a [API key]');
	});

	it('nothing is masked without a credential', async () => {
		const mask = await maskOf(context(async () => await Promise.reject(new Error('none'))));
		expect(mask('a sk-1')).toBe('a sk-1');
	});
});

it.each([
	['the one of the workflow', { id: '7', name: 'Mine' }, { id: '7', name: 'Mine' }],
	['one without an id', { id: null, name: 'Mine' }, { id: '', name: 'Mine' }],
	['none', undefined, { id: '', name: 'messengerApi' }],
])('names the credential that n8n is to use: %s', async (_, messengerApi, expected) => {
	const { credential } = await open('https://api.example.com', messengerApi && { messengerApi });
	expect(credential).toEqual({
		...expected,
		type: 'messengerApi',
		data: { baseUrl: 'https://api.example.com', apiKey: 'sk-12345678', allowHttp: true },
	});
});
