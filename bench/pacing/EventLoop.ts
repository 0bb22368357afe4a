import type { Clock } from '../../nodes/runtime/http/clock';
import type { VirtualClock } from '../../test/support/VirtualClock';

/** The behaviour of n8n's process, and of the network. */
export interface Timing {
	/** Gives the milliseconds of one way, of a mean or median of the given number. */
	oneWay(milliseconds: number, random: () => number): number;
	/** Milliseconds of work for sending a request, and as much for its answer. */
	work?: number;
	/** Other work blocks the event loop: on average so often, for so long, in milliseconds. */
	blocks?: { every: number; mean: number };
}

const uniform = (milliseconds: number, random: () => number) =>
	milliseconds * (0.8 + 0.4 * random());

/** Log-normal with a sigma of 0.6: one in a hundred takes four times the median. */
const logNormal = (milliseconds: number, random: () => number) =>
	milliseconds *
	Math.exp(0.6 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));

export const timings = {
	uniform: { oneWay: uniform },
	'heavy-tailed': { oneWay: logNormal },
	/** n8n itself needs about a millisecond for an item, half before it is sent and half after. */
	'engine-like': { oneWay: uniform, work: 0.5, blocks: { every: 250, mean: 25 } },
	busy: { oneWay: uniform, work: 0.5, blocks: { every: 400, mean: 80 } },
} satisfies Record<string, Timing>;

/** The event loop of one n8n process: does one thing after the other, and timers late. */
export class EventLoop implements Clock {
	private freeAt = 0;

	constructor(
		private readonly clock: VirtualClock,
		private readonly timing: Timing,
	) {}

	now(): number {
		return this.clock.now();
	}

	random(): number {
		return this.clock.random();
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		await this.clock.sleep(milliseconds, signal);
		const late = this.freeAt - this.now();
		if (late > 0) await this.clock.sleep(late, signal);
	}

	/** Does a piece of work as soon as the loop is free. */
	run(act: () => void): void {
		const { work = 0 } = this.timing;
		const wait = Math.max(0, this.freeAt - this.now()) + work * (0.5 + this.random());
		if (wait === 0) return act();
		this.freeAt = this.now() + wait;
		this.clock.after(wait, act);
	}

	/** Is blocked by other work now and then, for as long as it is told. */
	blockWhile(isRunning: () => boolean): void {
		const { blocks } = this.timing;
		if (blocks === undefined) return;
		const exponential = (mean: number) => -Math.log(1 - this.random()) * mean;
		this.clock.after(exponential(blocks.every), () => {
			if (!isRunning()) return;
			this.freeAt = Math.max(this.freeAt, this.now()) + exponential(blocks.mean);
			this.blockWhile(isRunning);
		});
	}
}
