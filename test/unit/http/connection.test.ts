import {
	maskOf,
	openConnection,
	serviceOf,
	type RequestContext,
} from '../../../nodes/Messenger/http/connection';
import { outcomes } from '../../support/refusal';

const apiKey = 'sk-12345678';

/** A node with this credential, as a workflow chooses it. */
function contextWith(data: object, chosen?: object) {
	return {
		getCredentials: async () => await Promise.resolve(data),
		getNode: () => ({ credentials: chosen && { messengerApi: chosen } }),
	} as unknown as RequestContext;
}

const open = async (baseUrl: string, requestOptions = {}, chosen?: object) =>
	await openConnection(contextWith({ baseUrl, apiKey, allowHttp: true }, chosen), requestOptions);

describe('a proxy (C4)', () => {
	const proxy = 'http://proxy.example.com:3128';

	it('is used for an encrypted service', async () => {
		for (const url of ['https://localhost:8443', 'https://api.example.com']) {
			expect((await open(url, { proxy })).options.connection).toHaveProperty('proxy');
		}
	});

	it('is refused for any other', async () => {
		const refused = new Map<string, Error>();
		for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'http://api.example.com']) {
			expect((await open(url)).baseUrl).toBe(url);
			await open(url, { proxy }).catch((error: Error) => refused.set(url, error));
		}
		const check = (url: string) => {
			throw refused.get(url) as Error;
		};
		expect(outcomes(check, [...refused.keys()])).toMatchSnapshot();
	});
});

describe('the key (C5)', () => {
	it('is hidden in the host and the path of the service', () => {
		const baseUrl = `https://${apiKey}.example:8443/${apiKey}/`;
		expect(serviceOf({ baseUrl, apiKey })).toMatchObject({
			baseUrl: baseUrl.slice(0, -1),
			apiKey,
			origin: `https://${apiKey}.example:8443`,
			hostname: `${apiKey}.example`,
			host: '[API key].example:8443',
			path: '/[API key]',
		});
		expect(serviceOf({ baseUrl: 'https://api.example.com', apiKey }).path).toBe('');
	});

	it.each([
		['answers', 'the answers'],
		['response', 'the [API key]'],
	])('is hidden in outputs where it is no word: %s', async (word, output) => {
		const context = contextWith({ baseUrl: 'https://api.example.com', apiKey: word });
		const { mask, maskOutput } = await openConnection(context, {});
		expect(mask(`the ${word}`)).toBe('the [API key]');
		expect(maskOutput(`the ${word}`)).toBe(output);
	});

	it('is hidden where no connection can be opened, if there is one', async () => {
		expect((await maskOf(contextWith({ apiKey })))(`a ${apiKey}`)).toBe('a [API key]');
		const none = { getCredentials: async () => await Promise.reject(new Error('none')) };
		expect((await maskOf(none as unknown as RequestContext))(`a ${apiKey}`)).toBe(`a ${apiKey}`);
	});
});

it.each([
	[
		{ id: '7', name: 'Mine' },
		{ id: '7', name: 'Mine' },
	],
	[
		{ id: null, name: 'Mine' },
		{ id: '', name: 'Mine' },
	],
	[undefined, { id: '', name: 'messengerApi' }],
])('names the credential that n8n is to use: %j as %j', async (chosen, named) => {
	const { credential, budget } = await open('https://api.example.com', {}, chosen);
	const data = { baseUrl: 'https://api.example.com', apiKey, allowHttp: true };
	expect(credential).toEqual({ ...named, type: 'messengerApi', data });
	expect(budget).toEqual({ bytesLeft: 256 * 1024 * 1024 });
});
