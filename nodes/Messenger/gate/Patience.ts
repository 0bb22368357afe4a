import type { Clock } from '../http/Clock';

/**
 * Bounds how long a run waits for a service that accepts nothing: while it throttles, asks to wait
 * or is away. Each acceptance renews it, so that a long run under a low limit is not cut short.
 */
export class Patience {
	private strainedSince: number | undefined;

	private timer: AbortController | undefined;

	private timerEnds = Infinity;

	/**
	 * @param onLost called when it is lost, with the milliseconds waited, and the pause that is too long
	 * @param isStrained whether the service makes the run wait at this moment: a request that has left
	 *   meanwhile may be accepted yet
	 */
	constructor(
		private readonly clock: Clock,
		private readonly onLost: (waited: number, pause?: number) => void,
		private readonly isStrained: () => boolean,
	) {}

	/**
	 * The service makes the run wait.
	 *
	 * @param limit milliseconds from the first such moment to when the patience is lost
	 * @param pause milliseconds for which the service asks to wait
	 */
	strain(limit: number, pause = 0): void {
		const now = this.clock.now();
		this.strainedSince ??= now;
		const ends = this.strainedSince + limit;
		if (now + pause > ends) {
			this.end();
			this.onLost(now - this.strainedSince, pause);
		} else if (ends < this.timerEnds) {
			this.setTimer(ends);
		}
	}

	/** The service has accepted something. */
	renew(): void {
		this.strainedSince = undefined;
		this.end();
	}

	/** Ends the timer; to be called when the run has ended. */
	end(): void {
		this.timer?.abort();
		this.timer = undefined;
		this.timerEnds = Infinity;
	}

	private setTimer(ends: number): void {
		this.timer?.abort();
		this.timer = new AbortController();
		this.timerEnds = ends;
		const since = this.strainedSince ?? this.clock.now();
		this.clock.sleep(Math.max(0, ends - this.clock.now()), this.timer.signal).then(
			() => {
				this.end();
				if (this.isStrained()) this.onLost(this.clock.now() - since);
			},
			() => {},
		);
	}
}
