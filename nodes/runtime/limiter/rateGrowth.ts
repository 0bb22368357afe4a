/** The share of the limit to begin again with after a 429. CUBIC has 0.7, which leaves more of it unused. */
const kept = 0.9;

/** CUBIC's constant C for a pause of a second: the best of those tried in the simulation. */
const steepnessAtOneSecond = 0.04;

/** The fill rate, in requests a second, after so many seconds of use since the last 429. */
export type RateGrowth = (seconds: number) => number;

/**
 * While the limit is only a guess, the rate doubles every second. To a measured limit it returns by CUBIC (RFC
 * 9438): quickly up to it, slowly past it, then ever faster. The curve is the same at all rates, so that of several
 * workers the slower ones catch up. The longer the pause that a 429 costs, the later the next one comes.
 *
 * @param limit requests a second
 * @param pause after this 429, in seconds; the next is taken to cost as much
 */
export function rateGrowth(limit: number, pause: number, isMeasured: boolean): RateGrowth {
	if (!isMeasured) return (seconds) => limit * kept * 2 ** seconds;
	const steepness = steepnessAtOneSecond / pause;
	const plateau = Math.cbrt((limit * (1 - kept)) / steepness);
	return (seconds) => limit + steepness * (seconds - plateau) ** 3;
}
