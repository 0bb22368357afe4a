import type { DefaultCountry } from './defaultCountry';
import { example, internationalNumber, localNumber, type Problem } from './dialledNumber';
import { refuse, type ParameterName } from './InvalidInput';
import { optionalText } from './text';

/** Most numbers have nothing else in them: nothing to make plain, and nothing to refuse. */
const usual =
	/^(?!(?:\D*\d){18}|.*\d.*\(\d\) *$)\(?\+?\(?\d(?:[\d() -]{0,60}|[\d() -]{0,7}\/ ?\d{5}[\d() -]{0,30})$/;

/** Separators between digits, other than "(0)". */
const separators = /[- \n.[\]{}/]|\((?! *0 *\))|(?<!\( *0 *)\)/g;

const asText = 'Format the column as text, and enter the number again.';

/** Characters: more than any number has, with all that people write around it. */
const longest = 250;
const tooLong: Problem = [`longer than ${longest} characters`, example];

const twoNumbers: Problem = ['two numbers?', 'Enter one number.'];

/** Texts that are not a number, before anything but blanks is dropped. */
const unreadable: Array<[RegExp, Problem]> = [
	[/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i, ['a spreadsheet shortened it', asText]],
	[/^\+?\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?$/, ['a spreadsheet formatted it', asText]],
	// Negative, or with a fraction: `+45-20123456` in a cell is a sum. None begins with 0.
	[/^-[1-9]\d*$|^\+?[1-9]\d*\.\d\d$|\.\d$/, ['a spreadsheet calculated it', asText]],
	[/\d.*[([]\d[)\]]$/s, ['a digit in brackets at its end', 'Enter the number alone.']],
	[/\p{L}/u, ['it contains letters', example]],
	[/\d\D*:::\D*\d|(?:\d\D*){5}[+,;|&](?:\D*\d){5}|(?:\D*\d){18}/, twoNumbers],
	// A slash parts the area code from the number, or two numbers, which may differ in their last digits only; or pairs.
	[
		/^(?!\+?\d{1,4}(?:\/\d\d){3,}$)(?:.*\d\D*\/(?=\D*\d)(?!(?:\D*\d){5})|(?!\D*00)(?:\D*\d){9}[^/]*\/\D*\d)/s,
		twoNumbers,
	],
	// A line break may part two numbers without "+"; the second of two with "+" begins with its own.
	[/^[^+\d]*(?:\d\D*){5,}\n(?:\D*\d){5}/, twoNumbers],
	[/[^-+\n.()[\]{}/\d]|\.{3}/, ['it has other characters than digits', example]],
	[/[\d+].*\+/s, ['misplaced +', 'Write + once, before the country code.']],
];

/**
 * @param country for fields of local numbers; other fields take numbers with "+" only
 * @returns the number as it is sent, "+" and digits; `''` if none was given
 * @throws InvalidInput if it isn't a phone number, or if it needs the country and that is wrong
 */
export function readPhoneNumber(
	value: unknown,
	name: ParameterName,
	country?: DefaultCountry,
): string {
	const given = optionalText(value, name);
	// No pattern sees more than this: some would take minutes.
	const isLong = given.length > longest;
	const text = isLong || usual.test(given) ? given : plain(given);
	if (text === '') return '';
	const read = isLong ? tooLong : numberIn(text, country);
	if (typeof read === 'string') return read;
	const [why, advice] = read;
	refuse(name, `isn't a valid phone number (${why})`, advice, { quoted: given, kind: 'malformed' });
}

/** @param text as {@link plain} returns it, or a usual one */
function numberIn(text: string, country?: DefaultCountry) {
	const unread = usual.test(text) ? undefined : unreadable.find(([pattern]) => pattern.test(text));
	if (unread) return unread[1];
	const digits = text.replace(separators, '');
	if (!digits.startsWith('+') || digits.startsWith('+00')) {
		return localNumber(digits.replace('+', ''), country, /^[\d\s]+$/.test(text));
	}
	// The length decides: a table of first digits grows old, and a number with "+" must have a way out.
	return internationalNumber(digits.slice(1), 'lengths');
}

/** As web pages, Twilio and Facebook's leads write it before a number. */
const label = /^(?:tel|phone|mobile|whatsapp|p):/i;

/** WhatsApp's name of a person. */
const whatsAppId = /^\+?(\d+)@(?:c\.us|s\.whatsapp\.net)$/i;

/** Systems write these around a number: a spreadsheet an apostrophe, and the `.0` of a float. */
const wrapping = /^\n+$|^'|(?:[,;]|:::)+$|\.0$(?<=^'?\+?\d+\.0)/g;

/** The text in plain signs, without blanks other than the ends of lines, and without what systems write around a number. */
function plain(given: string): string {
	return given
		.replace(/[^!-~]/gu, plainSign)
		.replace(wrapping, '')
		.replace(label, '')
		.replace(whatsAppId, '+$1');
}

/** Maps a Unicode look-alike to its ASCII character. */
function plainSign(sign: string): string {
	if (/[\uff01-\uff5e]/.test(sign)) return String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
	if (/[\n\r\u2028\u2029]/.test(sign)) return '\n';
	// White space of any kind, and the invisible marks that copying from a page or a chat leaves.
	if (/[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(sign)) return '';
	// Arabic and Persian digits; those of Hindi and Bengali, which begin at a code that ends in 6.
	if (/[\u0660-\u0669\u06f0-\u06f9]/.test(sign)) return String(sign.charCodeAt(0) % 16);
	if (/[\u0966-\u096f\u09e6-\u09ef]/.test(sign)) return String((sign.charCodeAt(0) % 16) - 6);
	if (/[\p{Pd}\u2212\u30fc\uff70]/u.test(sign)) return '-';
	if (/[\u00b7\u2022\u2024\u30fb]/.test(sign)) return '.';
	return /[\u2018\u2019]/.test(sign) ? "'" : sign;
}
