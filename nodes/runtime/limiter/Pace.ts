/** One mistaken answer must not stop a key, and all runs that use it, for a day. */
const longestAskedPause = 60 * 60 * 1000;

/**
 * Milliseconds to pause after a 429 that does not say how long, doubled with each further one. Short on purpose:
 * at 60 s, one of eight workers that shared ten requests a second stayed throttled for minutes.
 */
const firstBackoff = 100;
const longestBackoff = 5_000;

/**
 * By so many requests a second each request raises the rate: a guess doubles within a second, a measured rate in 23.
 * Simulated, half of the latter took 5 % longer; double took 5 % less, with 16 % more 429s.
 */
const raiseOfGuess = Math.LN2;
const raiseOfMeasured = 0.03;

/** The share of a measured rate to go on with. Simulated, 0.8 took 6 % longer; 1 took 5 % less, with 41 % more 429s. */
const kept = 0.9;

/**
 * Says when the next request may leave, and pauses after a 429. Until the first 429 that follows an acceptance there is no
 * rate. Each 429 proves that the service has no more to give, so what it accepted between two of them is what it allows in
 * that time. The node goes on a little slower, and faster with each request until the next 429. All times are milliseconds.
 */
export class Pace {
	/** When the latest pause ends or ended. */
	pausedUntil = 0;
	/** The same for the pauses that the service asked for. */
	askedUntil = 0;

	/** Requests a second. */
	private rate = Infinity;
	private raise = raiseOfGuess;
	private dueAt = 0;
	/**
	 * What a pause or a late timer held back for so long may leave at once, because the service saves up, too. At 100 a second
	 * and `Retry-After: 1`, 500 simulated requests took 3 % longer with 100 at 5 ms, and 10 % longer with 400 at 200 ms.
	 */
	private catchUp = 200;

	/** Requests accepted since the last 429. */
	private accepted = 0;
	/** Requests accepted in about the last second: each counts e^-1 after a second. */
	private recent = 0;
	private recentAt = 0;

	/** The number of pauses without a named length since the last acceptance. */
	private backoffs = 0;
	/** When the last 429 came that was not a late one. */
	private throttledAt = -Infinity;

	/** @returns milliseconds until the next request may leave, but for a pause */
	delay(now: number): number {
		return Math.max(0, this.dueAt - now);
	}

	requestLeft(now: number): void {
		this.dueAt = Math.max(this.dueAt, now - this.catchUp) + 1000 / this.rate;
		this.rate += this.raise;
	}

	requestAccepted(now: number): void {
		this.backoffs = 0;
		this.accepted += 1;
		this.recent = this.inLastSecond(now) + 1;
		this.recentAt = now;
	}

	/** A 429 came. @returns whether it says something new of the rate: not if its request was in flight at the last one */
	requestThrottled(sentAt: number, now: number): boolean {
		if (sentAt <= this.throttledAt) return false;
		// Where nothing was accepted since the last 429, there is nothing to learn but the pause.
		if (this.accepted > 0) {
			if (this.rate === Infinity) this.rate = Math.max(1, this.inLastSecond(now));
			else {
				// The service has saved up less. Without this, one that saves up nothing took up to 3.3 times as long.
				if (now - this.pausedUntil < this.catchUp) this.catchUp /= 4;
				const since = Math.max(this.throttledAt, this.pausedUntil - this.catchUp);
				const measured = (this.accepted / (now - since)) * 1000;
				// One bad measurement may not cost more than half.
				this.rate = Math.max(kept * measured, this.rate / 2);
				this.raise = raiseOfMeasured;
			}
		}
		this.accepted = 0;
		this.dueAt = now;
		this.throttledAt = now;
		return true;
	}

	/** Pauses for as long as the service asked, with whatever status. */
	pauseAsAsked(now: number, milliseconds: number): void {
		this.askedUntil = Math.max(this.askedUntil, now + Math.min(milliseconds, longestAskedPause));
		this.pausedUntil = Math.max(this.pausedUntil, this.askedUntil);
	}

	/** Pauses after a 429 that does not say how long. @param chance from 0 to 1, so that workers do not come back together */
	backOff(now: number, chance: number): void {
		const pause = Math.min(longestBackoff, firstBackoff * 2 ** this.backoffs++);
		this.pausedUntil = Math.max(this.pausedUntil, now + (pause * (1 + chance)) / 2);
	}

	private inLastSecond(now: number) {
		return this.recent * Math.exp((this.recentAt - now) / 1000);
	}
}
