import { refuse, words, type ParameterName } from './InvalidInput';
import { optionalText, requiredText } from './text';

/** White space of any kind, and the invisible marks that copying from a page or a chat leaves. */
const blanks = /[\s\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]/g;
const punctuation = /[-.()/]/g;

/** Characters: more than any number has, however it is written. */
const longestText = 100;

/** Digits, country code included; E.164 has no more. */
const fewestDigits = 7;
const mostDigits = 15;

const example = 'Enter "+", the country code and the number, e.g. +14155550123.';

/**
 * Why a text is no phone number (I1), and what to do.
 *
 * @param text without blanks
 * @param number also without punctuation
 */
function whyInvalid(text: string, number: string): [why: string, advice: string] | undefined {
	const digits = number.length - 1;
	if (text.length > longestText) return [`longer than ${longestText} characters`, example];
	if (/\p{L}/u.test(text)) return ['it contains letters', example];
	if (number.startsWith('00')) return ['it begins with 00', 'Enter "+" in place of 00.'];
	if (number.startsWith('0')) {
		return ['no country code', 'Enter "+" and the country code in place of the first 0.'];
	}
	if (/^\d/.test(number)) return ['no country code', 'Enter "+" and the country code before it.'];
	if (!/^\+\d*$/.test(number)) return ['it contains a character other than 0 to 9', example];
	if (/\(\D*0\D*\)/.test(text)) {
		return ['it contains (0)', 'Remove "(0)": it is dialed only inside the country.'];
	}
	// A slash parts the area code from the number, or two numbers that differ in their last digits.
	if (/\/(?!(?:\D*\d){5})/.test(text)) return ['two numbers?', 'Enter one number.'];
	if (number.startsWith('+0')) return ['no country code begins with 0', example];
	if (digits < fewestDigits) return [`${digits} digits, at least ${fewestDigits} needed`, example];
	if (digits > mostDigits) return [`${digits} digits, at most ${mostDigits} allowed`, example];
	return undefined;
}

/**
 * @returns the number as it is sent: "+" and the digits, none of them changed; `''` where none was given
 * @throws InvalidInput where it is not a phone number, with the reason
 */
export function optionalPhoneNumber(value: unknown, name: ParameterName): string {
	const given = optionalText(value, name);
	const text = given.replace(blanks, '');
	if (text === '') return '';
	const number = text.replace(punctuation, '');
	const problem = whyInvalid(text, number);
	if (problem === undefined) return number;
	const [why, advice] = problem;
	const quoted = words`"${given}"`;
	refuse(name, (mask) => `isn't a valid phone number (${why}): ${quoted(mask)}`, advice);
}

/** As {@link optionalPhoneNumber}, and refuses an empty value. */
export function requiredPhoneNumber(value: unknown, name: ParameterName): string {
	return requiredText(optionalPhoneNumber(value, name), name);
}
