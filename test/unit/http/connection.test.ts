import {
	maskOf,
	openConnection,
	targetOf,
	type RequestContext,
} from '../../../nodes/runtime/http/connection';
import { service } from '../../../nodes/Messenger/service';
import { refusalOf } from '../../support/refusal';

const baseUrl = 'https://api.example.com';
const apiKey = 'sk-12345678';

/** A node with a credential, as its workflow names it. */
const contextWith = (data: object, chosen?: object) =>
	({
		getCredentials: async () => await Promise.resolve(data),
		getNode: () => ({ credentials: chosen && { messengerApi: chosen } }),
	}) as unknown as RequestContext;

it('a proxy is used where it cannot read the key, and refused elsewhere (C4)', async () => {
	const proxy = 'http://proxy.example.com:3128';
	const open = async (url: string, options = {}) =>
		await openConnection(contextWith({ baseUrl: url, apiKey }), service, { proxy, ...options });
	expect((await open('https://localhost:8443')).options.connection).toHaveProperty('proxy');
	const local = 'http://localhost:8080';
	expect((await open(local, { proxy: '' })).options.connection).toEqual({});
	for (const opened of [open(local), open(baseUrl, { allowUnauthorizedCerts: true })]) {
		await expect(opened).rejects.toMatchObject({ parameter: 'proxy' });
	}
});

describe('the key (C5)', () => {
	it('is hidden in the host and the path of the service', () => {
		const origin = `https://${apiKey}.example:8443`;
		expect(
			targetOf(service, { baseUrl: `${origin}/${apiKey}/`, apiKey: ` ${apiKey}` }),
		).toMatchObject({
			baseUrl: `${origin}/${apiKey}`,
			apiKey,
			host: '[API key].example:8443',
			path: '/[API key]',
		});
		expect(targetOf(service, { baseUrl, apiKey }).path).toBe('');
		const http = { baseUrl: 'http://api.example.com', apiKey, allowHttp: 'true' };
		expect(refusalOf(() => targetOf(service, http)).parameter).toBe('baseUrl');
		expect(targetOf(service, { ...http, allowHttp: true }).baseUrl).toBe(http.baseUrl);
	});

	it('is hidden in outputs where it is no word', async () => {
		const word = await openConnection(contextWith({ baseUrl, apiKey: 'answers' }), service, {});
		expect(word.mask('the answers')).toBe('the [API key]');
		expect(word.maskOutput('the answers')).toBe('the answers');
		const longer = await openConnection(contextWith({ baseUrl, apiKey: 'response' }), service, {});
		expect(longer.maskOutput('a response')).toBe('a [API key]');
	});

	it('is hidden where no connection can be opened, if there is one', async () => {
		expect((await maskOf(contextWith({ apiKey }), service))(apiKey)).toBe('[API key]');
		const none = { getCredentials: async () => await Promise.reject(new Error('none')) };
		expect((await maskOf(none as never, service))(apiKey)).toBe(apiKey);
	});
});

it('the credential is the one that the workflow names', async () => {
	const data = { baseUrl, apiKey };
	const opened = async (chosen?: object) =>
		await openConnection(contextWith(data, chosen), service, {});
	const { credential, budget } = await opened({ id: '7', name: 'Mine' });
	expect(credential).toEqual({ id: '7', name: 'Mine', type: 'messengerApi', data });
	expect((await opened({ id: null, name: 'Mine' })).credential.id).toBe('');
	expect((await opened()).credential).toMatchObject({ id: '', name: 'messengerApi' });
	expect(budget).toEqual({ bytesLeft: 256 * 1024 * 1024 });
});
