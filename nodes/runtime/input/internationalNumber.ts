import { callingCodeOf, type CallingCode } from './callingCode';

/** Why a text isn't a phone number (I1), what to do, and words for such numbers after a count of them. */
export type Problem = readonly [why: string, advice: string, kind: string];

/** Digits as a number of one country. */
export interface Reading {
	/** The number as it is sent, if its length is possible. */
	possible?: string;
	/** The same, if its first digits are possible, too. */
	valid?: string;
	callingCode?: CallingCode;
	/** The trunk prefix that was dropped after the calling code. */
	prefix?: string;
	/** Why it is none. */
	readonly problem: Problem;
}

export const example = 'Enter "+", the country code and the number, e.g. +14155550123.';

/** A trunk prefix that is dialled only inside the country. It stays among the digits until the country is known. */
export const bracketedZero = '(0)';
const asFromAbroad = 'Enter the number as it is dialled from abroad.';
export const withBracketedZero: Problem = ['it contains (0)', asFromAbroad, 'with (0)'];

/** Refuses what fills a required field where there is no number. */
export const onlyZeros: Problem = ['all its digits are 0', example, 'with zeros only'];

/** @param digits a calling code and the number, maybe with a trunk prefix between them, which is dropped once */
export function internationalNumber(digits: string): Reading {
	const callingCode = callingCodeOf(digits);
	if (callingCode === undefined) {
		return { problem: ['unknown country code', example, 'with an unknown country code'] };
	}
	const { code, beginnings, trunkAfterCode } = callingCode;
	const given = withPlainZero(digits.slice(code.length), callingCode);
	if (given === undefined) return { problem: withBracketedZero };
	if (/^0+$/.test(given)) return { problem: onlyZeros };
	const prefix = beginnings.test(given) ? '' : (trunkAfterCode.exec(given)?.[0] ?? '');
	const number = given.slice(prefix.length);
	const again = prefix && trunkAfterCode.exec(number)?.[0];
	if (!again) return nationalNumber(number, callingCode, prefix);
	const why = `${prefix}${again} after +${code}`;
	return { problem: [why, asFromAbroad, 'with two trunk prefixes'] };
}

/** @returns the digits with 0 for "(0)" before them; `undefined` if "(0)" has no place in them */
function withPlainZero(number: string, { isValid, beginnings, trunk }: CallingCode) {
	if (!number.includes(bracketedZero)) return number;
	if (number.lastIndexOf(bracketedZero) !== 0) return undefined;
	const digits = number.slice(bracketedZero.length);
	// In Italy 0 is part of the number, but not of every one.
	const hasPlace = beginnings.test('0')
		? !digits.startsWith('0') && !isValid(digits)
		: trunk.exec('0')?.[0] === '0';
	return hasPlace ? `0${digits}` : undefined;
}

/** @param number without its calling code and without what is dialled only inside the country */
export function nationalNumber(number: string, callingCode: CallingCode, prefix?: string): Reading {
	const { code, isPossible, isValid } = callingCode;
	// Who writes 00 means a call abroad, even where numbers begin with 0.
	const isOne = !/^00|\D/.test(number) && !standsTwice(number, callingCode);
	const whole = `+${code}${number}`;
	return {
		possible: isOne && isPossible(number) ? whole : undefined,
		valid: isOne && isValid(number) ? whole : undefined,
		callingCode,
		prefix,
		get problem() {
			return misfit(number, callingCode);
		},
	};
}

function standsTwice(number: string, { code, isPossible, isValid }: CallingCode) {
	if (number.startsWith('00')) return number.startsWith(code, 2);
	if (!number.startsWith(code)) return false;
	const rest = number.slice(code.length);
	// A number may begin like its country's code: +49 4931 12345 is one in the north of Germany.
	return isPossible(number) ? isValid(rest) && !isValid(number) : isPossible(rest);
}

/** Says why a number is none of its country: mostly how many digits it has too few or too many. */
function misfit(number: string, callingCode: CallingCode): Problem {
	const { code, name: where, classes, lengthsInWords, isPossible } = callingCode;
	if (standsTwice(number, callingCode))
		return [`+${code} stands twice`, `Write +${code} only once.`, 'with the country code twice'];
	const own = classes.filter(({ first }) => first.test(number));
	if (own.length === 0 && isPossible(number)) {
		const unlike = `start like numbers of ${where}`;
		return [`it doesn't ${unlike}`, 'Check its digits.', `that don't ${unlike}`];
	}
	const possible = (own.length > 0 ? own : classes).flatMap(({ lengths }) => lengths);
	const missing = Math.min(...possible) - number.length;
	const wrong = Math.max(missing, number.length - Math.max(...possible));
	const count = `${wrong} ${wrong === 1 ? 'digit' : 'digits'} too ${missing > 0 ? 'short' : 'long'}`;
	const why = `${wrong > 0 ? count : 'wrong number of digits'} for ${where}`;
	const advice = `Check its digits: after +${code} numbers have ${lengthsInWords}.`;
	return [why, advice, `too short or too long for ${where}`];
}
