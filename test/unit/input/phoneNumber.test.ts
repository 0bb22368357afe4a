import {
	optionalPhoneNumber,
	requiredPhoneNumber,
} from '../../../nodes/Messenger/input/phoneNumber';
import { refusalOf } from '../../support/refusal';

const name = { name: 'fromNumber', displayName: 'Sender Number' };
const plain = '+14155550123';

/** Invisible marks between the digits, the first and the last of each range that is dropped. */
const marks =
	'\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2067\u2068\u2069\ufeff';
/** White space, the no-break spaces among it. */
const spaces = ' \t\n\v\f\r\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000';

describe('a phone number is sent as "+" and its digits', () => {
	it.each<[what: string, value: string, sent: string]>([
		['as it is sent', plain, plain],
		['7 digits', '+1234567', '+1234567'],
		['15 digits', '+123456789012345', '+123456789012345'],
		['15 digits beside what is dropped', '+1/2-3.4(5)678901234 5', '+123456789012345'],
		['a first digit of 9', '+91234567', '+91234567'],
		['groups', '+1 415 555 0123', plain],
		['white space around it', ' +14155550123\n', plain],
		['a blank behind the plus', '+ 14155550123', plain],
		['dashes and dots', '+1-415.555-0123', plain],
		['brackets', '+1 (415) 555 0123', plain],
		['dropped characters only side by side', '+1 ((415)) .-- 5550123-', plain],
		['a zero among others in brackets', '+49 (030) 1234567', '+490301234567'],
		['five digits behind a slash', '+4930/12345', '+493012345'],
		['five digits behind a slash, in groups', '+49 171/39 2-00', '+4917139200'],
		['two slashes with enough digits behind each', '+49/171/3920001', '+491713920001'],
		['100 characters', `+1234567${'-'.repeat(92)}`, '+1234567'],
		['101 characters, one of them a blank', `+1234567 ${'-'.repeat(92)}`, '+1234567'],
		...[...spaces, ...marks].map((blank): [string, string, string] => [
			`U+${blank.charCodeAt(0).toString(16).padStart(4, '0')}`,
			`${blank}+1${blank}415${blank}5550123${blank}`,
			plain,
		]),
	])('%s: %j', (_, value, sent) => {
		expect(requiredPhoneNumber(value, name)).toBe(sent);
		expect(optionalPhoneNumber(value, name)).toBe(sent);
	});
});

describe('no phone number', () => {
	const example = 'Enter "+", the country code and the number, e.g. +14155550123.';
	const addCode = 'Enter "+" and the country code before it.';
	const noDigit = 'it has a character other than 0 to 9';

	it.each<[value: string | number, why: string, advice: string]>([
		['14155550123', 'no country code', addCode],
		[14155550123, 'no country code', addCode],
		['(415) 555-0123', 'no country code', addCode],
		['0171 3920001', 'no country code', 'Enter "+" and the country code in place of the first 0.'],
		['123', 'no country code', addCode],
		['0049 171 3920001', 'it begins with 00', 'Enter "+" in place of 00.'],
		['(00)49 171 3920001', 'it begins with 00', 'Enter "+" in place of 00.'],
		['+49 (0) 171 3920001', 'it has (0)', 'Remove "(0)": it is dialed only inside the country.'],
		['+49(-0)3012345', 'it has (0)', 'Remove "(0)": it is dialed only inside the country.'],
		['+49 ( 0 ) 171', 'it has (0)', 'Remove "(0)": it is dialed only inside the country.'],
		['+49 171 3920001/68', 'two numbers?', 'Enter one number.'],
		['+49 30/1234', 'two numbers?', 'Enter one number.'],
		['+49 30/12345/1234', 'two numbers?', 'Enter one number.'],
		['+14155550123/', 'two numbers?', 'Enter one number.'],
		['+04155550123', 'no country code begins with 0', example],
		['+', '0 digits, 7 at least', example],
		['+123456', '6 digits, 7 at least', example],
		['+1 (2) 34-5.6', '6 digits, 7 at least', example],
		['+1234567890123456', '16 digits, 15 at most', example],
		['+49 171 3920001 / 30 1234', '18 digits, 15 at most', example],
		['+49 171 3920001 +49 171 3920002', noDigit, example],
		['++14155550123', noDigit, example],
		['+1415555*123', noDigit, example],
		['+14155550123, +14155550124', noDigit, example],
		['-', noDigit, example],
		['+1415555a123', 'it has letters', example],
		['tel:+14155550123', 'it has letters', example],
		['+1415555é123', 'it has letters', example],
		['none', 'it has letters', example],
	])('is %j: %s', (value, why, advice) => {
		const problem = `'Sender Number' isn't a valid phone number (${why}): "${value}"`;
		for (const check of [requiredPhoneNumber, optionalPhoneNumber]) {
			expect(refusalOf(() => check(value, name))).toEqual({
				parameter: 'fromNumber',
				message: problem,
				advice,
			});
		}
	});

	it('has more than 100 characters', () => {
		const { message } = refusalOf(() => requiredPhoneNumber(`+1234567${'-'.repeat(93)}`, name));
		expect(message).toMatch(/^'Sender Number' isn't .* \(longer than 100 characters\): "\+12/);
		expect(message.length).toBeLessThan(200);
	});

	it('is written in the digits of another script', () => {
		expect(() => requiredPhoneNumber('+١٤١٥٥٥٥٠', name)).toThrow();
	});
});

it('may be missing only where it is optional', () => {
	for (const none of ['', ' ', null, undefined]) {
		expect(optionalPhoneNumber(none, name)).toBe('');
		expect(refusalOf(() => requiredPhoneNumber(none, name)).message).toBe(
			"'Sender Number' is empty",
		);
	}
});
