import { callingCodes } from './callingCodes';

/** A country calling code as the table has it. The patterns are for numbers without the code. */
export type CallingCode = ReturnType<typeof fromTable>;

const names = new Intl.DisplayNames('en', { type: 'region' });

function fromTable(code: string) {
	const [countries = '', lengthsInWords = '', numbers = '', trunk = '', abroad, ...others] =
		callingCodes[code]!;
	// Of `[2579]|1[67]:6,11` such as `(?=[2579]|1[67])\d{6,11}`.
	const eachAs = (pattern: string) => numbers.replace(/(\S+):(\S+)/g, pattern).replaceAll(' ', '|');
	const firstDigits = numbers.match(/(?<![^ |)])(?:\d|\[.*?\])/g) ?? [];
	return {
		code,
		/** Such as `Brazil (+55)`. Satellite phones have no country. */
		name: countries === '' ? `+${code}` : `${names.of(countries.slice(0, 2))} (+${code})`,
		/** Such as `5 to 11`, and `9 or 11`. */
		lengthsInWords,
		/** Matches what has as many digits as a number. */
		lengths: new RegExp(`^(?:${eachAs('\\d{$2}')})$`),
		/** Matches its numbers by their first digits and length. */
		numbers: new RegExp(`^(?:${eachAs('(?=$1)\\d{$2}')})$`),
		beginnings: new RegExp(`^(?:${firstDigits.join('|')})`),
		/** Matches what is dialled before a number inside the country; also nothing, where it may be left out. */
		trunk: new RegExp(`^(?:${trunk})`),
		/** Matches the same after the calling code, where it has no place but is written. */
		trunkAfterCode: new RegExp(`^(?:${[...others, trunk].join('|')})`),
		/** Matches what is dialled before a number abroad, other than 00, which is understood everywhere. */
		abroad: abroad === undefined ? undefined : new RegExp(`^(?:${abroad})`),
	};
}

/** No code is the beginning of another one. */
const anyCode = new RegExp(`^(?:${Object.keys(callingCodes).join('|')})`);

const known: Record<string, CallingCode> = {};

/** @returns the calling code with which the digits begin; `undefined` if no country has it */
export function callingCodeOf(digits: string): CallingCode | undefined {
	const [code] = anyCode.exec(digits) ?? [];
	return code === undefined ? undefined : (known[code] ??= fromTable(code));
}
