/** What remains of the limit after a 429. TCP's CUBIC keeps 0.7; more loses less of it. */
const decrease = 0.9;

/** The fill rate, in requests a second, after so many seconds of use since the last 429. */
export type RateGrowth = (seconds: number) => number;

/**
 * CUBIC (RFC 9438): back to the limit fast, past it slowly. The growth does not depend on the rate,
 * so that of several workers the slower ones catch up. The longer the pause that the next 429 will
 * cost, the later it comes. As far past the limit as it began below, the limit must have been
 * lifted: doubles every second, and so it does from the start where the limit is but guessed.
 *
 * @param limit requests a second
 * @param pause seconds
 */
export function rateGrowth(limit: number, pause: number, isMeasured: boolean): RateGrowth {
	const steepness = 0.04 / pause;
	const plateau = isMeasured ? Math.cbrt((limit * (1 - decrease)) / steepness) : 0;
	const aim = isMeasured ? limit : limit * decrease;
	return (seconds) => {
		const beyond = Math.max(0, seconds - 2 * plateau);
		return (aim + steepness * (seconds - beyond - plateau) ** 3) * 2 ** beyond;
	};
}
