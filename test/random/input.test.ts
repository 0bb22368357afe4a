import fc from 'fast-check';

import { checkedBaseUrl } from '../../nodes/Messenger/input/baseUrl';
import { optionalDateTime } from '../../nodes/Messenger/input/dateTime';
import { requiredEmailAddress } from '../../nodes/Messenger/input/emailAddress';
import { requiredPhoneNumber } from '../../nodes/Messenger/input/phoneNumber';
import { optionalText, requiredText } from '../../nodes/Messenger/input/text';
import { schemaNamed, ServiceDocument } from '../../sandbox/document';
import { accepts, anyText, anyValue, emailAddress, padded, phoneNumber, resultOf } from './values';

const name = { name: 'field', displayName: 'Field' };
const document = new ServiceDocument();

/** Whether the service's document takes a value as one of its named schemas. */
const isA = (schema: keyof typeof schemas, value: unknown) =>
	document.errors(schema, schemas[schema], value).length === 0;
const schemas = {
	PhoneNumber: schemaNamed('PhoneNumber'),
	SenderNumber: schemaNamed('SenderNumber'),
	Email: schemaNamed('Email'),
	UtcTimestamp: schemaNamed('UtcTimestamp'),
};

/** Whether a value is text where a single value is due, as n8n's parameters may give it. */
const isText = (value: unknown) => typeof value !== 'object' && value !== undefined;

it('any text is given without white space around it, and the second check changes nothing', () => {
	fc.assert(
		fc.property(anyValue, (value) => {
			const result = resultOf(() => optionalText(value, name));
			if ('refusal' in result) return typeof value === 'object' && value !== null;
			expect(result.value).toBe(String(value ?? '').trim());
			expect(optionalText(result.value, name)).toBe(result.value);
			return accepts(() => requiredText(value, name)) === (result.value !== '');
		}),
	);
});

describe('a phone number', () => {
	const isDigit = (character: string) => '0123456789'.includes(character);

	/** The contract's rule in words: what is sent of a text, or undefined where it is none. */
	function phoneNumberIn(text: string): string | undefined {
		const marks = '\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060';
		const isBlank = (character: string) =>
			character.trim() === '' || `${marks}\u2066\u2067\u2068\u2069`.includes(character);
		const seen = [...text].filter((character) => !isBlank(character));
		const [plus, ...digits] = seen.filter((character) => !'-.()/'.includes(character));
		const isNumber =
			plus === '+' &&
			digits.every(isDigit) &&
			digits[0] !== '0' &&
			digits.length >= 7 &&
			digits.length <= 15;
		const isOne = seen.every(
			(character, index) => character !== '/' || seen.slice(index).filter(isDigit).length >= 5,
		);
		const isDialed = !seen.join('').includes('(0)');
		return isNumber && isOne && isDialed ? plus + digits.join('') : undefined;
	}

	it('is accepted exactly where the rule says so, sent clean, and accepted by the document', () => {
		const oneMore = phoneNumber.map((number) => `${number}0`);
		const nearlyNumber = fc.stringMatching(/^\+?[0-9 .()/\u200e\u2069-]{5,30}x?$/);
		const any = fc.oneof(anyValue, phoneNumber, padded(phoneNumber), oneMore, nearlyNumber);
		fc.assert(
			fc.property(any, (value) => {
				const result = resultOf(() => requiredPhoneNumber(value, name));
				const expected = isText(value) ? phoneNumberIn(String(value)) : undefined;
				expect('value' in result ? result.value : undefined).toBe(expected);
				if (expected === undefined) return;
				expect(isA('PhoneNumber', expected)).toBe(true);
				expect(isA('SenderNumber', expected)).toBe(true);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('an email address', () => {
	/** The contract's rule in words. */
	function isEmailAddress(text: string): boolean {
		const parts = text.split('@');
		return (
			parts.length === 2 &&
			parts.every((part) => part !== '') &&
			[...text].every((character) => character.trim() !== '')
		);
	}

	it('is accepted exactly where the rule says so, and then by the document', () => {
		fc.assert(
			fc.property(fc.oneof(anyValue, emailAddress, padded(emailAddress)), (value) => {
				const result = resultOf(() => requiredEmailAddress(value, name));
				expect('value' in result).toBe(isText(value) && isEmailAddress(String(value).trim()));
				if ('refusal' in result) return;
				expect(result.value).toBe(String(value).trim());
				expect(isA('Email', result.value)).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('a time', () => {
	it('on a day that no calendar has is refused', () => {
		const two = (value: number) => String(value).padStart(2, '0');
		const any = fc.tuple(fc.nat({ max: 9999 }), fc.nat({ max: 99 }), fc.nat({ max: 99 }));
		fc.assert(
			fc.property(any, ([year, month, day]) => {
				const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
				const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
				const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
				expect(accepts(() => optionalDateTime(text, 'UTC', name))).toBe(day >= 1 && day <= days);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('of any form is refused, or given as the document has it', () => {
		const nearlyTime = fc.stringMatching(
			/^[0-2]\d{3}-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d(:[0-6]\d(\.\d{1,9})?)?([zZ]|[+-]\d\d(:?\d\d)?)?$/,
		);
		const value = fc.oneof(nearlyTime, anyValue, fc.date(), fc.anything());
		fc.assert(
			fc.property(value, (given) => {
				const result = resultOf(() => optionalDateTime(given, 'Europe/Berlin', name));
				if ('refusal' in result || result.value === '') return;
				expect(result.value).toMatch(/Z$/);
				expect(isA('UtcTimestamp', result.value) ? '' : result.value).toBe('');
			}),
			{ numRuns: 3_000 },
		);
	});
});

it('a Base URL is refused, or an https address (http for this machine) with nothing but a path', () => {
	const schemes = ['https://', 'http://', 'HTTPS://', 'ftp://', 'https:', '//', ''];
	const odd = '/.. /./ // \\ %2e%2e user@ user:pass@ ?a=b #top * , [ ] é %41 : @ . \t';
	const part = fc.constantFrom('', ' ', ...odd.split(' '));
	const host = fc.constantFrom(
		...['api.example.com', 'localhost', '127.0.0.1', '127.1.2.3', '[::1]', '2130706433'],
		...['127.0.0.1.example.com', 'localhost.example.com', 'api.example.com:8443'],
	);
	const rest = fc.array(fc.oneof(part, fc.constantFrom('/api', '/v2/', '/', 'a', 'B', '8')));
	const nearlyUrl = fc
		.tuple(fc.constantFrom(...schemes), part, host, rest)
		.map(([scheme, before, name, after]) => scheme + before + name + after.join(''));
	fc.assert(
		fc.property(fc.oneof(nearlyUrl, fc.webUrl(), anyText), fc.boolean(), (text, allowHttp) => {
			const result = resultOf(() => checkedBaseUrl(text, allowHttp));
			if ('refusal' in result) return;
			const url = new URL(result.value);
			expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
			expect(result.value).not.toMatch(/\/$/);
			expect(text.split(/[/\\]/)).not.toContain('..');
			// It is what was typed, and the same for every program that reads it.
			expect(text.trim().toLowerCase()).toContain(url.hostname);
			expect(url.href.replace(/\/$/, '')).toBe(result.value);
			const isOfThisMachine =
				['localhost', '[::1]'].includes(url.hostname) || /^127\.[\d.]+$/.test(url.hostname);
			expect(url.protocol === 'https:' || allowHttp || isOfThisMachine).toBe(true);
			expect(checkedBaseUrl(`${result.value}///`, allowHttp)).toBe(result.value);
			expect(checkedBaseUrl(`${result.value}/webhook/`, allowHttp)).toBe(result.value);
		}),
		{ numRuns: 3_000 },
	);
});
