import { systemClock } from '../../nodes/Messenger/http/clock';

/** How often as fast the time passes. */
export const speed = 20;

/**
 * Lets the node's own time pass twenty times as fast, with the chance always at a half.
 *
 * @returns what the node waited for, in milliseconds, as it comes: pauses, and also deadlines that did not come
 */
export function skipPauses(): number[] {
	const pauses: number[] = [];
	const { now, sleep } = systemClock;
	jest.spyOn(systemClock, 'random').mockReturnValue(0.5);
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() * speed);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		pauses.push(milliseconds);
		await sleep(milliseconds / speed, signal);
	});
	return pauses;
}
