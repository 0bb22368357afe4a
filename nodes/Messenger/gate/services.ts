import { createHash } from 'node:crypto';

import { CircuitBreaker } from './CircuitBreaker';
import type { Clock } from '../http/Clock';
import type { RunOptions } from '../http/options';
import { Pacer } from './Pacer';
import { systemClock } from '../http/systemClock';

/**
 * Milliseconds for which the pace of a service that nobody uses is kept. What it has learned is of
 * use to the next execution if that follows soon; after a minute the service's own limit has long
 * recovered and may have changed.
 */
const lifetime = 60_000;

/** What a run is told of the others under its key. */
export interface GoingRun {
	/** The service has accepted something, whichever run it was of. */
	renew(): void;
	/** The service makes all wait. */
	awaitPause(): void;
}

/**
 * What this process knows of one service under one key, because that is what the service limits; and on
 * one way to it, because a proxy that is away says nothing of the service.
 */
export interface ServiceState {
	pacer: Pacer;
	breaker: CircuitBreaker;
	/** The runs that are going on: as long as there is one, the state is kept. */
	readonly runs: Set<GoingRun>;
	/** Whether it has ever answered this process: before that, silence looks like a wrong address. */
	hasAnswered: boolean;
}

/** All services in use. What is not used any more is dropped, but for the fact that it has answered. */
export class ServiceRegistry {
	private readonly states = new Map<string, ServiceState>();

	/** Names are hashes, and there is one for each credential: this stays small. */
	private readonly answered = new Set<string>();

	/** @param after lets something happen after so many milliseconds */
	constructor(
		private readonly clock: Clock,
		private readonly after: (milliseconds: number, act: () => void) => void,
	) {}

	get size(): number {
		return this.states.size;
	}

	/**
	 * What is known of a service and key; to be asked for again rather than kept for long.
	 *
	 * @param baseUrl the same service always in the same spelling
	 * @param way the proxy and TLS settings
	 */
	stateOf(baseUrl: string, apiKey: string, way: RunOptions['connection'] = {}): ServiceState {
		const service = hashOf(baseUrl, apiKey);
		const name = hashOf(service, JSON.stringify(way));
		let state = this.states.get(name);
		if (state === undefined) {
			const { answered } = this;
			state = {
				pacer: new Pacer(this.clock),
				breaker: new CircuitBreaker(this.clock),
				runs: new Set(),
				get hasAnswered() {
					return answered.has(service);
				},
				set hasAnswered(is: boolean) {
					if (is) answered.add(service);
				},
			};
			this.states.set(name, state);
			this.dropWhenIdle(name, state, lifetime);
		}
		return state;
	}

	private dropWhenIdle(name: string, state: ServiceState, wait: number): void {
		this.after(wait, () => {
			const isInUse = state.runs.size > 0 || state.breaker.isOpen;
			const left = isInUse ? lifetime : lifetime - state.pacer.idleFor();
			if (left > 0) this.dropWhenIdle(name, state, Math.ceil(left));
			else this.states.delete(name);
		});
	}
}

/** Nothing that prints the registry prints a key, or the password of a proxy. */
function hashOf(...parts: string[]): string {
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** The timer of `AbortSignal.timeout` does not keep the process alive, as n8n's `sleep` would. */
function after(milliseconds: number, act: () => void): void {
	const timer = AbortSignal.timeout(milliseconds);
	timers.add(timer);
	timer.addEventListener('abort', () => {
		timers.delete(timer);
		act();
	});
}

/** A timer that nothing refers to may be collected and never ring. */
const timers = new Set<AbortSignal>();

/** The services that all executions of this process share. */
export const services = new ServiceRegistry(systemClock, after);
