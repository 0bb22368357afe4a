import type { DefaultCountry } from './defaultCountry';
import { example, internationalNumber, localNumber, type Problem } from './dialledNumber';
import { refuse, words, type ParameterName } from './InvalidInput';
import type { Mask } from './keyMask';
import { optionalText, requiredText } from './text';

/** Most numbers have nothing else in them: nothing to make plain, and nothing to refuse. */
const usual =
	/^(?!(?:\D*\d){18})\(?\+?\(?\d(?:[\d() -]{0,60}|[\d() -]{0,7}\/ ?\d{5}[\d() -]{0,30})$/;

/** Separators between digits, other than "(0)". */
const separators = /[- \n.[\]{}/]|\((?! *0 *\))|(?<!\( *0 *)\)/g;

const asText = 'Format the column as text, and enter the number again.';

const twoNumbers: Problem = ['two numbers?', 'Enter one number.', 'with two numbers'];

/** Texts that are not a number, before anything but blanks is dropped. */
const unreadable: Array<[RegExp, Problem]> = [
	[/^.{251}/su, ['longer than 250 characters', example, 'too long']],
	[/@/, ['an email or an ID, not a number', example, 'that are an email or an ID']],
	[
		/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i,
		['a spreadsheet shortened it', asText, 'shortened by a spreadsheet'],
	],
	// Negative, or with a fraction: `+45-20123456` in a cell is a sum. None begins with 0.
	[
		/^-[1-9]\d*$|^[1-9]\d*\.\d\d?$/,
		['a spreadsheet calculated it', asText, 'calculated by a spreadsheet'],
	],
	[
		/\d\W*(?:ext(?:n|ension)?|x|#)\W*\d+\W*$/i,
		['it has an extension', 'Enter a number that is reached without one.', 'with an extension'],
	],
	// A slash parts the area code from the number, or two numbers, which may differ in their last digits only. A line break
	// may part two numbers without "+"; the second of two with "+" begins with its own.
	[
		/\d.*:::.*\d|\/(?!(?:\D*\d){5})|^(?!\D*00)(?:\D*\d){9}[^/]*\/|(?:\d\D*){5}[+,;|&](?:\D*\d){5}|^[^+\d]*(?:\d\D*){5,}\n(?:\D*\d){5}|(?:[^\p{L}\d]*\d){18}/su,
		twoNumbers,
	],
	[/\p{L}/u, ['it contains letters', example, 'with letters']],
	[/^[-\n.()[\]{}/]*\+?[-\n.()[\]{}/]*$/, ['it has no digits', example, 'without digits']],
	[/\.{3}/, ['digits are missing', 'Enter the whole number.', 'with missing digits']],
	[
		/[^-+\n.()[\]{}/\d]/,
		['it contains a character other than 0 to 9', example, 'with other characters than digits'],
	],
	[/[\d+].*\+/s, ['misplaced +', 'Write + once, before the country code.', 'with a misplaced +']],
];

/** A number as it is sent, or `''`. */
export interface PhoneNumber {
	/** "+" and digits. */
	number: string;
	/** The text that the default country completed to this number. */
	completed?: string;
}

/**
 * @param country for fields of local numbers; other fields take numbers with "+" only
 * @returns the number as it is sent; `''` if none was given
 * @throws InvalidInput if it isn't a phone number, or if it needs the country and that is wrong
 */
export function readPhoneNumber(
	value: unknown,
	name: ParameterName,
	country?: DefaultCountry,
): PhoneNumber {
	const given = optionalText(value, name);
	const text = usual.test(given) ? given : plain(given);
	if (text === '') return { number: '' };
	let read = numberIn(text, country);
	let shown = [given];
	if (read === twoNumbers) {
		const parts = partsOf(text).map((part) => [part, numberIn(part, country)] as const);
		const sent = new Set(parts.map(([part, one]) => (typeof one === 'string' ? one : part)));
		// One may be written twice.
		if (sent.size === 1) read = parts[0]![1];
		else shown = [...sent];
	}
	if (typeof read === 'string')
		return { number: read, completed: text.includes('+') ? undefined : given };
	const [why, advice, kind] = read;
	// A key that was split could not be masked.
	const quoted = (mask: Mask) =>
		(mask(given) === given ? shown : [given]).map((one) => words`"${one}"`(mask)).join(' and ');
	refuse(name, (mask) => `isn't a valid phone number (${why}): ${quoted(mask)}`, advice, kind);
}

/** @param text as {@link plain} returns it, or a usual one */
function numberIn(text: string, country?: DefaultCountry) {
	const unread = usual.test(text) ? undefined : unreadable.find(([pattern]) => pattern.test(text));
	if (unread) return unread[1];
	const digits = text.replace(separators, '');
	if (!digits.startsWith('+')) return localNumber(digits, country, /^[\d\s]+$/.test(text));
	// The length decides: a table of first digits grows old, and a number with "+" must have a way out.
	return internationalNumber(digits.slice(1), 'lengths');
}

/** The numbers in a cell that seems to have several, or the same one twice. */
function partsOf(text: string): string[] {
	const parted = text.replace(/^(\d{7,})\1$/, '$1|$1');
	const parts = parted.split(/:::|[,;|&\n]|(?=\+)/).filter((part) => /\d/.test(part));
	const all = parts.length > 1 ? parts : parted.split('/');
	return all.map((part) => withoutWrapping(part).replace(/\/$/, '')).filter((part) => part !== '');
}

/** As {@link readPhoneNumber}, and refuses an empty value. Takes numbers with "+" only. */
export function requiredPhoneNumber(value: unknown, name: ParameterName): string {
	return requiredText(readPhoneNumber(value, name).number, name);
}

/** Words for a phone, of which several may follow each other, as in "Mobile phone no.:". A fax is none. */
const labels = `
	tel tél telf tlf tfn telephone téléphone telefon telefono teléfono telefone telefoon phone ph fon
	mob mobil mobile mobiel movil móvil telemóvel cell cel celular cellular cellulare portable handy komórka kom gsm
	sms whatsapp wa work home main business office private privat personal
	number nummer rufnummer numer numero número numéro no nr
`
	.trim()
	.replace(/\s+/g, '|');

const label = new RegExp(
	String.raw`^(?:(?:${labels})[./-]*){1,3}\d?(?::|(?=\(?\+))|^[pmtcw]:(?=\(?\+)`,
	'i',
);

/** WhatsApp's name of a person. */
const whatsAppId = /^\+?(\d+)@(?:c\.us|s\.whatsapp\.net)$/i;

/** Systems write these around a number: a spreadsheet an apostrophe, and the `.0` of a float. */
const wrapping = /^\n+$|^'|(?:[,;]|:::)+$|\.0$(?<=^'?\+?\d+\.0)/g;

function withoutWrapping(text: string): string {
	const bare = text.replace(wrapping, '');
	return /\p{L}/u.test(bare) ? bare.replace(label, '').replace(whatsAppId, '+$1') : bare;
}

/** The text in plain signs, without blanks other than the ends of lines. */
function plain(given: string): string {
	return withoutWrapping(given.replace(/[^!-~]/gu, plainSign));
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
	if (sign === '\u2026') return '...';
	return /[\u2018\u2019]/.test(sign) ? "'" : sign;
}
