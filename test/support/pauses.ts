import { systemClock } from '../../nodes/Messenger/request/systemClock';

/** How much faster than the world's the node's time passes. */
const speed = 10;

/**
 * Lets the node's time pass faster, with the chance always at a half. All of its times keep their
 * proportion: what waits for an answer must not be over before what waits for a retry.
 *
 * @returns the node's pauses between tries that came to their end, in its own milliseconds
 */
export function skipPauses(): number[] {
	const { now, sleep } = systemClock;
	const start = now();
	const pauses: number[] = [];
	jest.spyOn(systemClock, 'random').mockReturnValue(0.5);
	jest.spyOn(systemClock, 'now').mockImplementation(() => start + (now() - start) * speed);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		await sleep(milliseconds / speed, signal);
		if (signal) pauses.push(milliseconds);
	});
	return pauses;
}
