/** What remains of the rate after a refusal. TCP halves; CUBIC keeps 0.7, and loses less by it. */
const decrease = 0.85;

/**
 * What remains of it where a refusal costs a pause of a second or more: in the pause the service's
 * bucket fills, which makes up for the smaller distance from the limit.
 */
const decreaseBeforeLongPause = 0.9;

/** A rate of less than one request a minute would be no rate. */
const slowest = 1 / 60;

/** Seconds in which a searching rate doubles. */
const doubling = 0.5;

/**
 * A rate, in requests a second, by the seconds for which requests have had to wait for it since
 * the last refusal: a rate that nobody waited for has proved nothing, and does not grow.
 */
export type RateGrowth = (seconds: number) => number;

/** After the first refusal nothing is known of the limit but that it is somewhere above. */
export function searching(accepted: number): RateGrowth {
	const start = Math.max(slowest, accepted * decrease);
	return (seconds) => start * 2 ** (seconds / doubling);
}

/**
 * CUBIC (RFC 9438): back to the limit fast, past it slowly, and ever faster away from it, should it
 * have been lifted. The growth does not depend on the rate, so that of several workers the slower
 * ones catch up. The longer the pause that the next refusal will cost, the later it comes.
 *
 * @param limit requests a second
 * @param pause seconds
 */
export function approaching(limit: number, pause: number): RateGrowth {
	const steepness = Math.min(1, 0.015 / pause ** 1.3);
	const start = Math.max(slowest, limit * (pause < 1 ? decrease : decreaseBeforeLongPause));
	const plateau = Math.cbrt((limit - start) / steepness);
	return (seconds) => limit + steepness * (seconds - plateau) ** 3;
}
