import type { INodeProperties } from 'n8n-workflow';

import { defaultMaxConcurrency, defaultMaxRetryWait } from '../request/requestOptions';

/** The node's own entries in n8n's "Request Options", beside Batching, Proxy and Timeout. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Max Concurrency',
			name: 'maxConcurrency',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: defaultMaxConcurrency,
			description:
				'Most requests at the service at the same time. The node finds by itself how many the service takes, up to this number.',
		},
		{
			displayName: 'Max Retry Wait',
			name: 'maxRetryWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: defaultMaxRetryWait,
			description:
				'For how many seconds a request that the rate limit refused is sent again, counted from its first refusal',
		},
	],
};
