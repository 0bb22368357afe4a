import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { openConnection, readCredential, targetOf } from '../../../nodes/runtime/http/connection';
import { requestOptions, runOptions } from '../../../nodes/runtime/http/options';
import { proxyCouldRead } from '../../../nodes/runtime/http/proxy';
import type { InvalidInput } from '../../../nodes/runtime/input/InvalidInput';
import { service } from '../../../nodes/Messenger/service';
import { givenParameters } from '../../support/givenParameters';
import { refusalOf } from '../../support/refusal';

const baseUrl = 'https://api.example.com';
const apiKey = 'sk-12345678';

/** @param chosen the credential as the workflow names it */
function openWith(data: ICredentialDataDecryptedObject, options = {}, chosen?: object) {
	const node = { credentials: chosen && { messengerApi: chosen } };
	const context = { getNode: () => node } as unknown as IExecuteFunctions;
	const given = givenParameters([requestOptions], { requestOptions: options }).checked().values;
	return openConnection(context, service, data, runOptions(given));
}

it('a proxy is used where it cannot read the key, and refused elsewhere (C4)', () => {
	const proxy = 'http://proxy.example.com:3128';
	const open = (url: string, options = {}) =>
		openWith({ baseUrl: url, apiKey }, { proxy, ...options });
	expect(open('https://localhost:8443').options.proxy).toBeDefined();
	const local = 'http://localhost:8080';
	expect(open(local, { proxy: '' }).options.proxy).toBeUndefined();
	expect(refusalOf(() => open(local))).toEqual({
		parameter: 'proxy',
		message: "'Proxy' could read the API key",
		advice:
			'Remove it from Settings → Request Options, or what lets it read the connection: Ignore SSL Issues, or an unencrypted Base URL.',
	});
	const encrypted = { proxy: 'https://proxy.example.com' };
	expect(refusalOf(() => open(local, encrypted)).parameter).toBe('proxy');
	for (const more of [{ skipSslCertificateValidation: true }, { rejectUnauthorized: false }]) {
		expect(proxyCouldRead(baseUrl, { proxy: {} as never, ...more })).toBe(true);
		expect(proxyCouldRead(baseUrl, more)).toBe(false);
	}
	const own = { ca: 'a certificate' };
	expect(proxyCouldRead(baseUrl, { proxy: {} as never, agentOptions: own })).toBe(true);
	expect(refusalOf(() => open(baseUrl, { allowUnauthorizedCerts: true })).parameter).toBe('proxy');
});

describe('the credential of a run (C1)', () => {
	const same = { baseUrl, apiKey, allowHttp: false };
	const reads = jest.fn<Promise<object>, [type: string, index: number]>();
	const context = { getCredentials: reads } as unknown as IExecuteFunctions;
	const read = async (count: number) => await readCredential(context, service, count);
	beforeEach(() => void reads.mockReset().mockResolvedValue(same));

	it.each([
		[1, [0]],
		[3, [0, 3, 1, 2]],
		[95, [0, 95, 1, 13, 25, 37, 49, 61, 73, 85]],
	])('of %i items is read for these: %j', async (count, indexes) => {
		await read(count);
		expect(reads.mock.calls.map(([, index]) => index)).toEqual(indexes);
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
		const refused = (await read(25).catch((error: unknown) => error)) as InvalidInput;
		expect(refused.parameter).toBe(parameter);
		expect(refused.problem).toBe(
			`'${label}' of the credential has another value for item 2 than for item 0: its expression reads the item`,
		);
		expect(refused.advice).toContain('Loop Over Items');
		await expect(read(2)).resolves.toHaveProperty('apiKey', apiKey);
	});
});

it('the key is hidden in the host and the path of the service (C5)', () => {
	const origin = `https://${apiKey}.example:8443`;
	expect(
		targetOf(service, { baseUrl: `${origin}/${apiKey}/`, apiKey: ` ${apiKey}` }),
	).toMatchObject({ baseUrl: `${origin}/${apiKey}`, apiKey, host: '[API key].example:8443' });
	const http = { baseUrl: 'http://api.example.com', apiKey, allowHttp: 'true' };
	expect(refusalOf(() => targetOf(service, http)).parameter).toBe('baseUrl');
	expect(targetOf(service, { ...http, allowHttp: true }).baseUrl).toBe(http.baseUrl);
});

it('the key is hidden in outputs where it is no word (C5)', () => {
	const word = openWith({ baseUrl, apiKey: 'answers' });
	expect(word.mask('the answers')).toBe('the [API key]');
	expect(word.maskOutput('the answers')).toBe('the answers');
	const longer = openWith({ baseUrl, apiKey: 'response' });
	expect(longer.maskOutput('a response')).toBe('a [API key]');
});

it('the credential is the one that the workflow names', () => {
	const data = { baseUrl, apiKey };
	const opened = (chosen?: object) => openWith(data, {}, chosen);
	const { credential } = opened({ id: '7', name: 'Mine' });
	expect(credential).toEqual({ id: '7', name: 'Mine', type: 'messengerApi', data });
	expect(opened({ id: null, name: 'Mine' }).credential.id).toBe('');
	expect(opened().credential).toMatchObject({ id: '', name: 'messengerApi' });
});
