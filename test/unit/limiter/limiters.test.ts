import { inspect } from 'node:util';

import { VirtualClock } from '../../support/VirtualClock';
import { LimiterRegistry } from '../../../nodes/runtime/limiter/limiters';
import type { Client } from '../../../nodes/runtime/limiter/ClientQueue';
import type { Verdict } from '../../../nodes/runtime/response/cause';
import { endpoints } from '../../support/endpoints';
import { runOptions } from '../../../nodes/runtime/http/options';

const account = { baseUrl: 'https://a', apiKey: 'key' };
const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };

let clock: VirtualClock;
let registry: LimiterRegistry;
beforeEach(() => {
	clock = new VirtualClock();
	registry = new LimiterRegistry(clock);
});

function limiterOf(given: Partial<typeof account> = {}, way = {}, endpoint = endpoints.sendEvent) {
	const options = { ...runOptions({}), ...way };
	return registry.limiterOf({ ...account, ...given, options }, endpoint);
}

const knownOf = (given: Partial<typeof account> = {}) => limiterOf(given)['service'];

/** A run in which the service accepts something. */
async function use() {
	const run: Client = {
		maxRetryWait: 20_000,
		stop: () => {},
		probe: async () => await Promise.reject(new Error('no outage')),
		log: () => {},
	};
	const limiter = limiterOf();
	limiter.register(run);
	const slot = await limiter.acquire(run, 1);
	slot!.release({ signal: 'good' } as Verdict);
	limiter.unregister(run);
}

it('the limiter is the same for the same endpoint, key and proxy', () => {
	expect(limiterOf()).toBe(limiterOf());
	expect(limiterOf({}, { proxy: { ...proxy } })).toBe(limiterOf({}, { proxy }));
	const ways = [{ proxy }, { proxy: { ...proxy, port: 1 } }, { allowUnauthorizedCerts: true }];
	expect(new Set([{}, ...ways].map((way) => limiterOf({}, way))).size).toBe(4);
});

it.each<[string, isSameService: boolean, ...Parameters<typeof limiterOf>]>([
	['service', false, { baseUrl: 'https://b' }],
	['key', false, { apiKey: 'other' }],
	['address and key, parted elsewhere', false, { baseUrl: 'https://ak', apiKey: 'ey' }],
	['proxy, which leads to the same service', true, {}, { proxy }],
	['endpoint', true, {}, {}, endpoints.findContact],
])('the limiter is another one for another %s', async (_, isSameService, given, ...other) => {
	expect(limiterOf(given, ...other)).not.toBe(limiterOf());
	await use();
	expect(knownOf(given).hasAnswered === true).toBe(isSameService);
});

it('the limiter is dropped a minute after its last use, but for what is known of the service for good', async () => {
	await use();
	const limiter = limiterOf();
	await clock.pass(59_999);
	expect(limiterOf()).toBe(limiter);
	await clock.pass(1);
	expect(limiterOf()).not.toBe(limiter);
	expect(knownOf().hasAnswered).toBe(true);
});

it('who prints the limiters sees no key, and no password of a proxy (C5)', () => {
	const auth = { username: 'somebody', password: 'very-secret' };
	limiterOf({ apiKey: 'very-secret' }, { proxy: { ...proxy, auth } });
	expect(inspect(registry, { depth: 4, showHidden: true })).not.toContain('very-secret');
});
