import seedrandom from 'seedrandom';

import type { Clock } from '../../nodes/runtime/http/clock';

interface Appointment {
	at: number;
	act(): void;
}

/** A clock that jumps from one event to the next, so an hour takes no longer than its events. */
export class VirtualClock implements Clock {
	readonly random = seedrandom('1');

	private time = 0;
	/** In the order of their making. */
	private readonly appointments = new Set<Appointment>();

	now(): number {
		return this.time;
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const abort = () => reject(signal!.reason as Error);
			signal?.addEventListener('abort', abort);
			const act = () => {
				signal?.removeEventListener('abort', abort);
				resolve();
			};
			this.appointments.add({ at: this.time + milliseconds, act });
		});
	}

	/** Lets so many milliseconds pass. */
	async pass(milliseconds: number): Promise<void> {
		const end = this.time + milliseconds;
		await promisesSettled();
		for (let next = this.next(end); next; next = this.next(end)) {
			this.appointments.delete(next);
			this.time = next.at;
			next.act();
			await promisesSettled();
		}
		this.time = end;
	}

	private next(end: number): Appointment | undefined {
		const due = [...this.appointments].filter(({ at }) => at <= end);
		return due.sort((one, other) => one.at - other.at)[0];
	}
}

/** Node's next tick comes when nothing more follows by promises alone; a turn of its loop takes longer. */
async function promisesSettled(): Promise<void> {
	await new Promise<void>((resolve) => process.nextTick(resolve));
}
