import { InvalidInput, type ParameterName } from './InvalidInput';
import type { Mask } from './keyMask';
import { checkTrace } from './text';

/**
 * Reads an optional value that can be left out where it is malformed (docs/node-contract.md, D1).
 *
 * @returns what `read` returns; or, for a malformed text or number, its refusal
 * @throws InvalidInput if the value is neither (I4), or something else is wrong, such as a setting that `read` needs
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
	// Only a text or a number is malformed in a way that has a kind.
	const isMalformed =
		refusal instanceof InvalidInput && refusal.parameter === name.name && refusal.kind;
	if (!isMalformed || typeof value === 'boolean') throw refusal;
	return refusal as InvalidInput;
}

/** Reads a value of any kind, which is sent as it is. @throws InvalidInput if it has the trace of a failed expression */
export function anyValue(value: unknown, name: ParameterName): unknown {
	if (typeof value === 'string' || Number.isNaN(value)) checkTrace(String(value).trim(), name);
	return value;
}

/** @returns each refusal's reason by its field, as an output shows it; undefined if no value is a refusal */
export function leftOutOf(
	values: Array<[field: string, value: unknown]>,
): ((mask: Mask) => Record<string, string>) | undefined {
	const refused = values.filter(
		(field): field is [string, InvalidInput] => field[1] instanceof InvalidInput,
	);
	if (refused.length === 0) return undefined;
	return (mask) => Object.fromEntries(refused.map(([field, { reason }]) => [field, reason(mask)]));
}
