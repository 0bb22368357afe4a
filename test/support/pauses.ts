import { systemClock } from '../../nodes/Messenger/http/systemClock';

/** How often as fast the time passes. */
const speed = 20;

/**
 * Lets the node's own time pass twenty times as fast, with the chance always at a half.
 *
 * @returns the pauses that a request made, in milliseconds, as they come; they begin with those
 *   before it is sent again
 */
export function skipPauses(): number[] {
	const pauses: number[] = [];
	const { now, sleep } = systemClock;
	jest.spyOn(systemClock, 'random').mockReturnValue(0.5);
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() * speed);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		// The timer of a request's timeout has no signal.
		if (signal) pauses.push(milliseconds);
		await sleep(milliseconds / speed, signal);
	});
	return pauses;
}
