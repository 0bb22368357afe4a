import { callingCodeOf, type CallingCode } from './callingCode';

/** Why a text isn't a phone number (I1), what to do, and words for such numbers after a count of them. */
export type Problem = readonly [why: string, advice: string, kind: string];

/** The digits that follow a calling code, without what is dialled only inside the country. */
export interface NationalNumber {
	number: string;
	callingCode: CallingCode;
	/** The trunk prefix that was dropped, if it was written after the calling code. */
	prefix?: string;
}

export const example = 'Enter "+", the country code and the number, e.g. +14155550123.';

/** A trunk prefix that is dialled only inside the country. It stays among the digits until the country is known. */
export const bracketedZero = '(0)';
const asFromAbroad = 'Enter the number as it is dialled from abroad.';
export const withBracketedZero: Problem = ['it contains (0)', asFromAbroad, 'with (0)'];

/** Refuses what fills a required field where there is no number. */
export const onlyZeros: Problem = ['all its digits are 0', example, 'with zeros only'];

/**
 * The length decides: a table of first digits grows old, and a number with "+" must have a way out.
 *
 * @param digits those that follow "+"
 * @returns the number as it is sent, or why it is none
 */
export function internationalNumber(digits: string): string | Problem {
	const read = nationalNumber(digits);
	return 'number' in read ? (complete(read, 'lengths') ?? misfit(read)) : read;
}

/** @param digits a calling code and the number, maybe with a trunk prefix between them, which is dropped once */
export function nationalNumber(digits: string): NationalNumber | Problem {
	const callingCode = callingCodeOf(digits);
	if (callingCode === undefined)
		return ['unknown country code', example, 'with an unknown country code'];
	const { code, beginnings, trunkAfterCode } = callingCode;
	const given = withPlainZero(digits.slice(code.length), callingCode);
	if (given === undefined) return withBracketedZero;
	if (given.startsWith('0') && /^0+$/.test(given)) return onlyZeros;
	const prefix = beginnings.test(given) ? '' : (trunkAfterCode.exec(given)?.[0] ?? '');
	const number = given.slice(prefix.length);
	const again = prefix && trunkAfterCode.exec(number)?.[0];
	if (again) return [`${prefix}${again} after +${code}`, asFromAbroad, 'with two trunk prefixes'];
	return { number, callingCode, prefix };
}

/** @returns the digits with 0 for "(0)" before them; `undefined` if "(0)" has no place in them */
function withPlainZero(number: string, { numbers, beginnings, trunk }: CallingCode) {
	if (!number.includes(bracketedZero)) return number;
	if (number.lastIndexOf(bracketedZero) !== 0) return undefined;
	const digits = number.slice(bracketedZero.length);
	// In Italy 0 is part of the number, but not of every one.
	const hasPlace = beginnings.test('0')
		? !digits.startsWith('0') && !numbers.test(digits)
		: trunk.exec('0')?.[0] === '0';
	return hasPlace ? `0${digits}` : undefined;
}

/**
 * @param by what has to fit: the length, or the first digits, too
 * @returns the number as it is sent; `undefined` if it is none of the country
 */
export function complete(read: NationalNumber, by: 'lengths' | 'numbers'): string | undefined {
	const { number, callingCode } = read;
	// Who writes 00 means a call abroad, even where numbers begin with 0.
	const fits = callingCode[by].test(number) && !number.startsWith('00') && !standsTwice(read);
	return fits ? `+${callingCode.code}${number}` : undefined;
}

function standsTwice({ number, callingCode: { code, lengths, numbers } }: NationalNumber) {
	if (number.startsWith('00')) return number.startsWith(code, 2);
	if (!number.startsWith(code)) return false;
	const rest = number.slice(code.length);
	// A number may begin like its country's code: +49 4931 12345 is one in the north of Germany.
	if (lengths.test(number)) return numbers.test(rest) && !numbers.test(number);
	return lengths.test(rest);
}

/** Says why a number is none of its country: mostly how many digits it has too few or too many. */
export function misfit(read: NationalNumber): Problem {
	const { number, callingCode } = read;
	const { code, name: where, classes, lengthsInWords } = callingCode;
	if (standsTwice(read))
		return [`+${code} stands twice`, `Write +${code} only once.`, 'with the country code twice'];
	const own = classes.filter(({ first }) => first.test(number));
	const possible = (own.length > 0 ? own : classes).flatMap(({ lengths }) => lengths);
	const missing = Math.min(...possible) - number.length;
	const wrong = Math.max(missing, number.length - Math.max(...possible));
	if (own.length === 0 && callingCode.lengths.test(number)) {
		const unlike = `start like numbers of ${where}`;
		return [`it doesn't ${unlike}`, 'Check its digits.', `that don't ${unlike}`];
	}
	const count = `${wrong} ${wrong === 1 ? 'digit' : 'digits'} too ${missing > 0 ? 'short' : 'long'}`;
	const why = `${wrong > 0 ? count : 'wrong number of digits'} for ${where}`;
	const advice = `Check its digits: after +${code} numbers have ${lengthsInWords}.`;
	return [why, advice, `too short or too long for ${where}`];
}
