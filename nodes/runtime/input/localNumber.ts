import type { CallingCode } from './callingCode';
import { callingCodeOfCountry, type DefaultCountry } from './defaultCountry';
import {
	bracketedZero,
	example,
	internationalNumber,
	nationalNumber,
	onlyZeros,
	withBracketedZero,
	type Problem,
	type Reading,
} from './internationalNumber';

const noPrefix: Problem = [
	'no country code, and no prefix such as 0',
	'',
	'without a country code',
];

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
	if (/^0+$/.test(digits)) return onlyZeros;
	const home = country && callingCodeOfCountry(country);
	const label = country?.parameter.displayName;
	if (home === undefined) {
		const why = digits.startsWith('00') ? 'it begins with 00' : 'no country code';
		const ifLocal = country ? ` If it is a local number, set '${label}' in the options.` : '';
		return [why, howToComplete(digits) + ifLocal, 'without a country code'];
	}
	const read = readings(digits, home, isBare);
	if (read.some((one) => !one.valid && one.problem === onlyZeros)) return onlyZeros;
	const numbers = numbersOf(read);
	if (numbers.length > 1) {
		const why = `it can be ${numbers.join(' or ')}`;
		return [why, 'Enter the one that is meant, with its "+".', 'that can be two numbers'];
	}
	if (numbers[0] !== undefined) return numbers[0];
	if (digits.includes(bracketedZero)) return withBracketedZero;
	const [why, , kind] = read[0]?.problem ?? noPrefix;
	const advice = `Check its digits and '${label}'. A number of another country needs "+" and its country code.`;
	return [why, advice, kind];
}

/** It may be a local number, or only lack its "+": nobody but who knows the person can tell. */
function howToComplete(digits: string): string {
	const international = digits.replace(/^00/, '');
	const { callingCode, valid } = internationalNumber(international);
	if (callingCode === undefined || valid === undefined) return example;
	const known = `If +${callingCode.code} is its country code,`;
	if (international !== digits) return `${known} put + instead of 00.`;
	const isBare = !digits.includes(bracketedZero);
	const numbers = numbersOf(readings(digits, callingCode, isBare));
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
	const found: Reading[] = [];
	const isAbroad = abroad?.test(digits) ?? false;
	if (abroad && isAbroad) found.push(internationalNumber(digits.replace(abroad, '')));
	if (digits.startsWith('00')) {
		const read = internationalNumber(digits.slice(2));
		// In Australia 0011 49 is +49, and not +1 with its trunk prefix 1.
		if (!isAbroad || !read.prefix) found.push(read);
	}
	if (digits.startsWith(code)) found.push(internationalNumber(digits));
	if (trunk.test(dialled)) found.push(nationalNumber(dialled.replace(trunk, ''), home));
	if (isBare || trunk.test('')) found.push(nationalNumber(dialled, home));
	return found;
}

/** Those of which first digits and length fit. */
const numbersOf = (read: Reading[]) => [...new Set(read.flatMap(({ valid = [] }) => valid))];
