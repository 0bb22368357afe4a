import { callingCodeOf, type CallingCode } from './callingCode';

/** Why a text isn't a phone number (I1), what to do, and words for such numbers after a count of them. */
export type Problem = readonly [why: string, advice: string, kind: string];

export const example = 'Enter "+", the country code and the number, e.g. +14155550123.';

/** A trunk prefix that is dialled only inside the country. It stays among the digits until the country is known. */
export const bracketedZero = '(0)';

/**
 * The length decides: a table of first digits grows old, and a number with "+" must have a way out.
 *
 * @param digits those that follow "+"
 * @returns the number as it is sent, or why it is none
 */
export function internationalNumber(digits: string): string | Problem {
	const callingCode = callingCodeOf(digits);
	if (callingCode === undefined)
		return ['unknown country code', example, 'with an unknown country code'];
	const { code, lengths, lengthsInWords, beginnings, trunk } = callingCode;
	const number = withoutBracketedZero(digits.slice(code.length), callingCode);
	if (number === undefined)
		return ['it contains (0)', 'Enter the number as it is dialled from abroad.', 'with (0)'];
	if (standsTwice(number, callingCode))
		return [`+${code} stands twice`, `Write +${code} only once.`, 'with the country code twice'];
	const prefix = beginnings.test(number) ? '' : trunk.exec(number)?.[0];
	if (prefix) {
		const why = `${prefix} after +${code} is dialled only inside the country`;
		return [why, `Remove this ${prefix}.`, `with ${prefix} after the country code`];
	}
	if (!lengths.test(number)) {
		const why = `${number.length} digits after +${code}, where numbers have ${lengthsInWords}`;
		return [why, 'Check its digits.', 'with too few or too many digits'];
	}
	return `+${code}${number}`;
}

/** @returns the number without "(0)" before it; `undefined` if "(0)" has no place in it */
export function withoutBracketedZero(number: string, { numbers, beginnings, trunk }: CallingCode) {
	if (!number.includes(bracketedZero)) return number;
	if (number.lastIndexOf(bracketedZero) !== 0) return undefined;
	const digits = number.slice(bracketedZero.length);
	// In Italy 0 is part of the number, but not of every one.
	if (beginnings.test('0'))
		return digits.startsWith('0') || numbers.test(digits) ? undefined : `0${digits}`;
	return trunk.exec('0')?.[0] === '0' ? digits : undefined;
}

function standsTwice(number: string, { code, lengths, numbers }: CallingCode) {
	if (number.startsWith(`00${code}`)) return true;
	if (!number.startsWith(code)) return false;
	const rest = number.slice(code.length);
	// A number may begin like its country's code: +49 4931 12345 is one in the north of Germany.
	if (lengths.test(number)) return numbers.test(rest) && !numbers.test(number);
	return lengths.test(rest);
}
