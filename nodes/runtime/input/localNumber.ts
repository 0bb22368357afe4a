import { bracketedZero, callingCodeOf, type CallingCode } from './callingCode';
import { callingCodeOfCountry, type DefaultCountry } from './defaultCountry';
import { example, type InternationalNumber, type Problem } from './internationalNumber';

/**
 * Completes digits without "+" by the country in which they are dialled.
 *
 * @param digits also {@link bracketedZero}
 * @param country `undefined` where the field takes numbers with "+" only
 * @param isBare only digits were given: a spreadsheet may have dropped the trunk prefix
 * @throws InvalidInput where the country is wrong
 */
export function localNumber(
	digits: string,
	country: DefaultCountry | undefined,
	isBare: boolean,
): InternationalNumber | Problem {
	const home = country && callingCodeOfCountry(country);
	if (home === undefined) return withoutCountryCode(digits, country);
	const [number, ...others] = readings(digits, home, isBare);
	if (number === undefined) {
		const label = country?.parameter.displayName;
		return {
			why: `it doesn't fit +${home.code}`,
			advice: `Check its digits and '${label}'. A number of another country needs "+" and its country code.`,
			kind: `that don't fit +${home.code}`,
		};
	}
	if (others.length > 0) {
		const why = `it can be ${[number, ...others].join(' or ')}`;
		return {
			why,
			advice: 'Enter the one that is meant, with its "+".',
			kind: 'that can be two numbers',
		};
	}
	return { number };
}

/**
 * All numbers that the digits can be: as they are dialled abroad from there, with the country's calling code, with its
 * trunk prefix, or without it. First digits and length must fit.
 */
function readings(digits: string, home: CallingCode, isBare: boolean): string[] {
	const found = new Set<string | undefined>();
	for (const rest of home.dialledAbroad(digits)) found.add(completeNumber(rest));
	if (digits.startsWith(home.code)) found.add(completeNumber(digits));
	for (const number of insideCountry(digits, home, isBare)) found.add(withCode(home, number));
	found.delete(undefined);
	if (found.size === 1 && digits.startsWith(home.code)) {
		// "49 030 901820" is not dialled, but written: it must not become a number of the area code 4903.
		const rest = digits.slice(home.code.length);
		for (const number of home.dialledInside(rest)) found.add(withCode(home, number));
		found.delete(undefined);
	}
	return [...found] as string[];
}

/** @param digits a calling code, and the number */
function completeNumber(digits: string) {
	const callingCode = callingCodeOf(digits);
	const number = callingCode?.withoutBracketedZero(digits.slice(callingCode.code.length));
	return callingCode && withCode(callingCode, number ?? '');
}

function insideCountry(digits: string, home: CallingCode, isBare: boolean) {
	if (isBare) return [digits, ...home.dialledInside(digits)];
	const dialled = digits.startsWith(bracketedZero) ? digits.replace(bracketedZero, '0') : digits;
	return dialled.includes(bracketedZero) ? [] : home.dialledInside(dialled);
}

function withCode(callingCode: CallingCode, number: string) {
	// Who writes 00 means a call abroad, even where numbers begin with 0.
	if (number.startsWith('00') || !callingCode.has(number)) return undefined;
	return `+${callingCode.code}${number}`;
}

/** It may be a local number, or only lack its "+": nobody but who knows the person can tell. */
function withoutCountryCode(digits: string, country: DefaultCountry | undefined): Problem {
	const local =
		country && ` If it is a local number, set '${country.parameter.displayName}' in the options.`;
	return {
		why: digits.startsWith('00') ? 'it begins with 00' : 'no country code',
		advice: `${howToComplete(digits)}${local ?? ''}`,
		kind: 'without a country code',
	};
}

function howToComplete(digits: string): string {
	const isAbroad = digits.startsWith('00');
	const international = digits.slice(isAbroad ? 2 : 0);
	const callingCode = callingCodeOf(international);
	if (callingCode === undefined || completeNumber(international) === undefined) return example;
	const known = `If +${callingCode.code} is its country code`;
	if (isAbroad) return `${known}, put + in place of 00.`;
	const isBare = !digits.includes(bracketedZero);
	const [number, ...others] = readings(digits, callingCode, isBare);
	if (others.length === 0) return `${known}, put + before it.`;
	return `${known}, enter the one that is meant: ${[number, ...others].join(' or ')}.`;
}
