/** What remains of the rate after a 429. TCP's CUBIC keeps 0.7; more loses less of the limit. */
const decrease = 0.9;

/** A rate of less than one request a minute would be no rate. */
const slowest = 1 / 60;

/**
 * A rate, in requests a second, by the seconds for which requests have had to wait for it since
 * the last 429: a rate that nobody waited for has proved nothing, and does not grow.
 */
export type RateGrowth = (seconds: number) => number;

/** While nothing is known of the limit but that it is above: doubles every second. */
export function searching(rate: number): RateGrowth {
	const start = Math.max(slowest, rate * decrease);
	return (seconds) => start * 2 ** seconds;
}

/**
 * CUBIC (RFC 9438): back to the limit fast, past it slowly. The growth does not depend on the rate,
 * so that of several workers the slower ones catch up. The longer the pause that the next 429 will
 * cost, the later it comes. Once it is far past the limit, that was lifted: doubles every second.
 *
 * @param limit requests a second
 * @param pause seconds
 */
export function approaching(limit: number, pause: number): RateGrowth {
	const aim = Math.max(slowest, limit);
	const steepness = Math.min(1, 0.03 / pause ** 1.3);
	const plateau = Math.cbrt((aim * (1 - decrease)) / steepness);
	const far = 2 * plateau + 1;
	return (seconds) => {
		const cubic = aim + steepness * (Math.min(seconds, far) - plateau) ** 3;
		return cubic * 2 ** Math.max(0, seconds - far);
	};
}
