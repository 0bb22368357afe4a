import type { CallingCode } from './callingCode';
import { callingCodeOfCountry, type DefaultCountry } from './defaultCountry';
import {
	bracketedZero,
	complete,
	example,
	misfit,
	nationalNumber,
	onlyZeros,
	withBracketedZero,
	type NationalNumber,
	type Problem,
} from './internationalNumber';

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
	if (digits.startsWith('0') && /^0+$/.test(digits)) return onlyZeros;
	const home = country && callingCodeOfCountry(country);
	const label = country?.parameter.displayName;
	if (home === undefined) {
		const why = digits.startsWith('00') ? 'it begins with 00' : 'no country code';
		const ifLocal = country ? ` If it is a local number, set '${label}' in the options.` : '';
		return [why, howToComplete(digits) + ifLocal, 'without a country code'];
	}
	const read = readings(digits, home, isBare);
	if (read.includes(onlyZeros)) return onlyZeros;
	const numbers = numbersOf(read);
	if (numbers.length > 1) {
		const why = `it can be ${numbers.join(' or ')}`;
		return [why, 'Enter the one that is meant, with its "+".', 'that can be two numbers'];
	}
	if (numbers[0] !== undefined) return numbers[0];
	if (digits.includes(bracketedZero)) return withBracketedZero;
	const [first = ['no country code, and no prefix such as 0', '', 'without a country code']] = read;
	const [why, , kind] = 'number' in first ? misfit(first) : first;
	const advice = `Check its digits and '${label}'. A number of another country needs "+" and its country code.`;
	return [why, advice, kind];
}

/** It may be a local number, or only lack its "+": nobody but who knows the person can tell. */
function howToComplete(digits: string): string {
	const international = digits.replace(/^00/, '');
	const read = nationalNumber(international);
	if (!('number' in read) || complete(read, 'numbers') === undefined) return example;
	const known = `If +${read.callingCode.code} is its country code,`;
	if (international !== digits) return `${known} put + instead of 00.`;
	const isBare = !digits.includes(bracketedZero);
	const numbers = numbersOf(readings(digits, read.callingCode, isBare));
	if (numbers.length === 1) return `${known} put + before it.`;
	return `${known} enter the one that is meant: ${numbers.join(' or ')}.`;
}

/**
 * All that the digits can be: as they are dialled abroad from there, with the country's calling code, with its trunk
 * prefix, or without it. The first says best what is wrong if none fits.
 */
function readings(digits: string, home: CallingCode, isBare: boolean) {
	const { code, trunk, abroad } = home;
	const dialled = digits.replace(/^\(0\)/, '0');
	const found: Array<NationalNumber | Problem> = [];
	const isAbroad = abroad?.test(digits) ?? false;
	if (abroad && isAbroad) found.push(nationalNumber(digits.replace(abroad, '')));
	if (digits.startsWith('00')) {
		const read = nationalNumber(digits.slice(2));
		// In Australia 0011 49 is +49, and not +1 with its trunk prefix 1.
		if (!isAbroad || !('number' in read && read.prefix)) found.push(read);
	}
	if (digits.startsWith(code)) found.push(nationalNumber(digits));
	if (trunk.test(dialled)) found.push({ number: dialled.replace(trunk, ''), callingCode: home });
	if (isBare || trunk.test('')) found.push({ number: dialled, callingCode: home });
	return found;
}

/** Those of which first digits and length fit. */
function numbersOf(read: Array<NationalNumber | Problem>): string[] {
	const numbers: string[] = [];
	for (const one of read) {
		const number = 'number' in one ? complete(one, 'numbers') : undefined;
		if (number !== undefined && !numbers.includes(number)) numbers.push(number);
	}
	return numbers;
}
