const firstPause = 100;

/** With 60 s, one of eight workers that share ten a second stayed throttled for minutes. */
const longestPause = 5000;

/**
 * How long to pause after a 429 that does not say how long: 100 ms, doubled with each further one,
 * at most 5 s. Up to half is left off by chance, so that several workers do not come back together.
 *
 * @param backoffs how many such pauses there were since something was accepted
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function backoff(backoffs: number, random: number): number {
	return (Math.min(longestPause, firstPause * 2 ** backoffs) * (1 + random)) / 2;
}
