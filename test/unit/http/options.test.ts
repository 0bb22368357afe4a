import type { INodeParameters } from 'n8n-workflow';

import { requestOptions, runOptions } from '../../../nodes/runtime/http/options';
import { givenParameters } from '../../support/givenParameters';
import { outcomes, refusalOf } from '../../support/refusal';

/** The options of n8n's panel, of which each may be anything. */
const checked = (options: object) =>
	runOptions(
		givenParameters([requestOptions], { requestOptions: options as INodeParameters }).checked()
			.values,
	);

describe('Request Options', () => {
	it('are read from what n8n offers and what the node adds, with defaults', () => {
		const untouched = {
			timeout: 300_000,
			allowUnauthorizedCerts: false,
			maxConcurrency: 100,
			maxRetryWait: 300_000,
			resendUncertain: false,
		};
		const none = { maxRetryWait: '', maxConcurrency: null, timeout: '', proxy: '' };
		expect([checked({}), checked(none)]).toEqual([untouched, untouched]);
		const others = { allowUnauthorizedCerts: true, resendUncertain: true, maxConcurrency: '4' };
		expect(checked({ timeout: 5000, maxRetryWait: '2.5', ...others })).toEqual({
			timeout: 5000,
			allowUnauthorizedCerts: true,
			maxConcurrency: 4,
			maxRetryWait: 2500,
			resendUncertain: true,
		});
	});

	it('may have any time that Node has no timer for, and no time at all', () => {
		const long = checked({ timeout: 1e10, maxRetryWait: 0 });
		expect(long).toMatchObject({ timeout: 1e10, maxRetryWait: 0 });
	});

	it('are refused where they have no meaning (I7)', () => {
		const logins = [
			...['nathan', 'na%40than:p%3Aword', 'corp%5Cnathan:100%25', '%zz', 'nathan:100%'],
			...['corp\\nathan:word', 'nathan:1/2', 'nathan:1#2', 'nathan:12?3'],
		].map((login) => `http://${login}@proxy.example.com`);
		const addresses = [
			...['http://proxy.example.com:3128', 'https://proxy.example.com', 'http://[::1]:3128'],
			...[' HTTPS://Proxy.example.com/ ', 'http://', 'http://proxy.example.com/path'],
			...['proxy.example.com:3128', 'socks5://proxy.example.com', 'xhttp://proxy.example.com'],
		];
		const proxies = [...addresses, ...logins].map((proxy) => ({ proxy }));
		const waits = [-1, 'long', ' ', true, { toString: 0 }].map((wait) => ({ maxRetryWait: wait }));
		const proxyOf = (options: object) => checked(options).proxy;
		expect(outcomes<object>(proxyOf, [...proxies, ...waits])).toMatchSnapshot();
	});

	it.each([
		['resendUncertain', 'Send Again If Unsure', 'yes'],
		['allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)', 1],
		['timeout', 'Timeout', -1],
		['maxConcurrency', 'Max Concurrency', 0],
	])('are refused by their label: %s', (parameter, label, value) => {
		const refusal = refusalOf(() => checked({ [parameter]: value }));
		expect(refusal.parameter).toBe(parameter);
		expect(refusal.message).toContain(`'${label}' `);
	});
});
