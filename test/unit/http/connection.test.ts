import {
	maskOf,
	openConnection,
	targetOf,
	type RequestContext,
} from '../../../nodes/runtime/http/connection';
import { proxyCouldRead } from '../../../nodes/runtime/http/proxy';
import type { InvalidInput } from '../../../nodes/runtime/input/InvalidInput';
import { unmasked } from '../../../nodes/runtime/input/keyMask';
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
	const refused = await open(local).catch((error: InvalidInput) => error);
	expect(refused).toMatchObject({ parameter: 'proxy' });
	const { problem, advice } = refused as InvalidInput;
	expect(`${problem(unmasked)}. ${advice(unmasked)}`).toMatchSnapshot();
	for (const more of [{ skipSslCertificateValidation: true }, { rejectUnauthorized: false }]) {
		expect(proxyCouldRead(baseUrl, { proxy: {} as never, ...more })).toBe(true);
		expect(proxyCouldRead(baseUrl, more)).toBe(false);
	}
	const own = { ca: 'a certificate' };
	expect(proxyCouldRead(baseUrl, { proxy: {} as never, agentOptions: own })).toBe(true);
	await expect(open(baseUrl, { allowUnauthorizedCerts: true })).rejects.toThrow();
});

describe('the credential of a run of three items (C1)', () => {
	const same = { baseUrl, apiKey, allowHttp: false };
	const reads = jest.fn<Promise<object>, [type: string, index: number]>();
	const open = async (count: number) =>
		await openConnection(
			{ getCredentials: reads, getNode: () => ({}) } as unknown as RequestContext,
			service,
			{},
			count,
		);
	beforeEach(() => void reads.mockReset().mockResolvedValue(same));

	it('is read for one item, and for one that does not exist', async () => {
		await open(1);
		expect(reads.mock.calls).toEqual([['messengerApi', 0]]);
		await open(3);
		expect(reads.mock.calls.slice(1)).toEqual([
			['messengerApi', 0],
			['messengerApi', 3],
		]);
	});

	it.each([
		['Base URL', 'baseUrl'],
		['API Key', 'apiKey'],
		['Allow HTTP', 'allowHttp'],
	])('is refused if another item has another %s', async (label, parameter) => {
		reads.mockImplementation(async (_, index) => {
			if (index > 2) throw new Error('no such item');
			return await Promise.resolve({ ...same, ...(index === 2 && { [parameter]: 'other' }) });
		});
		const refused = (await open(3).catch((error: unknown) => error)) as InvalidInput;
		expect(refused.parameter).toBe(parameter);
		expect(refused.problem(unmasked)).toBe(
			`'${label}' of the credential has another value for item 2 than for item 0: its expression reads the item`,
		);
		expect(refused.advice(unmasked)).toContain('Loop Over Items');
		await expect(open(2)).resolves.toHaveProperty('apiKey', apiKey);
	});

	it('is used if every item has the same, though that which does not exist has another', async () => {
		reads.mockImplementation(
			async (_, index) => await Promise.resolve(index < 3 ? same : { ...same, apiKey: '' }),
		);
		await expect(open(3)).resolves.toHaveProperty('apiKey', apiKey);
		expect(reads).toHaveBeenCalledTimes(4);
	});
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
		expect((await maskOf(contextWith({}), service))(apiKey)).toBe(apiKey);
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
