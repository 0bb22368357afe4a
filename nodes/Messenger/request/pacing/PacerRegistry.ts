import { createHash } from 'node:crypto';

import type { Clock } from './Clock';
import { Pacer } from './Pacer';

/**
 * Milliseconds for which a pacer that nobody uses is kept. What it has learned is of use to the
 * next execution if that follows soon; after a minute, the longest pause that a pacer makes by
 * itself, the service's own limit has long recovered and may have changed.
 */
const lifetime = 60_000;

/**
 * The pacers in use: one for each service and key, because that is what the service limits. A pacer
 * that is not used any more is dropped; one that pauses is in use until the pause is over.
 */
export class PacerRegistry {
	private readonly pacers = new Map<string, Pacer>();

	/** @param after lets something happen after so many milliseconds */
	constructor(
		private readonly clock: Clock,
		private readonly after: (milliseconds: number, act: () => void) => void,
	) {}

	get size(): number {
		return this.pacers.size;
	}

	/**
	 * Gives the pacer of a service and key; to be asked for again rather than kept for long.
	 *
	 * @param baseUrl the same service always in the same spelling
	 */
	pacerFor(baseUrl: string, apiKey: string): Pacer {
		// Hashed, so that nothing that prints the registry prints a key.
		const name = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
		let pacer = this.pacers.get(name);
		if (pacer === undefined) {
			pacer = new Pacer(this.clock);
			this.pacers.set(name, pacer);
			this.dropWhenIdle(name, pacer, lifetime);
		}
		return pacer;
	}

	private dropWhenIdle(name: string, pacer: Pacer, wait: number): void {
		this.after(wait, () => {
			const left = lifetime - pacer.idleFor();
			if (left > 0) this.dropWhenIdle(name, pacer, Math.ceil(left));
			else this.pacers.delete(name);
		});
	}
}
