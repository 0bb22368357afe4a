import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { positiveInteger } from '../input/positiveInteger';
import { isEmpty } from '../input/text';
import { toggle } from '../input/toggle';
import { maxConcurrency, maxRetryWait, resendUncertain } from './requestOptionsProperty';

/** n8n's "Request Options" as the node reads them, its own three among them. */
export interface RequestOptions extends IDataObject {
	/** Milliseconds. */
	timeout?: number;
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
	/** n8n's Batching: a pause of so many milliseconds after every so many requests. */
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	/** Requests. */
	maxConcurrency?: number;
	/** Seconds. */
	maxRetryWait?: number;
	resendUncertain?: boolean;
}

/** The Request Options, checked, in the units of the code. */
export interface RunOptions {
	/** Milliseconds until a request without a whole response is given up. */
	timeout: number;
	/** Proxy and TLS settings. */
	connection: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;
	/** A pause of `interval` milliseconds after every `size` requests. */
	batching: { size: number; interval: number };
	/** Requests in flight together at the most. */
	maxConcurrency: number;
	/** Milliseconds of waiting for the service without anything being accepted. */
	maxRetryWait: number;
	/** Whether a retry sends what may have been processed. */
	resendUncertain: boolean;
}

/** Milliseconds, 24 days: a timer of Node that is to wait longer rings at once. */
const longestTimer = 2 ** 31 - 1;

/** The engine's own default for a declarative node. */
const defaultTimeout = 300_000;

/** With their labels in n8n's own Request Options. */
const ignoreSslIssues = { name: 'allowUnauthorizedCerts', displayName: 'Ignore SSL Issues' };
export const proxyOption = { name: 'proxy', displayName: 'Proxy' };
const batchIntervalName = { name: 'batchInterval', displayName: 'Batch Interval (ms)' };

/**
 * Read here for all operations alike, because the engine applies its Request Options to
 * declarative operations only.
 *
 * @throws InvalidInput where an option has no meaning
 */
export function runOptions(options: RequestOptions): RunOptions {
	const { batchSize = 1, batchInterval = 0 } = options.batching?.batch ?? {};
	const interval = Math.max(0, Number(batchInterval) || 0);
	if (interval === Infinity) {
		refuse(batchIntervalName, 'never ends', 'Check what the expression returns.');
	}
	const ignoresTls = toggle(options.allowUnauthorizedCerts, ignoreSslIssues);
	if (ignoresTls && options.proxy) {
		refuse(
			ignoreSslIssues,
			"can't be combined with a proxy: whoever runs the proxy could read the API key",
			'Turn off one of the two in the request options.',
		);
	}
	return {
		timeout: milliseconds(options.timeout || defaultTimeout),
		connection: {
			...(options.proxy && { proxy: proxy(options.proxy) }),
			...(ignoresTls && { skipSslCertificateValidation: true }),
		},
		batching: {
			size: Number(batchSize) > 0 ? Number(batchSize) : 1,
			interval,
		},
		maxConcurrency: positiveInteger(
			isEmpty(options.maxConcurrency) ? maxConcurrency.default : options.maxConcurrency,
			maxConcurrency,
		),
		maxRetryWait: Math.min(
			seconds(isEmpty(options.maxRetryWait) ? maxRetryWait.default : options.maxRetryWait) * 1000,
			longestTimer,
		),
		resendUncertain: toggle(options.resendUncertain, resendUncertain),
	};
}

function milliseconds(value: unknown): number {
	return Math.min(
		positiveInteger(value, { name: 'timeout', displayName: 'Timeout' }),
		longestTimer,
	);
}

function seconds(value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !(number >= 0)) {
		refuse(maxRetryWait, "isn't a number of seconds", 'Enter 0 or more.');
	}
	return number;
}

function proxy(address: string): IHttpRequestOptions['proxy'] {
	try {
		const url = new URL(address);
		// n8n takes any other for none, and would send the key without it.
		if (!/^https?:/.test(url.protocol)) throw new Error('No proxy');
		return {
			host: url.hostname,
			port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
			protocol: url.protocol.replace(':', ''),
			...(url.username && {
				auth: {
					username: decodeURIComponent(url.username),
					password: decodeURIComponent(url.password),
				},
			}),
		};
	} catch {
		refuse(
			proxyOption,
			"isn't a valid URL",
			'Enter an address, e.g. http://proxy.example.com:3128.',
		);
	}
}
