import { InvalidInput, type ParameterName } from './InvalidInput';
import type { Mask } from './keyMask';
import { optionalText } from './text';

/**
 * Reads an optional value that can be left out where it is malformed (docs/node-contract.md, D1).
 *
 * @param read such as `optionalEmailAddress`, which takes the value and its name first
 * @returns what `read` returns; or, for a text or a number, its refusal
 * @throws InvalidInput where the value is neither, or something else is wrong, such as a setting that `read` needs
 */
export function readOrRefusal<Value, Rest extends unknown[]>(
	read: (value: unknown, name: ParameterName, ...rest: Rest) => Value,
	value: unknown,
	name: ParameterName,
	...rest: Rest
): Value | InvalidInput {
	let refusal: unknown;
	try {
		return read(value, name, ...rest);
	} catch (error) {
		refusal = error;
	}
	// Throws where the value is no text at all (I4).
	optionalText(value, name);
	const isItsOwn = refusal instanceof InvalidInput && refusal.parameter === name.name;
	if (!isItsOwn || typeof value === 'boolean') throw refusal;
	return refusal as InvalidInput;
}

/** @returns each refusal's reason by its field, as an output shows it; undefined where no value is a refusal */
export function leftOutOf(
	values: Record<string, unknown>,
): ((mask: Mask) => Record<string, string>) | undefined {
	const refusals = Object.entries(values).flatMap(([field, value]) =>
		value instanceof InvalidInput ? [[field, value.reason] as const] : [],
	);
	if (refusals.length === 0) return undefined;
	return (mask) => Object.fromEntries(refusals.map(([field, reason]) => [field, reason(mask)]));
}
