/**
 * The temporary block after too many bad requests: the `threshold`-th bad request starts it, it
 * lasts `seconds`, and the count begins again after it.
 */
export class BadRequestBlock {
	private badRequests = 0;

	private blockedUntil = -Infinity;

	/**
	 * @param threshold how many bad requests start a block
	 * @param seconds how long a block lasts
	 * @param now a clock that never goes back, in milliseconds
	 */
	constructor(
		private readonly threshold: number,
		private readonly seconds: number,
		private readonly now: () => number,
	) {}

	/** True while requests are refused. */
	isActive(): boolean {
		return this.now() < this.blockedUntil;
	}

	/** Counts a bad request. One that was on its way when the block began does not prolong it. */
	countBadRequest(): void {
		if (this.isActive()) return;
		this.badRequests += 1;
		if (this.badRequests < this.threshold) return;
		this.badRequests = 0;
		this.blockedUntil = this.now() + this.seconds * 1000;
	}
}
