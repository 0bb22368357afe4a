import { InvalidInput, type ParameterName } from './InvalidInput';
import type { Mask } from './keyMask';

/**
 * @returns what `read` returns; or, for a malformed text or number, which can be left out, its refusal
 * @throws InvalidInput if the value is neither, or something else is wrong, such as a setting that `read` needs
 */
export function readOrRefusal<Value>(
	read: (value: unknown, name: ParameterName) => Value,
	value: unknown,
	name: ParameterName,
): Value | InvalidInput {
	let refusal: unknown;
	try {
		return read(value, name);
	} catch (error) {
		refusal = error;
	}
	const isMalformed =
		refusal instanceof InvalidInput && refusal.isMalformed && refusal.parameter === name.name;
	if (!isMalformed || typeof value === 'boolean') throw refusal;
	return refusal as InvalidInput;
}

/** @returns each refusal's words by its field, as an output shows it; undefined if no value is a refusal */
export function leftOutOf(
	values: Array<[field: string, value: unknown]>,
): ((mask: Mask) => Record<string, string>) | undefined {
	const refused = values.filter(
		(field): field is [string, InvalidInput] => field[1] instanceof InvalidInput,
	);
	if (refused.length === 0) return undefined;
	return (mask) =>
		Object.fromEntries(refused.map(([field, { problem }]) => [field, problem(mask)]));
}
