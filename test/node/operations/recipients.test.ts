import {
	recipientFromForm,
	recipientsFrom,
	type RecipientParams,
} from '../../../nodes/Messenger/resources/campaign/recipientInput';
import { refusalOf } from '../../support/refusal';

const recipientsFromFields = (recipients: RecipientParams['recipients']) =>
	recipientsFrom({ recipientsInput: 'fields', recipients });
const recipientsFromJson = (recipientsJson: unknown) =>
	recipientsFrom({ recipientsInput: 'json', recipientsJson });

describe('a recipient from fields', () => {
	it('has the field names of the service, and its number clean', () => {
		expect(
			recipientFromForm({
				messengerNumber: ' +1 (415) 555-0123 ',
				firstName: 'Nathan',
				name: 'Nathan Li',
				email: 'nathan@example.com',
			}),
		).toEqual({
			messenger_number: '+14155550123',
			first_name: 'Nathan',
			name: 'Nathan Li',
			email: 'nathan@example.com',
		});
	});

	it('has no field that was left empty', () => {
		expect(
			recipientFromForm({ messengerNumber: '+14155550123', firstName: '', name: ' ', email: '' }),
		).toEqual({ messenger_number: '+14155550123' });
	});

	const messengerNumber = '+14155550123';
	it.each([
		[{}, 'messengerNumber', "'Recipient Number' is empty"],
		[
			{ messengerNumber: '1' },
			'messengerNumber',
			`'Recipient Number' isn't a valid phone number (no country code): "1"`,
		],
		[{ messengerNumber, email: 'a@' }, 'email', `'Email' isn't a valid email address: "a@"`],
		[{ messengerNumber, firstName: {} }, 'firstName', "'First Name' isn't text"],
		[{ messengerNumber, name: [] }, 'name', "'Name' isn't text"],
	])('is refused as %j', (fields, parameter, message) => {
		expect(refusalOf(() => recipientFromForm(fields))).toMatchObject({ parameter, message });
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
		[{}, "'Recipient Number' of recipient 2 is empty"],
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
		const others = { plan: { name: 'pro' }, seats: 0, note: '', vip: null };
		const recipients = [{ messenger_number: '+14155550123', ...others }];
		expect(recipientsFromJson(JSON.stringify(recipients))).toEqual(recipients);
	});

	it('are sent without empty fields and without white space around number and email', () => {
		const recipients = [
			{ messenger_number: ' +1.415.555.0123', email: 'a@b ', name: '', first_name: null },
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

	it.each([['[]'], [[]], [''], [undefined], [null]])('may not be none: %j', (value) => {
		expect(refusalOf(() => recipientsFromJson(value))).toEqual({
			parameter: 'recipientsJson',
			message: "'Recipients (JSON)' is empty",
			advice: 'Add at least one recipient.',
		});
	});

	it.each([
		['{}', "isn't a JSON array"],
		['soon', "isn't valid JSON"],
		[
			[{ messenger_number: '+14155550123' }, 1],
			'contains something other than an object at position 2',
		],
		[[{ phone: '+14155550123' }], 'at "messenger_number" of recipient 1 is empty'],
	])('are refused as %j', (value, problem) => {
		expect(refusalOf(() => recipientsFromJson(value))).toMatchObject({
			parameter: 'recipientsJson',
			message: `'Recipients (JSON)' ${problem}`,
		});
	});

	it.each<[string, unknown, string]>([
		['messenger_number', undefined, 'is empty'],
		[
			'messenger_number',
			14155550123,
			`isn't a valid phone number (no country code): "14155550123"`,
		],
		['first_name', {}, "isn't text"],
		['name', ['a'], "isn't text"],
		['email', 'a@', `isn't a valid email address: "a@"`],
	])('are refused where the %s of the second is %j', (key, value, problem) => {
		const good = { messenger_number: '+14155550123' };
		const recipients = [good, { ...good, [key]: value }];
		expect(refusalOf(() => recipientsFromJson(recipients))).toMatchObject({
			parameter: 'recipientsJson',
			message: `'Recipients (JSON)' at "${key}" of recipient 2 ${problem}`,
		});
	});
});
