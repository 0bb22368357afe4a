import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { positiveInteger } from '../input/positiveInteger';

/** n8n's "Request Options" as the node reads them, its own two among them. */
export interface RequestOptions extends IDataObject {
	/** Milliseconds. */
	timeout?: number;
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
	/** Requests. */
	maxConcurrency?: number;
	/** Seconds. */
	maxRetryWait?: number;
}

/** Milliseconds, 24 days: a timer of Node that is to wait longer rings at once. */
const longestTimer = 2 ** 31 - 1;

/** The engine's own default for a declarative node. */
const defaultTimeout = 300_000;

/** Seconds; node contract, `requestOptions`. */
export const defaultMaxRetryWait = 300;

/** Requests in flight; chosen by measurement, see bench/pacing/README.md. */
export const defaultMaxConcurrency = 100;

/**
 * Read here for all operations alike, because the engine applies its Request Options to
 * declarative operations only.
 *
 * @throws InvalidInput where an option has no meaning
 */
export function connectionOptions(options: RequestOptions) {
	return {
		timeout: milliseconds(options.timeout || defaultTimeout),
		connection: {
			...(options.proxy && { proxy: proxy(options.proxy) }),
			...(options.allowUnauthorizedCerts && { skipSslCertificateValidation: true }),
		},
		maxConcurrency: positiveInteger(options.maxConcurrency ?? defaultMaxConcurrency, {
			parameter: 'maxConcurrency',
			label: 'Max Concurrency',
		}),
		maxRetryWait: Math.min(
			seconds(options.maxRetryWait ?? defaultMaxRetryWait) * 1000,
			longestTimer,
		),
	};
}

function milliseconds(value: unknown): number {
	return Math.min(positiveInteger(value, { parameter: 'timeout', label: 'Timeout' }), longestTimer);
}

function seconds(value: unknown): number {
	const number = Number(value);
	if (!(number >= 0)) {
		refuse(
			{ parameter: 'maxRetryWait', label: 'Max Retry Wait' },
			'is not a number of seconds',
			'Give 0 or more.',
		);
	}
	return number;
}

function proxy(address: string): IHttpRequestOptions['proxy'] {
	try {
		const url = new URL(address);
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
			{ parameter: 'proxy', label: 'Proxy' },
			'is not a URL',
			'Give an address such as http://proxy.example.com:3128.',
		);
	}
}
