import { inspect } from 'node:util';

import { VirtualClock } from '../../support/VirtualClock';
import type { Limiter } from '../../../nodes/runtime/limiter/Limiter';
import { LimiterRegistry } from '../../../nodes/runtime/limiter/limiters';
import { endpoints } from '../../support/endpoints';
import { runOptions } from '../../../nodes/runtime/http/options';

const url = 'https://a';
const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };

let registry: LimiterRegistry;
let limiter: Limiter;
beforeEach(() => {
	registry = new LimiterRegistry(new VirtualClock());
	limiter = limiterOf();
});

function limiterOf(baseUrl = url, apiKey = 'key', connection = {}, endpoint = endpoints.sendEvent) {
	return registry.limiterOf(
		{ baseUrl, apiKey, options: { ...runOptions({}), connection } },
		endpoint,
	);
}

describe('the limiter', () => {
	it('is the same for the same endpoint, key and proxy', () => {
		expect(limiterOf()).toBe(limiter);
		expect(limiterOf(url, 'key', { proxy: { ...proxy } })).toBe(limiterOf(url, 'key', { proxy }));
		expect(limiter['service']).toEqual({ hasAnswered: false });
	});

	it.each([
		['another service', 'https://b', 'key', {}, false, endpoints.sendEvent],
		['another key', url, 'other', {}, false, endpoints.sendEvent],
		[
			'an address and key that begin and end elsewhere',
			'https://ak',
			'ey',
			{},
			false,
			endpoints.sendEvent,
		],
		[
			'another proxy, which leads to the same service',
			url,
			'key',
			{ proxy },
			true,
			endpoints.sendEvent,
		],
		['another endpoint', url, 'key', {}, true, endpoints.findContact],
	])('is another one for %s', (_, baseUrl, apiKey, way, isSameService, endpoint) => {
		const other = limiterOf(baseUrl, apiKey, way, endpoint);
		expect(other).not.toBe(limiter);
		expect(other['service'] === limiter['service']).toBe(isSameService);
	});

	it('is dropped a minute after its last use, but for what is known of the service for good', () => {
		const idleFor = jest.spyOn(limiter, 'idleFor').mockReturnValue(59_999);
		expect(limiterOf()).toBe(limiter);
		idleFor.mockReturnValue(60_000);
		const other = limiterOf();
		expect(other).not.toBe(limiter);
		expect(other['service']).toBe(limiter['service']);
	});
});

it('who prints the limiters sees no key, and no password of a proxy (C5)', () => {
	const auth = { username: 'somebody', password: 'very-secret' };
	limiterOf(url, 'very-secret', { proxy: { ...proxy, auth } });
	expect(inspect(registry, { depth: 4, showHidden: true })).not.toContain('very-secret');
});
