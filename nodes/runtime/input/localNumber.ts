import { callingCodeOf, type CallingCode } from './callingCode';
import { callingCodeOfCountry, type DefaultCountry } from './defaultCountry';
import { bracketedZero, example, withoutBracketedZero, type Problem } from './internationalNumber';

/**
 * Completes digits without "+" by the country in which they are dialled.
 *
 * @param digits also {@link bracketedZero}
 * @param country `undefined` if the field takes numbers with "+" only
 * @param isBare only digits were given: a spreadsheet may have dropped the trunk prefix
 * @returns the number as it is sent, or why it is none
 * @throws InvalidInput if the country is wrong
 */
export function localNumber(
	digits: string,
	country: DefaultCountry | undefined,
	isBare: boolean,
): string | Problem {
	const home = country && callingCodeOfCountry(country);
	const label = country?.parameter.displayName;
	if (home === undefined) {
		const why = digits.startsWith('00') ? 'it begins with 00' : 'no country code';
		const ifLocal = country ? ` If it is a local number, set '${label}' in the options.` : '';
		return [why, howToComplete(digits) + ifLocal, 'without a country code'];
	}
	const numbers = readings(digits, home, isBare);
	if (numbers.length > 1) {
		const why = `it can be ${numbers.join(' or ')}`;
		return [why, 'Enter the one that is meant, with its "+".', 'that can be two numbers'];
	}
	const advice = `Check its digits and '${label}'. A number of another country needs "+" and its country code.`;
	return numbers[0] ?? [`it doesn't fit +${home.code}`, advice, `that don't fit +${home.code}`];
}

/** It may be a local number, or only lack its "+": nobody but who knows the person can tell. */
function howToComplete(digits: string): string {
	const isAbroad = digits.startsWith('00');
	const international = isAbroad ? digits.slice(2) : digits;
	const callingCode = callingCodeOf(international);
	if (callingCode === undefined || completeNumber(international) === undefined) return example;
	const known = `If +${callingCode.code} is its country code`;
	if (isAbroad) return `${known}, put + instead of 00.`;
	const numbers = readings(digits, callingCode, !digits.includes(bracketedZero));
	if (numbers.length === 1) return `${known}, put + before it.`;
	return `${known}, enter the one that is meant: ${numbers.join(' or ')}.`;
}

/**
 * All numbers that the digits can be: as they are dialled abroad from there, with the country's calling code, with its
 * trunk prefix, or without it. First digits and length must fit.
 */
function readings(digits: string, home: CallingCode, isBare: boolean): string[] {
	const { code, trunk, abroad } = home;
	const found = new Set<string | undefined>();
	if (digits.startsWith('00')) found.add(completeNumber(digits.slice(2)));
	if (abroad?.test(digits)) found.add(completeNumber(digits.replace(abroad, '')));
	const isWithCode = digits.startsWith(code);
	if (isWithCode) found.add(completeNumber(digits));
	const dialled = digits.replace(/^\(0\)/, '0');
	if (isBare || trunk.test('')) found.add(withCode(home, dialled));
	found.add(withoutTrunk(home, dialled));
	found.delete(undefined);
	// "49 030 901820" is not dialled, but written: it must not become a number of the area code 4903.
	if (isWithCode && found.size === 1) found.add(withoutTrunk(home, digits.slice(code.length)));
	return [...found].filter((number) => number !== undefined);
}

function withoutTrunk(home: CallingCode, dialled: string): string | undefined {
	return home.trunk.test(dialled) ? withCode(home, dialled.replace(home.trunk, '')) : undefined;
}

/** @param digits a calling code, and the number */
function completeNumber(digits: string): string | undefined {
	const callingCode = callingCodeOf(digits);
	if (callingCode === undefined) return undefined;
	const number = withoutBracketedZero(digits.slice(callingCode.code.length), callingCode);
	return withCode(callingCode, number);
}

function withCode({ code, numbers }: CallingCode, number = ''): string | undefined {
	// Who writes 00 means a call abroad, even where numbers begin with 0.
	return numbers.test(number) && !number.startsWith('00') ? `+${code}${number}` : undefined;
}
