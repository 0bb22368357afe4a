import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { positiveInteger } from '../input/positiveInteger';
import { isEmpty } from '../input/text';
import { toggle } from '../input/toggle';
import { checkedProxy, proxyOption } from './proxy';

/** n8n's own label, which n8n's lint refuses for its case. */
const batchInterval = 'Batch Interval (ms)';

const batching: INodeProperties = {
	displayName: 'Batching',
	name: 'batching',
	type: 'fixedCollection',
	typeOptions: { multipleValues: false },
	placeholder: 'Add Batching',
	default: { batch: {} },
	options: [
		{
			displayName: 'Batching',
			name: 'batch',
			values: [
				{
					displayName: 'Items per Batch',
					name: 'batchSize',
					type: 'number',
					typeOptions: { minValue: -1 },
					default: 50,
					description:
						'Number of requests in a batch, after which the node waits. -1 turns batching off, 0 counts as 1.',
				},
				{
					displayName: batchInterval,
					name: 'batchInterval',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1000,
					description: 'Milliseconds between two batches of requests. 0 turns the wait off.',
				},
			],
		},
	],
};

const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
};

const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10000,
	description: 'Milliseconds to wait for the response before the request is given up',
};

const maxConcurrency: INodeProperties = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { minValue: 1 },
	// Chosen by measurement, see bench/README.md.
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
		'Maximum number of seconds to wait while the service is unavailable, rate limiting or not answering. Items not sent by then fail.',
};

const resendUncertain: INodeProperties = {
	displayName: 'Send Again If Unsure',
	name: 'resendUncertain',
	type: 'boolean',
	default: false,
	description:
		'Whether Retry in the list of executions also sends items that may have been processed. Turn it on only if processing them twice does no harm.',
};

const trustSuccessStatus: INodeProperties = {
	displayName: 'Trust Success Status',
	name: 'trustSuccessStatus',
	type: 'boolean',
	default: false,
	description:
		'Whether a status of 200 to 299 proves that the service accepted what was sent, if the answer has no "success" field. Turn it on only if the service says so.',
};

/** n8n's own four, which it adds only to nodes without `execute`, and the node's. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [
		batching,
		ignoreSslIssues,
		maxConcurrency,
		maxRetryWait,
		proxyOption,
		resendUncertain,
		timeout,
		trustSuccessStatus,
	],
};

/** n8n's "Request Options" as they are stored, or as an expression sets them. */
export interface RequestOptions extends IDataObject {
	batching?: { batch?: IDataObject };
}

/** The Request Options, checked. All times are in milliseconds. */
export interface RunOptions {
	timeout: number;
	connection: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;
	/** A pause of `interval` after every `size` requests. */
	batching: { size: number; interval: number };
	maxConcurrency: number;
	maxRetryWait: number;
	resendUncertain: boolean;
	trustSuccessStatus: boolean;
}

/** n8n's own default for a declarative node. */
const defaultTimeout = 300_000;

/** @throws InvalidInput */
export function runOptions(options: RequestOptions): RunOptions {
	const { batchSize = 1, batchInterval = 0 } = options.batching?.batch ?? {};
	const given = ({ name, default: value }: INodeProperties) =>
		isEmpty(options[name]) ? value : options[name];
	return {
		timeout: positiveInteger(options.timeout || defaultTimeout, timeout),
		connection: {
			...(options.proxy && { proxy: checkedProxy(options.proxy) }),
			...(toggle(options.allowUnauthorizedCerts, ignoreSslIssues) && {
				skipSslCertificateValidation: true,
			}),
		},
		batching: {
			size: Number(batchSize) > 0 ? Number(batchSize) : 1,
			interval: Math.max(0, Number(batchInterval) || 0),
		},
		maxConcurrency: positiveInteger(given(maxConcurrency), maxConcurrency),
		maxRetryWait: seconds(given(maxRetryWait)) * 1000,
		resendUncertain: toggle(options.resendUncertain, resendUncertain),
		trustSuccessStatus: toggle(options.trustSuccessStatus, trustSuccessStatus),
	};
}

function seconds(value: unknown) {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !(number >= 0)) {
		refuse(maxRetryWait, "isn't a number of seconds", 'Enter 0 or more.');
	}
	return number;
}
