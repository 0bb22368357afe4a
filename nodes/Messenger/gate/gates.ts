import { createHash } from 'node:crypto';

import { systemClock, type Clock } from '../http/clock';
import type { Connection } from '../http/connection';
import { Gate } from './Gate';

/** Milliseconds after which an unused gate is dropped: the service's limit has recovered, or changed. */
const lifetime = 60_000;

/** The gates in use, one for each service, key and way there. */
export class GateRegistry {
	private readonly gates = new Map<string, Gate>();
	/** Names are hashes, and there is one for each credential: this stays small. */
	private readonly services = new Map<string, { hasAnswered: boolean }>();

	constructor(private readonly clock: Clock) {}

	/** Drops the gates that are not used any more. */
	gateOf({ baseUrl, apiKey, options }: Pick<Connection, 'baseUrl' | 'apiKey' | 'options'>): Gate {
		for (const [name, gate] of this.gates) {
			if (gate.idleFor() >= lifetime) this.gates.delete(name);
		}
		const serviceName = hashOf(baseUrl, apiKey);
		const service = this.services.get(serviceName) ?? { hasAnswered: false };
		this.services.set(serviceName, service);
		// A proxy that is away says nothing of the service.
		const name = hashOf(serviceName, JSON.stringify(options.connection));
		const gate = this.gates.get(name) ?? new Gate(this.clock, service);
		this.gates.set(name, gate);
		return gate;
	}
}

/** Nothing that prints the registry prints a key, or the password of a proxy. */
function hashOf(...parts: string[]) {
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** The gates that all executions of this process share. */
export const gates = new GateRegistry(systemClock);
