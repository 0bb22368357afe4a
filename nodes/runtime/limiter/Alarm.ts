import type { Clock } from '../http/clock';

/** Milliseconds after which it rings at the latest. */
const longestSleep = 1_000;

/**
 * Rings at a time, or earlier: none of its timers is ended, and so none is long. One that rings too early does no harm,
 * because whoever hears it looks at the clock.
 */
export class Alarm {
	private setFor = Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly ring: () => void,
	) {}

	/** @param at Infinity for never */
	set(at: number, now: number): void {
		const soon = Math.min(at, now + longestSleep);
		if (at === Infinity || soon >= this.setFor) return;
		this.setFor = soon;
		void this.clock.sleep(Math.max(1, Math.ceil(soon - now))).then(() => {
			if (this.setFor === soon) this.setFor = Infinity;
			this.ring();
		});
	}
}
