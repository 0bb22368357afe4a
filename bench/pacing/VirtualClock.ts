import { Heap } from 'heap-js';
import seedrandom from 'seedrandom';
import type { Clock } from '../../nodes/Messenger/request/pacing/Clock';

interface Appointment {
	at: number;
	order: number;
	act(): void;
}

/** A clock that jumps from one event to the next: an hour of pacing takes as long as its events. */
export class VirtualClock implements Clock {
	readonly random: () => number;

	private time = 0;

	private booked = 0;

	private readonly appointments = new Heap<Appointment>(
		(left, right) => left.at - right.at || left.order - right.order,
	);

	constructor(seed: number) {
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
			signal?.addEventListener('abort', () => reject(signal.reason));
			this.after(milliseconds, resolve);
		});
	}

	/** Runs until nothing is left to happen, or until the given time. */
	async run(until = Infinity): Promise<void> {
		await promisesSettled();
		for (let next = this.appointments.peek(); next && next.at <= until;) {
			this.appointments.pop();
			this.time = next.at;
			next.act();
			await promisesSettled();
			next = this.appointments.peek();
		}
		if (until !== Infinity) this.time = until;
	}
}

/** What follows from an event by promises alone has happened once the event loop turns. */
async function promisesSettled(): Promise<void> {
	await new Promise<void>((resolve) => setImmediate(resolve));
}
