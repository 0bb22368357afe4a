import { refuse, type ParameterName } from './InvalidInput';

/** @throws InvalidInput if the value is not a whole number of at least 1, as a number or as text */
export function positiveInteger(value: unknown, name: ParameterName): number {
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= 1) return number;
	refuse(name, "isn't a whole number of at least 1", 'Enter 1 or more.', { quoted: value });
}
