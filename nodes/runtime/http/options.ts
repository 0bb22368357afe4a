import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { positiveInteger } from '../input/positiveInteger';
import { isEmpty } from '../input/text';
import { toggle } from '../input/toggle';
import { checkedProxy, proxyOption } from './proxy';

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
	// Chosen by measurement.
	default: 100,
	description:
		'Maximum number of requests at the same time. The node automatically finds how many the service accepts, up to this number.',
};

const maxRetryWait: INodeProperties = {
	displayName: 'Max Retry Wait',
	name: 'maxRetryWait',
	type: 'number',
	typeOptions: { minValue: 0 },
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

/** Three of n8n's own, which it adds only to nodes without `execute`, and the node's. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [ignoreSslIssues, maxConcurrency, maxRetryWait, proxyOption, resendUncertain, timeout],
};

/** The Request Options, checked. All times are in milliseconds. */
export interface RunOptions {
	timeout: number;
	connection: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;
	maxConcurrency: number;
	maxRetryWait: number;
	resendUncertain: boolean;
}

/** n8n's own default for a declarative node. */
const defaultTimeout = 300_000;

/** @throws InvalidInput */
export function runOptions(options: IDataObject): RunOptions {
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
		maxConcurrency: positiveInteger(given(maxConcurrency), maxConcurrency),
		maxRetryWait: seconds(given(maxRetryWait)) * 1000,
		resendUncertain: toggle(options.resendUncertain, resendUncertain),
	};
}

function seconds(value: unknown) {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !(number >= 0)) {
		refuse(maxRetryWait, "isn't a number of seconds", 'Enter 0 or more.');
	}
	return number;
}
