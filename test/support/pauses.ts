import { systemClock } from '../../nodes/runtime/http/clock';

/** Lets the node's own time pass so many times as fast, and its random numbers always be a half. */
export function skipPauses(factor = 20): void {
	const { now, sleep } = systemClock;
	jest.spyOn(systemClock, 'random').mockReturnValue(0.5);
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() * factor);
	jest
		.spyOn(systemClock, 'sleep')
		.mockImplementation(async (time, signal) => await sleep(time / factor, signal));
}
