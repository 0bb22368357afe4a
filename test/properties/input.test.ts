import fc from 'fast-check';

import { checkedApiKey } from '../../nodes/Messenger/input/apiKey';
import { checkedBaseUrl } from '../../nodes/Messenger/input/baseUrl';
import { optionalDateTime } from '../../nodes/Messenger/input/dateTime';
import {
	optionalEmailAddress,
	requiredEmailAddress,
} from '../../nodes/Messenger/input/emailAddress';
import { dataFromFields, dataFromJson } from '../../nodes/Messenger/resources/event/eventData';
import { quoted } from '../../nodes/Messenger/input/InvalidInput';
import { jsonObjects } from '../../nodes/Messenger/input/json';
import {
	optionalPhoneNumber,
	requiredPhoneNumber,
	withoutSpaces,
} from '../../nodes/Messenger/input/phoneNumber';
import { positiveInteger } from '../../nodes/Messenger/input/positiveInteger';
import { parseQueryParameters } from '../../nodes/Messenger/resources/queryParameters';
import {
	recipientFromFields,
	recipientsFromJson,
} from '../../nodes/Messenger/resources/campaign/recipients';
import { parseTags } from '../../nodes/Messenger/input/tags';
import { optionalText, requiredText, withoutEmpty } from '../../nodes/Messenger/input/text';
import { schemaNamed, ServiceDocument } from '../../sandbox/document';
import {
	accepts,
	anyJson,
	anyText,
	anyValue,
	emailAddress,
	padded,
	phoneNumber,
	resultOf,
	whiteSpace,
} from './values';

const tagsName = { name: 'tags', displayName: 'Tags' };

const name = { name: 'field', displayName: 'Field' };
const document = new ServiceDocument();

/** Whether the service's document takes a value as one of its named schemas. */
const isA = (schema: SchemaName, value: unknown) =>
	document.errors(schema, schemas[schema], value).length === 0;
const schemas = {
	PhoneNumber: schemaNamed('PhoneNumber'),
	SenderNumber: schemaNamed('SenderNumber'),
	Email: schemaNamed('Email'),
	UtcTimestamp: schemaNamed('UtcTimestamp'),
	Recipient: schemaNamed('Recipient'),
};
type SchemaName = keyof typeof schemas;

const isObject = (value: unknown) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

describe('any text', () => {
	it('is given without white space around it, and the second check changes nothing', () => {
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

	it('is quoted in an error on one line of at most 63 characters', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				const quote = quoted(value);
				expect(quote.length).toBeLessThanOrEqual(63);
				expect(quote).not.toMatch(/[\r\n]/);
			}),
		);
	});

	it('of fields stays as it was and in its order, without the empty ones', () => {
		fc.assert(
			fc.property(
				fc.dictionary(anyText, fc.constantFrom('', null, undefined, 0, false, 'a')),
				(fields) => {
					expect(Object.entries(withoutEmpty(fields))).toEqual(
						Object.entries(fields).filter(
							([, value]) => !['', null, undefined].includes(value as ''),
						),
					);
				},
			),
		);
	});
});

describe('a phone number', () => {
	/** The contract's rule in words: groups of digits with single spaces between them. */
	function isPhoneNumber(text: string): boolean {
		if (!text.startsWith('+')) return false;
		const groups = text.slice(1).split(' ');
		const digits = groups.join('');
		return (
			groups.every((group) => group !== '') &&
			[...digits].every((digit) => '0123456789'.includes(digit)) &&
			!digits.startsWith('0') &&
			digits.length >= 7 &&
			digits.length <= 15
		);
	}

	it('of the right shape is accepted, with white space around it too', () => {
		fc.assert(
			fc.property(phoneNumber, padded(phoneNumber), (number, paddedNumber) => {
				expect(requiredPhoneNumber(number, name)).toBe(number);
				expect(optionalPhoneNumber(paddedNumber, name)).toBe(paddedNumber.trim());
			}),
		);
	});

	it('of any shape is accepted exactly where the rule says so, and then by the document', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					anyValue,
					phoneNumber.map((number) => `${number}0`),
				),
				(value) => {
					const result = resultOf(() => requiredPhoneNumber(value, name));
					const isText = typeof value !== 'object' && value !== undefined;
					expect('value' in result).toBe(isText && isPhoneNumber(String(value).trim()));
					if ('refusal' in result) return;
					expect(isA('PhoneNumber', result.value)).toBe(true);
					expect(isA('SenderNumber', withoutSpaces(result.value))).toBe(true);
				},
			),
			{ numRuns: 2_000 },
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

	it('of any shape is accepted exactly where the rule says so, and then by the document', () => {
		fc.assert(
			fc.property(fc.oneof(anyValue, emailAddress, padded(emailAddress)), (value) => {
				const result = resultOf(() => requiredEmailAddress(value, name));
				const isText = typeof value !== 'object' && value !== undefined;
				expect('value' in result).toBe(isText && isEmailAddress(String(value).trim()));
				if ('refusal' in result) return;
				expect(result.value).toBe(String(value).trim());
				expect(isA('Email', result.value)).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('may be left empty where it is optional', () => {
		fc.assert(
			fc.property(fc.array(whiteSpace), (spaces) => {
				expect(optionalEmailAddress(spaces.join(''), name)).toBe('');
			}),
		);
	});
});

describe('a time', () => {
	const anyDate = fc.date({
		min: new Date('1990-01-01'),
		max: new Date('2099-12-31'),
		noInvalidDate: true,
	});

	it('with an offset is the same instant in UTC', () => {
		fc.assert(
			fc.property(anyDate, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
				const sign = offset < 0 ? '-' : '+';
				const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
				const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
				const text = `${local}${sign}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
				expect(optionalDateTime(text, 'Asia/Kolkata', name)).toBe(date.toISOString());
			}),
		);
	});

	it('without an offset is read in the given zone', () => {
		const zones: Array<[string, number]> = [
			['UTC', 0],
			['Asia/Kolkata', 5.5],
			['America/Phoenix', -7],
		];
		fc.assert(
			fc.property(anyDate, fc.constantFrom(...zones), (date, [zone, hours]) => {
				const wallClock = new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, -1);
				expect(optionalDateTime(wallClock, zone, name)).toBe(date.toISOString());
			}),
		);
	});

	it('on a day that no calendar has is refused', () => {
		fc.assert(
			fc.property(
				fc.nat({ max: 9999 }),
				fc.nat({ max: 99 }),
				fc.nat({ max: 99 }),
				(year, month, day) => {
					const two = (value: number) => String(value).padStart(2, '0');
					const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
					const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
					const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
					expect(accepts(() => optionalDateTime(text, 'UTC', name))).toBe(day >= 1 && day <= days);
				},
			),
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

describe('tags', () => {
	const tag = fc.stringMatching(/^[^,]{0,8}$/);

	it('are the same from text with commas and from a list', () => {
		fc.assert(
			fc.property(fc.array(tag), (tags) => {
				const expected = tags.map((text) => text.trim()).filter((text) => text !== '');
				expect(parseTags(tags.join(','), tagsName)).toEqual(expected);
				expect(parseTags(tags, tagsName)).toEqual(expected);
			}),
		);
	});

	it('of any form are refused, or texts that hold something', () => {
		fc.assert(
			fc.property(fc.oneof(anyValue, fc.array(anyValue)), (value) => {
				const result = resultOf(() => parseTags(value, tagsName));
				if ('refusal' in result) return;
				for (const text of result.value) expect(text).toMatch(/\S/);
			}),
		);
	});
});

describe('JSON', () => {
	it('that is an object comes back as it is, from text and from an expression', () => {
		fc.assert(
			fc.property(anyJson, (json) => {
				const text = JSON.stringify(json);
				const fromText = resultOf(() => dataFromJson(text));
				const fromExpression = resultOf(() => dataFromJson(json));
				expect('value' in fromText).toBe(isObject(json));
				if ('value' in fromText) expect(JSON.stringify(fromText.value)).toBe(text);
				if ('value' in fromExpression && isObject(json)) expect(fromExpression.value).toBe(json);
			}),
		);
	});

	it('is a list of objects, or refused', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.array(anyJson), fc.array(fc.dictionary(anyText, anyJson))),
				(json) => {
					const result = resultOf(() => jsonObjects(JSON.stringify(json), name));
					expect('value' in result).toBe(json.every(isObject));
					if ('value' in result) expect(JSON.stringify(result.value)).toBe(JSON.stringify(json));
				},
			),
		);
	});

	it('that does not parse is refused, whatever the text', () => {
		fc.assert(
			fc.property(fc.oneof(anyText, fc.json()), (text) => {
				let json: unknown;
				try {
					json = text === '' ? {} : JSON.parse(text);
				} catch {
					json = undefined;
				}
				expect(accepts(() => dataFromJson(text))).toBe(isObject(json));
			}),
		);
	});
});

describe('data from fields', () => {
	const fieldName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), anyText);

	it('has each named field that holds something, as its own, and touches no prototype', () => {
		fc.assert(
			fc.property(fc.array(fc.record({ name: fieldName, value: anyValue })), (field) => {
				const result = resultOf(() => dataFromFields({ field }));
				expect('value' in result).toBe(field.every((one) => one.name.trim() !== ''));
				if ('refusal' in result) return;
				const last = new Map(
					field
						.filter(({ value }) => value !== '' && value !== null && value !== undefined)
						.map((one) => [one.name.trim(), one.value]),
				);
				expect(new Map(Object.entries(result.value))).toEqual(last);
				expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
			}),
		);
		expect(Object.keys(Object.prototype)).toEqual([]);
	});
});

describe('a recipient', () => {
	const maybe = (value: fc.Arbitrary<unknown>) => fc.oneof(value, anyValue);
	const fields = {
		messengerNumber: maybe(phoneNumber),
		firstName: maybe(fc.string()),
		name: maybe(fc.string()),
		email: maybe(emailAddress),
	};

	it('from fields is refused by the name of a field, or accepted by the document', () => {
		fc.assert(
			fc.property(fc.record(fields, { requiredKeys: [] }), (given) => {
				const result = resultOf(() => recipientFromFields(given));
				if ('refusal' in result) expect(Object.keys(fields)).toContain(result.refusal.parameter);
				else expect(document.errors('recipient', schemas.Recipient, result.value)).toEqual([]);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('from JSON is refused, or accepted by the document with its other keys as they are', () => {
		const recipient = fc
			.tuple(
				fc.dictionary(anyText, anyJson, { maxKeys: 3 }),
				fc.record(
					{
						messenger_number: maybe(phoneNumber),
						first_name: maybe(fc.string()),
						name: maybe(fc.string()),
						email: maybe(emailAddress),
					},
					{ requiredKeys: [] },
				),
			)
			.map(([others, own]) => ({ ...others, ...own }));
		fc.assert(
			fc.property(fc.array(recipient, { maxLength: 4 }), (given) => {
				const text = JSON.stringify(given);
				const result = resultOf(() => recipientsFromJson(text));
				if ('refusal' in result) {
					expect(result.refusal.parameter).toBe('recipientsJson');
					return;
				}
				expect(result.value).toHaveLength(given.length);
				for (const [index, one] of result.value.entries()) {
					expect(document.errors('recipient', schemas.Recipient, one)).toEqual([]);
					const { messenger_number, first_name, name: fullName, email, ...others } = one;
					expect(messenger_number).toBe(String(given[index]?.messenger_number).trim());
					expect([first_name, fullName, email]).not.toContain('');
					for (const [key, value] of Object.entries(others)) {
						expect(JSON.stringify(value)).toBe(
							JSON.stringify((JSON.parse(text) as Array<Record<string, unknown>>)[index]?.[key]),
						);
					}
				}
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('a count', () => {
	it('is accepted exactly where it is a whole number of at least 1', () => {
		fc.assert(
			fc.property(fc.oneof(fc.integer(), fc.double(), anyValue), (value) => {
				const result = resultOf(() => positiveInteger(value, name));
				if ('value' in result) {
					expect(Number.isInteger(result.value) && result.value >= 1).toBe(true);
					expect(result.value).toBe(Number(value));
				} else if (typeof value === 'number') {
					expect(Number.isInteger(value) && value >= 1).toBe(false);
				}
			}),
		);
	});
});

describe('query parameters', () => {
	it('are refused without a name, and otherwise kept in order without the empty ones', () => {
		const pair = fc.record({ name: anyText, value: anyText });
		fc.assert(
			fc.property(fc.array(pair), (parameter) => {
				const result = resultOf(() => parseQueryParameters({ parameter }));
				expect('value' in result).toBe(parameter.every((one) => one.name.trim() !== ''));
				if ('refusal' in result) return;
				expect(result.value).toEqual(
					parameter
						.map((one) => [one.name.trim(), one.value.trim()])
						.filter(([, value]) => value !== ''),
				);
			}),
		);
	});
});

describe('an API key', () => {
	it('is accepted exactly where every character is visible ASCII, and is in no refusal', () => {
		const key = fc.oneof(fc.stringMatching(/^[!-~]{8,40}$/), fc.string({ minLength: 8 }), anyText);
		fc.assert(
			fc.property(key, (value) => {
				const result = resultOf(() => checkedApiKey(value));
				const isVisible = [...value].every((character) => character > ' ' && character <= '~');
				expect('value' in result).toBe(value !== '' && isVisible);
				if ('value' in result) expect(result.value).toBe(value);
				else if (value.length >= 8) {
					expect(`${result.refusal.message} ${result.refusal.advice}`).not.toContain(value);
				}
			}),
		);
	});
});

describe('a Base URL', () => {
	const part = fc.constantFrom(
		'user@',
		'user:pass@',
		'?a=b',
		'#top',
		'/..',
		'/./',
		'//',
		'\\',
		' ',
		'%2e%2e',
		'',
	);
	const host = fc.constantFrom(
		'api.example.com',
		'localhost',
		'127.0.0.1',
		'127.1.2.3',
		'[::1]',
		'127.0.0.1.example.com',
		'localhost.example.com',
		'2130706433',
		'api.example.com:8443',
	);
	const nearlyUrl = fc
		.tuple(
			fc.constantFrom('https://', 'http://', 'HTTPS://', 'ftp://', 'https:', '//', ''),
			part,
			host,
			fc.array(fc.oneof(part, fc.constantFrom('/api', '/v2/', '/'))),
		)
		.map(([scheme, before, name, after]) => scheme + before + name + after.join(''));
	const anyUrl = fc.oneof(nearlyUrl, fc.webUrl(), anyText);

	it('is refused, or an https address (http for this machine) with nothing but a path', () => {
		fc.assert(
			fc.property(anyUrl, fc.boolean(), (text, allowHttp) => {
				const result = resultOf(() => checkedBaseUrl(text, allowHttp));
				if ('refusal' in result) return;
				const url = new URL(result.value);
				expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
				expect(result.value).not.toMatch(/\/$/);
				expect(text.split(/[/\\]/)).not.toContain('..');
				const isOfThisMachine =
					['localhost', '[::1]'].includes(url.hostname) || /^127\.[\d.]+$/.test(url.hostname);
				expect(url.protocol === 'https:' || allowHttp || isOfThisMachine).toBe(true);
				expect(checkedBaseUrl(`${result.value}///`, allowHttp)).toBe(result.value);
			}),
			{ numRuns: 3_000 },
		);
	});

	it('keeps its host and its path below the one that is asked for', () => {
		const path = fc.array(fc.stringMatching(/^[a-z0-9_-]{1,8}$/)).map((parts) => parts.join('/'));
		fc.assert(
			fc.property(fc.domain(), path, fc.nat({ max: 3 }), (domain, prefix, slashes) => {
				const address = `https://${domain}${prefix && `/${prefix}`}`;
				expect(checkedBaseUrl(address + '/'.repeat(slashes), false)).toBe(address.toLowerCase());
			}),
		);
	});
});
