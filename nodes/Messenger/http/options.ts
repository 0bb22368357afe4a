import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { positiveInteger } from '../input/positiveInteger';
import { isEmpty } from '../input/text';
import { toggle } from '../input/toggle';

const maxConcurrency: INodeProperties = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { minValue: 1 },
	// Chosen by measurement, see bench/pacing/README.md.
	default: 100,
	description:
		'Maximum number of requests at the same time. The node automatically finds how many the service accepts, up to this number.',
};

const maxRetryWait: INodeProperties = {
	displayName: 'Max Retry Wait',
	name: 'maxRetryWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	// Seconds; docs/node-contract.md, `requestOptions`.
	default: 300,
	description:
		'Maximum number of seconds to wait while the service is unavailable or limits the rate. Items that were not sent by then fail.',
};

const resendUncertain: INodeProperties = {
	displayName: 'Resend Uncertain',
	name: 'resendUncertain',
	type: 'boolean',
	default: false,
	description:
		'Whether a retry also sends items that may have been processed. Turn it on only if processing them twice does no harm.',
};

/** The node's own entries in n8n's "Request Options", beside Batching, Proxy and Timeout. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [maxConcurrency, maxRetryWait, resendUncertain],
};

/** With their labels in n8n's own Request Options. */
const ignoreSslIssues = { name: 'allowUnauthorizedCerts', displayName: 'Ignore SSL Issues' };
export const proxyOption = { name: 'proxy', displayName: 'Proxy' };
const timeout = { name: 'timeout', displayName: 'Timeout' };
const batchInterval = { name: 'batchInterval', displayName: 'Batch Interval (ms)' };

/** n8n's "Request Options" as they are stored: milliseconds, but for `maxRetryWait` in seconds. */
export interface RequestOptions extends IDataObject {
	timeout?: number;
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	maxConcurrency?: number;
	maxRetryWait?: number;
	resendUncertain?: boolean;
}

/** The Request Options, checked, in the units of the code. */
export interface RunOptions {
	/** Milliseconds until a request without a whole answer is given up. */
	timeout: number;
	/** Proxy and TLS settings. */
	connection: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;
	/** A pause of `interval` milliseconds after every `size` requests. */
	batching: { size: number; interval: number };
	/** Requests in flight together at the most. */
	maxConcurrency: number;
	/** Milliseconds of waiting for the service without anything being accepted. */
	maxRetryWait: number;
	/** Whether n8n's Retry sends what may have been processed. */
	resendUncertain: boolean;
}

/** Milliseconds, 24 days: a timer of Node that is to wait longer rings at once. */
const longestTimer = 2 ** 31 - 1;

/** The engine's own default for a declarative node. */
const defaultTimeout = 300_000;

/**
 * Read here for all operations alike, because the engine applies its Request Options to declarative
 * operations only.
 *
 * @throws InvalidInput where an option has no meaning
 */
export function runOptions(options: RequestOptions): RunOptions {
	const { batchSize = 1, batchInterval: pause = 0 } = options.batching?.batch ?? {};
	const interval = Math.max(0, Number(pause) || 0);
	if (interval === Infinity) {
		refuse(batchInterval, 'never ends', 'Check what the expression returns.');
	}
	const ignoresTls = toggle(options.allowUnauthorizedCerts, ignoreSslIssues);
	if (ignoresTls && options.proxy) {
		refuse(
			ignoreSslIssues,
			"can't be combined with a proxy: whoever runs the proxy could read the API key",
			'Turn off one of the two in the request options.',
		);
	}
	const given = (property: INodeProperties) =>
		isEmpty(options[property.name]) ? property.default : options[property.name];
	return {
		timeout: Math.min(positiveInteger(options.timeout || defaultTimeout, timeout), longestTimer),
		connection: {
			...(options.proxy && { proxy: proxy(options.proxy) }),
			...(ignoresTls && { skipSslCertificateValidation: true }),
		},
		batching: { size: Number(batchSize) > 0 ? Number(batchSize) : 1, interval },
		maxConcurrency: positiveInteger(given(maxConcurrency), maxConcurrency),
		maxRetryWait: Math.min(seconds(given(maxRetryWait)) * 1000, longestTimer),
		resendUncertain: toggle(options.resendUncertain, resendUncertain),
	};
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
