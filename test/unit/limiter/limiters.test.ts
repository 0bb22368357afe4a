import { inspect } from 'node:util';

import { VirtualClock } from '../../support/VirtualClock';
import type { Limiter } from '../../../nodes/runtime/limiter/Limiter';
import { LimiterRegistry } from '../../../nodes/runtime/limiter/limiters';
import type { ActiveRun } from '../../../nodes/runtime/limiter/RunQueue';
import { endpoints } from '../../support/endpoints';
import { runOptions } from '../../../nodes/runtime/http/options';

const url = 'https://a';
const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };

let clock: VirtualClock;
let registry: LimiterRegistry;
let limiter: Limiter;
beforeEach(() => {
	clock = new VirtualClock();
	registry = new LimiterRegistry(clock);
	limiter = limiterOf();
});

function limiterOf(baseUrl = url, apiKey = 'key', connection = {}, endpoint = endpoints.sendEvent) {
	return registry.limiterOf(
		{ baseUrl, apiKey, options: { ...runOptions({}), connection } },
		endpoint,
	);
}

/** A run with one slot after the other. */
async function runOf(limiter: Limiter, ...signals: Array<'accepted' | 'outage'>) {
	let waited: number | undefined;
	const run: ActiveRun = {
		maxConcurrency: 1,
		maxRetryWait: 20_000,
		history: { throttled: 0, outageMs: 0 },
		stop: ({ milliseconds }) => (waited = milliseconds),
		probe: async () => await Promise.resolve('outage'),
		log: () => {},
	};
	const request = { impact: 1, isRepeated: false };
	limiter.register(run);
	for (const signal of signals) {
		(await limiter.acquire(run, request))!.release({ signal, code: '503' });
	}
	if (signals.at(-1) === 'outage') void limiter.acquire(run, request);
	await clock.pass(30_000);
	limiter.unregister(run);
	return waited;
}

/** A service that has ever answered is waited for in an outage; an address that never did is more likely wrong (R5). */
const isKnown = async (limiter: Limiter) =>
	(await runOf(limiter, 'outage', 'outage', 'outage'))! > 5_000;

describe('the limiter', () => {
	it('is the same for the same endpoint, key and proxy', async () => {
		expect(limiterOf()).toBe(limiter);
		expect(limiterOf(url, 'key', { proxy: { ...proxy } })).toBe(limiterOf(url, 'key', { proxy }));
		expect(await isKnown(limiter)).toBe(false);
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
	])('is another one for %s', async (_, baseUrl, apiKey, way, isSameService, endpoint) => {
		const other = limiterOf(baseUrl, apiKey, way, endpoint);
		expect(other).not.toBe(limiter);
		await runOf(limiter, 'accepted');
		expect(await isKnown(other)).toBe(isSameService);
	});

	it('is dropped a minute after its last use, but for what is known of the service for good', async () => {
		await runOf(limiter, 'accepted');
		const idleFor = jest.spyOn(limiter, 'idleFor').mockReturnValue(59_999);
		expect(limiterOf()).toBe(limiter);
		idleFor.mockReturnValue(60_000);
		const other = limiterOf();
		expect(other).not.toBe(limiter);
		expect(await isKnown(other)).toBe(true);
	});
});

it('who prints the limiters sees no key, and no password of a proxy (C5)', () => {
	const auth = { username: 'somebody', password: 'very-secret' };
	limiterOf(url, 'very-secret', { proxy: { ...proxy, auth } });
	expect(inspect(registry, { depth: 4, showHidden: true })).not.toContain('very-secret');
});
