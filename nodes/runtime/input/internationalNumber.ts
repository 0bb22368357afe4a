import { callingCodeOf, type CallingCode } from './callingCode';

/** Why a text is no phone number (I1), and what to do. */
export interface Problem {
	why: string;
	advice: string;
	/** Words for such numbers after a count of them, e.g. `without a country code`. */
	kind: string;
}

export interface InternationalNumber {
	/** "+" and digits, as it is sent. */
	number: string;
}

export const example = 'Enter "+", the country code and the number, e.g. +14155550123.';

/**
 * The length decides: a table of first digits grows old, and a number with "+" must have a way out.
 *
 * @param digits those that follow "+"
 */
export function internationalNumber(digits: string): InternationalNumber | Problem {
	const callingCode = callingCodeOf(digits);
	if (callingCode === undefined)
		return {
			why: 'unknown country code',
			advice: example,
			kind: 'with an unknown country code',
		};
	const { code } = callingCode;
	const number = callingCode.withoutBracketedZero(digits.slice(code.length));
	if (number === undefined) {
		return {
			why: 'it contains (0)',
			advice: 'Enter the number as it is dialled from abroad.',
			kind: 'with (0)',
		};
	}
	if (standsTwice(number, callingCode)) {
		return {
			why: `+${code} stands twice`,
			advice: `Write +${code} only once.`,
			kind: 'with the country code twice',
		};
	}
	const trunk = callingCode.trunkBefore(number);
	if (trunk !== '') {
		return {
			why: `${trunk} after +${code} is dialled only inside the country`,
			advice: `Remove this ${trunk}.`,
			kind: `with ${trunk} after the country code`,
		};
	}
	if (!callingCode.hasLength(number)) {
		const why = wrongLength(number, callingCode);
		return { why, advice: 'Check its digits.', kind: 'with too few or too many digits' };
	}
	return { number: `+${code}${number}` };
}

function standsTwice(number: string, callingCode: CallingCode) {
	const { code } = callingCode;
	if (number.startsWith(`00${code}`)) return true;
	if (!number.startsWith(code)) return false;
	const rest = number.slice(code.length);
	// A number may begin like its country's code: +49 4931 12345 is one in the north of Germany.
	return callingCode.hasLength(number)
		? callingCode.has(rest) && !callingCode.has(number)
		: callingCode.hasLength(rest);
}

/** Such as `3 digits after +49, where numbers have 5 to 11`. */
function wrongLength({ length }: string, { code, lengths }: CallingCode) {
	const [shortest, longest] = [lengths.at(0), lengths.at(-1)];
	const isRange = lengths.length > 2 && Number(longest) - Number(shortest) === lengths.length - 1;
	const usual = isRange ? `${shortest} to ${longest}` : lengths.join(' or ');
	return `${length} digits after +${code}, where numbers have ${usual}`;
}
