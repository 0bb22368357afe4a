import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Parameter } from '../engine/Parameter';
import { refuse, type ParameterName } from '../input/InvalidInput';
import { positiveInteger } from '../input/positiveInteger';
import { isEmpty } from '../input/text';
import { toggle } from '../input/toggle';
import { proxyOption } from './proxy';

const ignoreSslIssues: Parameter = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
	check: toggle,
};

const timeout: Parameter = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	// As long as n8n waits for a declarative node that doesn't set it.
	default: 300_000,
	description: 'Milliseconds to wait for the response before the request is given up',
	check: (value, name) => (value ? positiveInteger(value, name) : undefined),
};

const maxConcurrency: Parameter = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { minValue: 1 },
	// Without a rate limit, 500 simulated requests of 200 ms each took 3.1, 2.3 and 2.0 s with 50, 100 and 200; but at
	// 500 a second, 200 overshot: 81 were refused, none with 100.
	default: 100,
	description:
		'Maximum number of requests at the same time. The node automatically finds how many the service accepts, up to this number.',
	check: (value, name) => (isEmpty(value) ? undefined : positiveInteger(value, name)),
};

const maxRetryWait: Parameter = {
	displayName: 'Max Retry Wait',
	name: 'maxRetryWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 300,
	description:
		'Maximum number of seconds to wait while the service is unavailable, rate limiting or not answering. Items not sent by then fail.',
	check: milliseconds,
};

const resendUncertain: Parameter = {
	displayName: 'Send Again If Unsure',
	name: 'resendUncertain',
	type: 'boolean',
	default: false,
	description:
		'Whether Retry in the list of executions also sends items that may have been processed. Turn it on only if processing them twice does no harm.',
	check: toggle,
};

/** Three of n8n's own, which it adds only to nodes without `execute`, and the node's. */
export const requestOptions: Parameter = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [ignoreSslIssues, maxConcurrency, maxRetryWait, proxyOption, resendUncertain, timeout],
};

/** {@link requestOptions} as their checks return them. */
export interface RunOptions {
	allowUnauthorizedCerts: boolean;
	maxConcurrency: number;
	/** Milliseconds. */
	maxRetryWait: number;
	proxy?: IHttpRequestOptions['proxy'];
	resendUncertain: boolean;
	/** Milliseconds. */
	timeout: number;
}

/** Those that were not added, or left empty, have their defaults. */
export function runOptions(values: { requestOptions?: Partial<RunOptions> }): RunOptions {
	return {
		allowUnauthorizedCerts: false,
		maxConcurrency: Number(maxConcurrency.default),
		maxRetryWait: Number(maxRetryWait.default) * 1000,
		resendUncertain: false,
		timeout: Number(timeout.default),
		...values.requestOptions,
	};
}

/** @returns milliseconds; undefined if it is empty @throws InvalidInput if it isn't a number of at least 0 */
function milliseconds(seconds: unknown, name: ParameterName): number | undefined {
	if (isEmpty(seconds)) return undefined;
	const number = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds;
	if (typeof number === 'number' && number >= 0) return number * 1000;
	refuse(name, "isn't a number of seconds", 'Enter 0 or more.');
}
