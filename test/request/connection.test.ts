import type { RequestContext } from '../../nodes/Messenger/request/connection';
import { openConnection } from '../../nodes/Messenger/request/connection';

const proxy = 'http://proxy.example.com:3128';

/** Opens a connection in a node with these credentials of a workflow. */
async function open(baseUrl: string, credentials?: object, requestOptions = {}) {
	const context = {
		getCredentials: async () => await Promise.resolve({ baseUrl, apiKey: 'sk-12345678' }),
		getExecutionCancelSignal: () => undefined,
		getNode: () => ({ credentials }),
	} as unknown as RequestContext;
	return await openConnection(context, requestOptions);
}

it.each([
	['http://localhost:8080', false],
	['http://127.0.0.1', false],
	['https://localhost:8443', true],
	['https://api.example.com', true],
])('%s goes through the proxy: %s', async (baseUrl, isThrough) => {
	const { options } = await open(baseUrl, undefined, { proxy });
	expect('proxy' in options.connection).toBe(isThrough);
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
		data: { baseUrl: 'https://api.example.com', apiKey: 'sk-12345678' },
	});
});
