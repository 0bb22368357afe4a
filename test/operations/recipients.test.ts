import {
	recipientFromFields,
	recipientsFromFields,
	recipientsFromJson,
} from '../../nodes/Messenger/resources/campaign/recipients';
import { refusalOf } from '../support/refusal';

describe('a recipient from fields', () => {
	it('has the field names of the service, and its number as it was given', () => {
		expect(
			recipientFromFields({
				messengerNumber: ' +1 415 555 0123 ',
				firstName: 'Nathan',
				name: 'Nathan Li',
				email: 'nathan@example.com',
			}),
		).toEqual({
			messenger_number: '+1 415 555 0123',
			first_name: 'Nathan',
			name: 'Nathan Li',
			email: 'nathan@example.com',
		});
	});

	it('has no field that was left empty', () => {
		expect(
			recipientFromFields({ messengerNumber: '+14155550123', firstName: '', name: ' ', email: '' }),
		).toEqual({ messenger_number: '+14155550123' });
	});

	const number = '+14155550123';
	it.each([
		[{}, 'messengerNumber', "'Messenger Number' is empty"],
		[
			{ messengerNumber: '123' },
			'messengerNumber',
			`'Messenger Number' isn't a valid phone number: "123"`,
		],
		[
			{ messengerNumber: number, email: 'a@' },
			'email',
			`'Email' isn't a valid email address: "a@"`,
		],
		[{ messengerNumber: number, firstName: {} }, 'firstName', "'First Name' isn't text"],
		[{ messengerNumber: number, name: [] }, 'name', "'Name' isn't text"],
	])('is refused as %j', (fields, parameter, message) => {
		expect(refusalOf(() => recipientFromFields(fields))).toMatchObject({ parameter, message });
	});
});

describe('recipients from fields', () => {
	it('keep their order', () => {
		const recipient = [{ messengerNumber: '+14155550123' }, { messengerNumber: '+14155550124' }];
		expect(recipientsFromFields({ recipient })).toEqual([
			{ messenger_number: '+14155550123' },
			{ messenger_number: '+14155550124' },
		]);
	});

	it.each([[undefined], [{}], [{ recipient: [] }]])('may not be none: %j', (collection) => {
		expect(refusalOf(() => recipientsFromFields(collection))).toEqual({
			parameter: 'recipients',
			message: "'Recipients' is empty",
			advice: 'Add at least one recipient.',
		});
	});

	const good = { messengerNumber: '+14155550123' };
	it.each([
		[{}, "'Messenger Number' of recipient 2 is empty"],
		[{ ...good, firstName: [] }, "'First Name' of recipient 2 isn't text"],
		[{ ...good, name: [] }, "'Name' of recipient 2 isn't text"],
		[{ ...good, email: '@b' }, `'Email' of recipient 2 isn't a valid email address: "@b"`],
	])('are refused for the second, %j, and the message says so', (second, message) => {
		expect(refusalOf(() => recipientsFromFields({ recipient: [good, second] })).message).toBe(
			message,
		);
	});
});

describe('recipients from JSON', () => {
	it('pass through keys that the interface does not name', () => {
		const json = '[{"messenger_number": "+14155550123", "plan": {"name": "pro"}, "seats": 0}]';
		expect(recipientsFromJson(json)).toEqual([
			{ messenger_number: '+14155550123', plan: { name: 'pro' }, seats: 0 },
		]);
	});

	it('are sent without empty fields and without white space around number and email', () => {
		const recipients = [
			{ messenger_number: ' +14155550123', email: 'a@b ', name: '', first_name: null },
		];
		expect(recipientsFromJson(recipients)).toEqual([
			{ messenger_number: '+14155550123', email: 'a@b' },
		]);
	});

	it('have names that are text', () => {
		const recipients = [{ messenger_number: '+14155550123', first_name: 7, name: ' Ana ' }];
		expect(recipientsFromJson(recipients)).toEqual([
			{ messenger_number: '+14155550123', first_name: '7', name: 'Ana' },
		]);
	});

	it('keep a key named __proto__ as a key', () => {
		const json = '[{"messenger_number":"+14155550123","__proto__":{"a":1}}]';
		expect(JSON.stringify(recipientsFromJson(json))).toBe(json);
	});

	it.each([['[]'], [[]], [''], [undefined], [null]])('may not be none: %j', (value) => {
		expect(refusalOf(() => recipientsFromJson(value))).toEqual({
			parameter: 'recipientsJson',
			message: "'Recipients (JSON)' is empty",
			advice: 'Enter at least one recipient.',
		});
	});

	const good = { messenger_number: '+14155550123' };
	it.each([
		['{}', "'Recipients (JSON)' isn't a JSON array"],
		['soon', "'Recipients (JSON)' isn't valid JSON"],
		[[good, 1], "'Recipients (JSON)' contains something other than an object at position 2"],
		[[good, {}], `'Recipients (JSON)' at "messenger_number" of recipient 2 is empty`],
		[
			[good, { messenger_number: 14155550123 }],
			`'Recipients (JSON)' at "messenger_number" of recipient 2 isn't a valid phone number: "14155550123"`,
		],
		[
			[good, { ...good, first_name: {} }],
			`'Recipients (JSON)' at "first_name" of recipient 2 isn't text`,
		],
		[[good, { ...good, name: ['a'] }], `'Recipients (JSON)' at "name" of recipient 2 isn't text`],
		[
			[good, { ...good, email: 'a@' }],
			`'Recipients (JSON)' at "email" of recipient 2 isn't a valid email address: "a@"`,
		],
	])('are refused as %j', (value, message) => {
		expect(refusalOf(() => recipientsFromJson(value))).toMatchObject({
			parameter: 'recipientsJson',
			message,
		});
	});
});
