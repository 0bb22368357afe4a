import type { INodeProperties } from 'n8n-workflow';

import { defaultMaxConcurrency, defaultMaxRetryWait } from '../request/options';

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
				'How many seconds to wait for a service that limits the rate or is away, before what was not sent is given up',
		},
		{
			displayName: 'Resend Uncertain',
			name: 'resendUncertain',
			type: 'boolean',
			default: false,
			description:
				'Whether a retry also sends items that may have been processed already. Turn it on only when you know that they were not, or that twice does no harm.',
		},
	],
};
