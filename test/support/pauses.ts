import { systemClock } from '../../nodes/runtime/http/clock';

/** Time passes so many times as fast. */
export const speed = 20;

/** Lets the node's own time pass that much faster, and its random numbers always be a half. */
export function skipPauses(factor = speed): void {
	const { now, sleep } = systemClock;
	jest.spyOn(systemClock, 'random').mockReturnValue(0.5);
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() * factor);
	jest
		.spyOn(systemClock, 'sleep')
		.mockImplementation(async (time, signal) => await sleep(time / factor, signal));
}
