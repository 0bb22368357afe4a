import type { INodeProperties } from 'n8n-workflow';

export const maxConcurrency: INodeProperties = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { minValue: 1 },
	// Chosen by measurement, see bench/pacing/README.md.
	default: 100,
	description:
		'Maximum number of requests at the same time. The node automatically finds how many the service accepts, up to this number.',
};

export const maxRetryWait: INodeProperties = {
	displayName: 'Max Retry Wait',
	name: 'maxRetryWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	// Seconds; docs/node-contract.md, `requestOptions`.
	default: 300,
	description:
		'Maximum number of seconds to wait while the service is unavailable or limits the rate. Items that were not sent by then fail.',
};

export const resendUncertain: INodeProperties = {
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
