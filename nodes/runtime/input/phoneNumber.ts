import { bracketedZero } from './callingCode';
import type { DefaultCountry } from './defaultCountry';
import { refuse, words, type ParameterName } from './InvalidInput';
import type { Mask } from './keyMask';
import {
	example,
	internationalNumber,
	type InternationalNumber,
	type Problem,
} from './internationalNumber';
import { localNumber } from './localNumber';
import { optionalText, requiredText } from './text';

/** White space of any kind, and the invisible marks that copying from a page or a chat leaves. */
const blanks = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The plain sign for other signs of Unicode. */
const plainSigns: Array<[RegExp, string]> = [
	[blanks, ''],
	[/[\p{Pd}\u2212\u30fc]/gu, '-'],
	[/[\u00b7\u2022\u2024\u30fb]/g, '.'],
	[/[\u2018\u2019]/g, "'"],
];

const separators = /[-.()[\]{}/]+/g;

/** Characters: more than any number has, however it is written. */
const longestText = 100;

const asText = 'Format the column as text, and enter the number again.';

/** Negative, or with a fraction: `+45-20123456` in a cell is a sum. */
const calculated = /^-\d+$|^[1-9]\d*\.\d\d?$/;

/** Texts that are not a number, before anything but blanks is dropped. */
const unreadable: Array<[RegExp, why: string, advice: string, kind: string]> = [
	[
		new RegExp(`^.{${longestText + 1}}`, 'su'),
		`longer than ${longestText} characters`,
		example,
		'too long',
	],
	[
		/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i,
		'a spreadsheet shortened it',
		asText,
		'shortened by a spreadsheet',
	],
	[calculated, 'a spreadsheet calculated it', asText, 'calculated by a spreadsheet'],
	[
		/\d\W*(?:ext(?:n|ension)?|x|#)\W*\d+\W*$/i,
		'it has an extension',
		'Enter a number that is reached without one.',
		'with an extension',
	],
	[/\p{L}/u, 'it contains letters', example, 'with letters'],
	// A slash parts the area code from the number, or two numbers that differ in their last digits.
	[/\/(?!(?:\D*\d){5})/, 'two numbers?', 'Enter one number.', 'with two numbers'],
	[/(?:\d\D*){5}[+,;|&](?:\D*\d){5}/, 'two numbers?', 'Enter one number.', 'with two numbers'],
];

/** A number as it is sent, or `''`. */
export interface PhoneNumber extends InternationalNumber {
	/** The text that the default country completed to this number. */
	completed?: string;
}

/**
 * @param country for fields of local numbers; other fields take numbers with "+" only
 * @returns the number with none of its digits changed; `''` where none was given
 * @throws InvalidInput where it is not a phone number, with the reason; where it needs the country, and that is wrong
 */
export function readPhoneNumber(
	value: unknown,
	name: ParameterName,
	country?: DefaultCountry,
): PhoneNumber {
	const given = optionalText(value, name);
	const text = plain(given);
	if (text === '') return { number: '' };
	const digits = digitsOf(text);
	const isInternational = digits.startsWith('+');
	const read =
		problemOf(text) ??
		problemOfDigits(digits) ??
		(isInternational
			? internationalNumber(digits.slice(1))
			: localNumber(digits, country, /^\d+$/.test(text)));
	if ('number' in read) {
		return isInternational ? read : { number: read.number, completed: given };
	}
	const quoted = words`"${given}"`;
	const problem = (mask: Mask) => `isn't a valid phone number (${read.why}): ${quoted(mask)}`;
	refuse(name, problem, read.advice, read.kind);
}

/** As {@link readPhoneNumber}, without telling what was completed. */
export function optionalPhoneNumber(
	value: unknown,
	name: ParameterName,
	country?: DefaultCountry,
): string {
	return readPhoneNumber(value, name, country).number;
}

/** As {@link optionalPhoneNumber}, and refuses an empty value. */
export function requiredPhoneNumber(
	value: unknown,
	name: ParameterName,
	country?: DefaultCountry,
): string {
	return requiredText(optionalPhoneNumber(value, name, country), name);
}

/** The text in plain signs, without blanks, a leading apostrophe, and the `.0` of a spreadsheet's float. */
function plain(given: string) {
	const text = /[^ -~]/.test(given) ? inPlainSigns(given) : given;
	const marks = text.replace(/ +/g, '').replace(/^'/, '');
	return marks.endsWith('.0') ? marks.replace(/^(\+?\d+)\.0$/, '$1') : marks;
}

function inPlainSigns(given: string) {
	const halfWidth = given.replace(/[\uff01-\uff5e]/g, (sign) =>
		String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
	);
	return plainSigns.reduce((text, [signs, sign]) => text.replace(signs, sign), halfWidth);
}

function problemOf(text: string): Problem | undefined {
	// Most numbers have nothing else in them.
	if (/^\+?[\d(][\d()-]{0,60}(?:\/\d{5}[\d()-]{0,30})?$/.test(text)) return undefined;
	const found = unreadable.find(([pattern]) => pattern.test(text));
	return found && { why: found[1], advice: found[2], kind: found[3] };
}

/** Digits, "+", {@link bracketedZero}, and what has no place in a number. */
function digitsOf(text: string): string {
	if (!text.includes(bracketedZero)) return text.replace(separators, '');
	return text.split(bracketedZero).map(digitsOf).join(bracketedZero);
}

function problemOfDigits(digits: string): Problem | undefined {
	if (/^\+?\d+$/.test(digits)) return undefined;
	const signs = digits.replaceAll(bracketedZero, '0');
	if (/^\+?$/.test(signs))
		return { why: 'it has no digits', advice: example, kind: 'without digits' };
	if (/^\+?\d+$/.test(signs)) return undefined;
	return {
		why: 'it contains a character other than 0 to 9',
		advice: example,
		kind: 'with other characters than digits',
	};
}
