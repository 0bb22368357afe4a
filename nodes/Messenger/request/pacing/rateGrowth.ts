/** What remains of the limit after a 429. TCP's CUBIC keeps 0.7; more loses less of it. */
const decrease = 0.9;

/** The fill rate, in requests a second, after so many seconds of use since the last 429. */
export type RateGrowth = (seconds: number) => number;

/**
 * A limit that is but guessed is searched for: the rate doubles every second. To a measured one it
 * grows by CUBIC (RFC 9438): back to the limit fast, past it slowly, then ever faster. That does not
 * depend on the rate, so that of several workers the slower ones catch up. The longer the pause that
 * the next 429 will cost, the later it comes.
 *
 * @param limit requests a second
 * @param pause seconds
 */
export function rateGrowth(limit: number, pause: number, isMeasured: boolean): RateGrowth {
	if (!isMeasured) return (seconds) => limit * decrease * 2 ** seconds;
	const steepness = 0.04 / pause;
	const plateau = Math.cbrt((limit * (1 - decrease)) / steepness);
	return (seconds) => limit + steepness * (seconds - plateau) ** 3;
}
