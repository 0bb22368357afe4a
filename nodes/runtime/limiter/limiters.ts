import { createHash } from 'node:crypto';

import { systemClock, type Clock } from '../http/clock';
import type { Connection } from '../http/connection';
import type { Endpoint } from '../Service';
import { KnownService } from './KnownService';
import { Limiter } from './Limiter';

/** Milliseconds after which an unused limiter is dropped: the service's limit has recovered, or changed. */
const lifetime = 60_000;

/** The limiters in use: one for each endpoint of a service, key and connection (proxy and SSL settings). */
export class LimiterRegistry {
	private readonly limiters = new Map<string, Limiter>();
	/** Never dropped: a hash and two flags for each Base URL and key. */
	private readonly services = new Map<string, KnownService>();

	constructor(private readonly clock: Clock) {}

	/** Finds or makes the limiter of an endpoint, and drops those that have not been used for a while. */
	limiterOf(
		{ baseUrl, apiKey, options }: Pick<Connection, 'baseUrl' | 'apiKey' | 'options'>,
		{ method, url }: Endpoint,
	): Limiter {
		for (const [name, limiter] of this.limiters) {
			if (limiter.idleFor() >= lifetime) this.limiters.delete(name);
		}
		const account = hashOf(baseUrl, apiKey);
		const service = this.services.get(account) ?? new KnownService();
		this.services.set(account, service);
		// A proxy that is down says nothing about the service.
		const way = JSON.stringify([options.proxy, options.allowUnauthorizedCerts]);
		const name = hashOf(account, way, method, url);
		const limiter = this.limiters.get(name) ?? new Limiter(this.clock, service);
		this.limiters.set(name, limiter);
		return limiter;
	}
}

/** So that a dump of the registry contains no key and no proxy password. */
function hashOf(...parts: string[]) {
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** The limiters that all executions of this process share. */
export const limiters = new LimiterRegistry(systemClock);
