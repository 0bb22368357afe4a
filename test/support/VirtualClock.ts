import { Heap } from 'heap-js';
import seedrandom from 'seedrandom';

import type { Clock } from '../../nodes/runtime/http/clock';

interface Appointment {
	at: number;
	order: number;
	act(): void;
}

/** A clock that jumps from one event to the next, so an hour takes no longer than its events. */
export class VirtualClock implements Clock {
	readonly random: () => number;

	private time = 0;
	private booked = 0;
	private readonly appointments = new Heap<Appointment>(
		(left, right) => left.at - right.at || left.order - right.order,
	);

	/** @param seed the same chance for the same seed */
	constructor(seed = 1) {
		this.random = seedrandom(String(seed));
	}

	now(): number {
		return this.time;
	}

	/** Lets something happen after so many milliseconds. */
	after(milliseconds: number, act: () => void): void {
		this.booked += 1;
		this.appointments.push({ at: this.time + milliseconds, order: this.booked, act });
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const abort = () => reject(signal!.reason as Error);
			signal?.addEventListener('abort', abort);
			this.after(milliseconds, () => {
				signal?.removeEventListener('abort', abort);
				resolve();
			});
		});
	}

	/** Lets so many milliseconds pass; without a number, all that is left to happen. */
	async pass(milliseconds = Infinity): Promise<void> {
		const end = this.time + milliseconds;
		await promisesSettled();
		for (let next = this.appointments.peek(); next && next.at <= end;) {
			this.appointments.pop();
			this.time = next.at;
			next.act();
			await promisesSettled();
			next = this.appointments.peek();
		}
		if (end !== Infinity) this.time = end;
	}
}

/** Node's next tick comes when nothing more follows by promises alone; a turn of its loop takes longer. */
async function promisesSettled(): Promise<void> {
	await new Promise<void>((resolve) => process.nextTick(resolve));
}
