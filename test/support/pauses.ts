import { clock } from '../../nodes/Messenger/request/clock';

/**
 * Lets the node's pauses between tries pass at once, with the chance always at a half.
 *
 * @returns how long they would have been, in milliseconds
 */
export function skipPauses(): number[] {
	const pauses: number[] = [];
	jest.spyOn(clock, 'random').mockReturnValue(0.5);
	jest.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		pauses.push(milliseconds);
	});
	return pauses;
}
