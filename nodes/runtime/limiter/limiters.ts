import { createHash } from 'node:crypto';

import { systemClock, type Clock } from '../http/clock';
import type { Connection } from '../http/connection';
import { Gate } from './Limiter';

/** Milliseconds after which an unused gate is dropped: the service's limit has recovered, or changed. */
const lifetime = 60_000;

/** The gates in use: one for each service, key and connection (proxy and SSL settings). */
export class GateRegistry {
	private readonly gates = new Map<string, Gate>();
	/** Never dropped: a hash and a flag for each Base URL and key. */
	private readonly services = new Map<string, { hasAnswered: boolean }>();

	constructor(private readonly clock: Clock) {}

	/** Finds or makes the gate of a connection, and drops gates that have not been used for a while. */
	gateOf({ baseUrl, apiKey, options }: Pick<Connection, 'baseUrl' | 'apiKey' | 'options'>): Gate {
		for (const [name, gate] of this.gates) {
			if (gate.idleFor() >= lifetime) this.gates.delete(name);
		}
		const serviceName = hashOf(baseUrl, apiKey);
		const service = this.services.get(serviceName) ?? { hasAnswered: false };
		this.services.set(serviceName, service);
		// A proxy that is down says nothing about the service.
		const name = hashOf(serviceName, JSON.stringify(options.connection));
		const gate = this.gates.get(name) ?? new Gate(this.clock, service);
		this.gates.set(name, gate);
		return gate;
	}
}

/** So that a dump of the registry contains no key and no proxy password. */
function hashOf(...parts: string[]) {
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** The gates that all executions of this process share. */
export const gates = new GateRegistry(systemClock);
