import { callingCodeOf, type CallingCode } from './callingCode';
import { callingCodeOfCountry, type DefaultCountry } from './defaultCountry';

/** Why a text isn't a phone number, and what to do. */
export type Problem = readonly [why: string, advice: string];

/** A number as it is sent, or why it is none. */
type Reading = string | Problem;

/** A number fits by its length, or by its first digits, too. */
type Fit = 'lengths' | 'numbers';

export const example = 'Enter "+", the country code and the number, e.g. +14155550123.';

/** A trunk prefix that is dialled only inside the country. It stays among the digits until the country is known. */
const bracketedZero = '(0)';
const asFromAbroad = 'Enter the number as it is dialled from abroad.';
const withBracketedZero: Problem = ['it contains (0)', asFromAbroad];

/** Refuses what fills a required field where there is no number. */
const onlyZeros: Problem = ['all its digits are 0', example];

/** @param digits a calling code and the number, maybe with a trunk prefix between them, which is dropped once */
export function internationalNumber(digits: string, by: Fit = 'numbers'): Reading {
	const callingCode = callingCodeOf(digits);
	if (callingCode === undefined) return ['unknown country code', example];
	const { code, beginnings, trunkAfterCode } = callingCode;
	const given = withPlainZero(digits.slice(code.length), callingCode);
	if (given === undefined) return withBracketedZero;
	if (/^0+$/.test(given)) return onlyZeros;
	const prefix = beginnings.test(given) ? '' : (trunkAfterCode.exec(given)?.[0] ?? '');
	const number = given.slice(prefix.length);
	const hasTwo = prefix !== '' && trunkAfterCode.exec(number)?.[0];
	return hasTwo ? misfit(given, callingCode) : nationalNumber(number, callingCode, by);
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

/** @param number without its calling code and without what is dialled only inside the country */
function nationalNumber(number: string, callingCode: CallingCode, by: Fit = 'numbers'): Reading {
	const { code } = callingCode;
	if (standsTwice(number, callingCode))
		return [`+${code} stands twice`, `Write +${code} only once.`];
	// Who dials 00 means a call abroad, even where numbers begin with 0.
	const isAbroad = by === 'numbers' && number.startsWith('00');
	const fits = callingCode[by].test(number) && !isAbroad;
	return fits ? `+${code}${number}` : misfit(number, callingCode);
}

function standsTwice(number: string, { code, lengths, numbers }: CallingCode) {
	if (number.startsWith('00')) return number.startsWith(code, 2);
	if (!number.startsWith(code)) return false;
	const rest = number.slice(code.length);
	// A number may begin like its country's code: +49 4931 12345 is one in the north of Germany.
	if (lengths.test(number)) return numbers.test(rest) && !numbers.test(number);
	return lengths.test(rest);
}

function misfit(number: string, { code, name, lengthsInWords }: CallingCode): Problem {
	const why = `no such number in ${name}`;
	const advice = `Check its digits: after +${code} numbers have ${lengthsInWords}, and this has ${number.length}.`;
	return [why, advice];
}

/**
 * Completes digits without "+" by the country in which they are dialled.
 *
 * @param digits also {@link bracketedZero}
 * @param country `undefined` if the field takes numbers with "+" only
 * @param isBare only digits were given: a spreadsheet may have dropped the trunk prefix
 * @throws InvalidInput if the country is wrong
 */
export function localNumber(
	digits: string,
	country: DefaultCountry | undefined,
	isBare: boolean,
): Reading {
	if (/^0+$/.test(digits)) return onlyZeros;
	const home = country && callingCodeOfCountry(country);
	const label = country?.parameter.displayName;
	if (home === undefined && !digits.startsWith('00')) {
		const ifLocal = country ? ` If it is a local number, set '${label}' in the options.` : '';
		const advice = `${example} If the code is there already, put only + before it.${ifLocal}`;
		return ['no country code', advice];
	}
	const read = home ? readings(digits, home, isBare) : readingsOf00(digits);
	if (read.includes(onlyZeros)) return onlyZeros;
	const numbers = [...new Set(read.filter((one) => typeof one === 'string'))];
	if (numbers.length > 1) {
		const why = `it can be ${numbers.join(' or ')}`;
		return [why, 'Enter the one that is meant, with its "+".'];
	}
	if (numbers[0] !== undefined) return numbers[0];
	if (home === undefined) return read[0]!;
	if (digits.includes(bracketedZero)) return withBracketedZero;
	const [why] = (read[0] as Problem | undefined) ?? ['no country code, and no prefix such as 0'];
	const advice = `Check its digits and '${label}'. A number of another country needs "+" and its country code.`;
	return [why, advice];
}

/** Of digits without a country: 00 is "+". In Hong Kong and Thailand 001 is, too, which may only make a number doubtful. */
function readingsOf00(digits: string): Reading[] {
	const read = internationalNumber(digits.slice(2));
	const isDoubtful = typeof read === 'string' && digits.startsWith('001');
	return isDoubtful ? [read, internationalNumber(digits.slice(3))] : [read];
}

/**
 * All that the digits can be: as they are dialled abroad from there, with the country's calling code, with its trunk
 * prefix, or without it. The first says best what is wrong if none fits.
 */
function readings(digits: string, home: CallingCode, isBare: boolean) {
	const { code, trunk, abroad } = home;
	const dialled = digits.replace(/^\(0\)/, '0');
	const found: Reading[] = [];
	const read = digits.startsWith('00') ? internationalNumber(digits.slice(2)) : undefined;
	// In Brazil 0055 is a carrier, too: but a wrong number at home is none abroad.
	const isWrongAtHome = digits.startsWith(`00${code}`) && typeof read !== 'string';
	if (abroad?.test(digits) && !isWrongAtHome) {
		found.push(internationalNumber(digits.replace(abroad, '')));
	}
	if (read !== undefined) {
		// In Australia 0011 49 is +49, and not +1 with its trunk prefix 1.
		const whole = digits.slice(2).replace(bracketedZero, '0');
		const hasPrefix = typeof read === 'string' && read !== `+${whole}`;
		if (found.length === 0 || !hasPrefix) found.push(read);
	}
	if (digits.startsWith(code)) found.push(internationalNumber(digits));
	if (trunk.test(dialled)) found.push(nationalNumber(dialled.replace(trunk, ''), home));
	// In the north of Germany (49) 755690 may also be a number without its prefix.
	const isRead = found.some((one) => typeof one === 'string');
	if (isBare || isRead || trunk.test('')) found.push(nationalNumber(dialled, home));
	return found;
}
