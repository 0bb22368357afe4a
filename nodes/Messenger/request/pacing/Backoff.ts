const firstPause = 100;
const longestPause = 60_000;

/**
 * How long to pause after a refusal that does not say how long: 100 ms, doubled with each further
 * refusal until something is accepted again, at most 60 s. Up to half of it is left off by chance,
 * so that several workers do not come back together.
 */
export class Backoff {
	private refusals = 0;

	/** @param random gives numbers from 0 to 1 */
	constructor(private readonly random: () => number) {}

	/** Gives the pause after one more refusal, in milliseconds. */
	next(): number {
		const pause = Math.min(longestPause, firstPause * 2 ** this.refusals);
		this.refusals += 1;
		return (pause * (1 + this.random())) / 2;
	}

	/** To be called when something was accepted. */
	reset(): void {
		this.refusals = 0;
	}
}
