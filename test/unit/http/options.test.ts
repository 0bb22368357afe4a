import { runOptions, type RequestOptions } from '../../../nodes/Messenger/http/options';
import { refusalOf } from '../../support/refusal';

describe('Request Options', () => {
	it('have defaults', () => {
		expect(runOptions({})).toEqual({
			timeout: 300_000,
			connection: {},
			batching: { size: 1, interval: 0 },
			maxConcurrency: 100,
			maxRetryWait: 300_000,
			resendUncertain: false,
		});
	});

	it('are read from what n8n offers and what the node adds', () => {
		expect(
			runOptions({
				timeout: 5000,
				allowUnauthorizedCerts: true,
				batching: { batch: { batchSize: 20, batchInterval: 1500 } },
				maxConcurrency: 4,
				maxRetryWait: 2.5,
				resendUncertain: true,
			}),
		).toEqual({
			timeout: 5000,
			connection: { skipSslCertificateValidation: true },
			batching: { size: 20, interval: 1500 },
			maxConcurrency: 4,
			maxRetryWait: 2500,
			resendUncertain: true,
		});
	});

	it.each([
		[-1, 0],
		[0, 0],
		['x', 'y'],
	])('make a batch of one item of %s, and no pause of %s ms', (batchSize, batchInterval) => {
		const batch = { batchSize, batchInterval } as { batchSize: number; batchInterval: number };
		expect(runOptions({ batching: { batch } }).batching).toEqual({ size: 1, interval: 0 });
	});

	it.each(['', null, undefined])('have their defaults where one is %j', (empty) => {
		const options = { maxRetryWait: empty, maxConcurrency: empty, timeout: empty };
		expect(runOptions(options as RequestOptions)).toEqual(runOptions({}));
	});

	it('wait for nothing with a Max Retry Wait of 0', () => {
		expect(runOptions({ maxRetryWait: 0 }).maxRetryWait).toBe(0);
	});

	it('may be longer than a timer of Node', () => {
		const batching = { batch: { batchInterval: Infinity } };
		const options = runOptions({ timeout: 1e10, maxRetryWait: 1e10, batching });
		expect(options).toMatchObject({ timeout: 1e10, maxRetryWait: 1e13 });
		expect(options.batching.interval).toBe(Infinity);
	});

	it('check certificates where nothing else is said', () => {
		expect(runOptions({ allowUnauthorizedCerts: false }).connection).toEqual({});
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
		expect(runOptions({ proxy: address }).connection).toEqual({ proxy });
	});

	it('go without a proxy where it was left empty', () => {
		expect(runOptions({ proxy: '' }).connection).toEqual({});
	});

	const turnOff = 'Turn off one of the two in the request options.';
	const address = 'Enter an address, e.g. http://proxy.example.com:3128.';
	it.each<[parameter: string, value: unknown, message: string, advice: string]>([
		['proxy', 'proxy.example.com', "'Proxy' isn't a valid URL", address],
		['proxy', 'proxy.example.com:3128', "'Proxy' isn't a valid URL", address],
		['proxy', 'localhost:3128', "'Proxy' isn't a valid URL", address],
		['proxy', 'socks5://proxy.example.com:1080', "'Proxy' isn't a valid URL", address],
		['proxy', 'xhttp://proxy.example.com', "'Proxy' isn't a valid URL", address],
		['proxy', 'http://', "'Proxy' isn't a valid URL", address],
		['proxy', 'http://%zz@proxy.example.com', "'Proxy' isn't a valid URL", address],
		[
			'allowUnauthorizedCerts',
			true,
			"'Ignore SSL Issues' can't be combined with a proxy: whoever runs the proxy could read the API key",
			turnOff,
		],
		[
			'resendUncertain',
			'yes',
			`'Resend Uncertain' is neither true nor false: "yes"`,
			'Enter true or false.',
		],
		['timeout', -1, `'Timeout' isn't a whole number of at least 1: "-1"`, 'Enter 1 or more.'],
		[
			'maxConcurrency',
			0,
			`'Max Concurrency' isn't a whole number of at least 1: "0"`,
			'Enter 1 or more.',
		],
		...[-1, 'long', ' ', true, { toString: 0 }].map((value): [string, unknown, string, string] => [
			'maxRetryWait',
			value,
			"'Max Retry Wait' isn't a number of seconds",
			'Enter 0 or more.',
		]),
	])('refuse %s of %j, which means nothing', (parameter, value, message, advice) => {
		const proxy = 'http://proxy.example.com';
		const options = { ...(value === true && { proxy }), [parameter]: value };
		expect(refusalOf(() => runOptions(options))).toEqual({ parameter, message, advice });
	});
});
