import { callingCodes } from './callingCodes';

/** A country calling code as the table has it. Its numbers are without the code here. */
export interface CallingCode {
	code: string;
	/** Such as `5 to 11`, and `9 or 11`. */
	lengthsInWords: string;
	/** Matches what has as many digits as a number. */
	lengths: RegExp;
	/** Matches its numbers by their first digits and length. */
	numbers: RegExp;
	/** Matches the first digits of its numbers. */
	beginnings: RegExp;
	/** Matches what is dialled before a number inside the country; also nothing, where it may be left out. */
	trunk: RegExp;
	/** Matches what is dialled before a number of another country, other than 00, which is understood everywhere. */
	abroad?: RegExp;
}

const known = new Map<string, CallingCode>();

/** @returns the calling code with which the digits begin; `undefined` if no country has it */
export function callingCodeOf(digits: string): CallingCode | undefined {
	// No code is the beginning of another one.
	for (let length = 1; length <= 3; length += 1) {
		const code = digits.slice(0, length);
		const found = known.get(code);
		if (found !== undefined) return found;
		if (callingCodes[code] === undefined) continue;
		const callingCode = fromTable(code);
		known.set(code, callingCode);
		return callingCode;
	}
	return undefined;
}

function fromTable(code: string): CallingCode {
	const [, lengthsInWords = '', numbers = '', trunk = '', abroad] = callingCodes[code]!;
	// Such as `(?=[2579])\d{6,11}` for `[2579]:6,11`.
	const eachAs = (pattern: string) => numbers.replace(/(\S+):(\S+)/g, pattern).replaceAll(' ', '|');
	return {
		code,
		lengthsInWords,
		lengths: new RegExp(`^(?:${eachAs('\\d{$2}')})$`),
		numbers: new RegExp(`^(?:${eachAs('(?=$1)\\d{$2}')})$`),
		beginnings: new RegExp(`^(?:${eachAs('$1')})`),
		trunk: new RegExp(`^(?:${trunk})`),
		abroad: abroad === undefined ? undefined : new RegExp(`^(?:${abroad})`),
	};
}
