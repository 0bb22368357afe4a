import type { Clock } from './Clock';

/** What ends one request early. */
export interface RequestSignal {
	readonly signal: AbortSignal;
	/** Whether its time was over. */
	readonly isOverdue: boolean;
	/** To be called when the request has ended. */
	end(): void;
}

/**
 * Ends the requests of a run: each after the run's timeout, all of them when the execution is
 * cancelled. One timer and one listener for all, which end with the last request: an
 * `AbortSignal.timeout` for each would be kept until it fires, minutes later, and one that only
 * `AbortSignal.any` refers to may be collected on Node 20 and never fire.
 */
export class RequestSignals {
	/** By when they are due, the earliest first, since all have the same timeout. */
	private readonly requests = new Map<AbortController, { due: number; isOverdue: boolean }>();

	private isWatching = false;

	private readonly cancel = () => {
		for (const controller of this.requests.keys()) controller.abort(this.cancelled?.reason);
	};

	/** @param timeout milliseconds for each request */
	constructor(
		private readonly timeout: number,
		private readonly clock: Clock,
		private readonly cancelled?: AbortSignal,
	) {}

	begin(): RequestSignal {
		const controller = new AbortController();
		const request = { due: this.clock.now() + this.timeout, isOverdue: false };
		if (this.cancelled?.aborted) controller.abort(this.cancelled.reason);
		// However often it is added, a listener is there once.
		this.cancelled?.addEventListener('abort', this.cancel);
		this.requests.set(controller, request);
		void this.watch();
		return {
			signal: controller.signal,
			get isOverdue() {
				return request.isOverdue;
			},
			end: () => {
				this.requests.delete(controller);
				if (this.requests.size === 0) this.cancelled?.removeEventListener('abort', this.cancel);
			},
		};
	}

	private async watch(): Promise<void> {
		if (this.isWatching) return;
		this.isWatching = true;
		for (let [next] = this.requests; next !== undefined; [next] = this.requests) {
			const [controller, request] = next;
			const left = request.due - this.clock.now();
			if (left <= 0) {
				request.isOverdue = true;
				this.requests.delete(controller);
				controller.abort(new Error('The time for the request is over'));
			} else {
				// Slices, because a timer cannot be taken back: at most this is left behind.
				await this.clock.sleep(Math.min(Math.ceil(left), 1000));
			}
		}
		this.isWatching = false;
	}
}
