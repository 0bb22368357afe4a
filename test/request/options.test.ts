import { connectionOptions } from '../../nodes/Messenger/request/requestOptions';
import { refusalOf } from '../support/refusal';

describe('Request Options', () => {
	it('have defaults', () => {
		expect(connectionOptions({})).toEqual({
			timeout: 300_000,
			connection: {},
			maxConcurrency: 100,
			maxRetryWait: 300_000,
		});
	});

	it('are read from what n8n offers and what the node adds', () => {
		expect(
			connectionOptions({
				timeout: 5000,
				allowUnauthorizedCerts: true,
				maxConcurrency: 4,
				maxRetryWait: 2.5,
			}),
		).toEqual({
			timeout: 5000,
			connection: { skipSslCertificateValidation: true },
			maxConcurrency: 4,
			maxRetryWait: 2500,
		});
	});

	it('wait for nothing with a Max Retry Wait of 0', () => {
		expect(connectionOptions({ maxRetryWait: 0 }).maxRetryWait).toBe(0);
	});

	it('wait no longer than a timer can', () => {
		const options = connectionOptions({ timeout: 1e10, maxRetryWait: 1e10 });
		expect(options).toMatchObject({ timeout: 2_147_483_647, maxRetryWait: 2_147_483_647 });
	});

	it('check certificates where nothing else is said', () => {
		expect(connectionOptions({ allowUnauthorizedCerts: false }).connection).toEqual({});
	});

	it.each([
		['http://proxy.example.com:3128', { host: 'proxy.example.com', port: 3128, protocol: 'http' }],
		['http://proxy.example.com', { host: 'proxy.example.com', port: 80, protocol: 'http' }],
		['https://proxy.example.com', { host: 'proxy.example.com', port: 443, protocol: 'https' }],
		[
			'http://nathan:p%40ss%3Aword@proxy.example.com:3128',
			{
				host: 'proxy.example.com',
				port: 3128,
				protocol: 'http',
				auth: { username: 'nathan', password: 'p@ss:word' },
			},
		],
		[
			'http://na%40than@proxy.example.com:3128',
			{
				host: 'proxy.example.com',
				port: 3128,
				protocol: 'http',
				auth: { username: 'na@than', password: '' },
			},
		],
	])('take the proxy %s', (address, proxy) => {
		expect(connectionOptions({ proxy: address }).connection).toEqual({ proxy });
	});

	it('go without a proxy where it was left empty', () => {
		expect(connectionOptions({ proxy: '' }).connection).toEqual({});
	});

	it.each([
		[
			{ proxy: 'proxy.example.com' },
			{
				parameter: 'proxy',
				message: 'Proxy is not a URL',
				advice: 'Give an address such as http://proxy.example.com:3128.',
			},
		],
		[
			{ proxy: 'http://%zz@proxy.example.com' },
			{
				parameter: 'proxy',
				message: 'Proxy is not a URL',
				advice: 'Give an address such as http://proxy.example.com:3128.',
			},
		],
		[
			{ timeout: -1 },
			{
				parameter: 'timeout',
				message: 'Timeout is not a whole number of at least 1: "-1"',
				advice: 'Give 1 or more.',
			},
		],
		[
			{ maxConcurrency: 0 },
			{
				parameter: 'maxConcurrency',
				message: 'Max Concurrency is not a whole number of at least 1: "0"',
				advice: 'Give 1 or more.',
			},
		],
		[
			{ maxRetryWait: -1 },
			{
				parameter: 'maxRetryWait',
				message: 'Max Retry Wait is not a number of seconds',
				advice: 'Give 0 or more.',
			},
		],
		[
			{ maxRetryWait: 'long' as unknown as number },
			{
				parameter: 'maxRetryWait',
				message: 'Max Retry Wait is not a number of seconds',
				advice: 'Give 0 or more.',
			},
		],
	])('are refused where they mean nothing: %j', (options, refusal) => {
		expect(refusalOf(() => connectionOptions(options))).toEqual(refusal);
	});
});
