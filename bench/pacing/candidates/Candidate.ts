import type { Clock } from '../../../nodes/Messenger/request/pacing/Clock';
import type { AdmissionRequest, Permit } from '../../../nodes/Messenger/request/pacing/Pacer';
import type { Admission } from '../simulation';

/** What all candidates have in common: a queue, a pause after a refusal, and one timer. */
export abstract class Candidate implements Admission {
	protected inFlight = 0;

	private readonly refused: Array<(permit: Permit) => void> = [];

	private readonly fresh: Array<(permit: Permit) => void> = [];

	private pausedUntil = 0;

	private refusals = 0;

	private sent = 0;

	private firstAfterRefusal = 0;

	private isTimerSet = false;

	constructor(protected readonly clock: Clock) {}

	async admit(request: AdmissionRequest): Promise<Permit> {
		return await new Promise((resolve) => {
			(request.throttledBefore ? this.refused : this.fresh).push(resolve);
			this.admitWaiting(request.maxConcurrency);
		});
	}

	/** How many requests may be in flight. */
	protected abstract window(maxConcurrency: number): number;

	/** Milliseconds until the next request may leave. */
	protected abstract delay(): number;

	protected abstract onSent(): void;

	protected abstract onAccepted(): void;

	/** Called once for all requests that were in flight together. */
	protected abstract onRefused(): void;

	private admitWaiting(maxConcurrency: number): void {
		while (this.inFlight < Math.min(maxConcurrency, this.window(maxConcurrency))) {
			const waiting = this.refused.length > 0 ? this.refused : this.fresh;
			if (waiting.length === 0) return;
			const delay = Math.max(this.pausedUntil - this.clock.now(), this.delay());
			if (delay > 0) {
				this.setTimer(delay, maxConcurrency);
				return;
			}
			waiting.shift()?.(this.issue(maxConcurrency));
		}
	}

	private setTimer(delay: number, maxConcurrency: number): void {
		if (this.isTimerSet) return;
		this.isTimerSet = true;
		void this.clock.sleep(Math.ceil(delay)).then(() => {
			this.isTimerSet = false;
			this.admitWaiting(maxConcurrency);
		});
	}

	private issue(maxConcurrency: number): Permit {
		const number = this.sent;
		this.sent += 1;
		this.inFlight += 1;
		this.onSent();
		const settle = () => {
			this.inFlight -= 1;
			this.admitWaiting(maxConcurrency);
		};
		return {
			accepted: () => {
				this.refusals = 0;
				this.onAccepted();
				settle();
			},
			throttled: (retryAfter) => {
				if (number >= this.firstAfterRefusal) {
					this.onRefused();
					this.firstAfterRefusal = this.sent;
					const backoff = Math.min(60_000, 100 * 2 ** this.refusals);
					this.refusals += 1;
					const pause = retryAfter ?? (backoff * (1 + this.clock.random())) / 2;
					this.pausedUntil = this.clock.now() + pause;
				}
				settle();
			},
			blocked: settle,
			unused: settle,
			released: settle,
		};
	}
}
