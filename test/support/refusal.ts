import { InvalidInput } from '../../nodes/Messenger/input/InvalidInput';
import { unmasked, type Mask } from '../../nodes/Messenger/input/keyMask';

/** What a check says of the value that it refuses. */
export interface Refusal {
	parameter: string;
	message: string;
	advice: string;
}

/** The refusal that a check ends with. Fails where it accepts, or throws anything else. */
export function refusalOf(check: () => unknown, mask: Mask = unmasked): Refusal {
	let result: unknown;
	try {
		result = check();
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		const { parameter, problem, advice } = error;
		return { parameter, message: problem(mask), advice: advice(mask) };
	}
	throw new Error(`Not refused, but accepted as ${JSON.stringify(result)?.slice(0, 500)}`);
}
