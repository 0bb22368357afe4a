import { systemClock } from '../../nodes/Messenger/http/clock';

/** How often as fast the time passes. */
export const speed = 20;

/** Lets the node's own time pass twenty times as fast, with the chance always at a half. */
export function skipPauses(): void {
	const { now, sleep } = systemClock;
	jest.spyOn(systemClock, 'random').mockReturnValue(0.5);
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() * speed);
	jest
		.spyOn(systemClock, 'sleep')
		.mockImplementation(async (time, signal) => await sleep(time / speed, signal));
}
