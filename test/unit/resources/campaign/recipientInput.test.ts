import type { IDataObject } from 'n8n-workflow';

import {
	recipientFrom,
	recipientsFrom,
	recipientsOf,
	type RecipientParams,
} from '../../../../nodes/Messenger/resources/campaign/recipientInput';
import { unmasked } from '../../../../nodes/runtime/input/keyMask';
import { refusalOf } from '../../../support/refusal';

const messengerNumber = '+14155550123';
const messenger_number = messengerNumber;
const fromFields = (...recipient: IDataObject[]) =>
	recipientsFrom({ recipientsInput: 'fields', recipients: { recipient } });
const fromJson = (recipientsJson: unknown) =>
	recipientsFrom({ recipientsInput: 'json', recipientsJson });

it.each([
	[
		{ messengerNumber: ' +1 (415) 555-0123 ', firstName: 'Ana', name: 'Ana Li', email: ' a@b ' },
		{ messenger_number, first_name: 'Ana', name: 'Ana Li', email: 'a@b' },
	],
	[{ messengerNumber, firstName: '', name: ' ', email: null }, { messenger_number }],
])('the form %j becomes %j (Q3, I1)', (form, recipient) => {
	expect(fromFields({ messengerNumber: '+14155550124' }, form)[1]?.fields).toEqual(recipient);
});

const others = { plan: { name: 'pro' }, seats: 0, note: '', vip: null };
it.each([
	[others, others],
	[
		{ messenger_number: ' +1.415.555.0123', email: 'a@b ', name: '', first_name: null },
		{ email: 'a@b' },
	],
	[
		{ first_name: 7, name: ' Ana ' },
		{ first_name: '7', name: 'Ana' },
	],
])('the JSON %j becomes %j: other keys pass through (Q3, I1)', (given, recipient) => {
	const json = [{ messenger_number, ...given }];
	const expected = [{ messenger_number, ...recipient }];
	const fields = [json, JSON.stringify(json)].map((one) =>
		fromJson(one).map(({ fields }) => fields),
	);
	expect(fields).toEqual([expected, expected]);
});

it.each([undefined, {}, { messenger_number: ' ' }])('%j has no number', (recipient) => {
	expect(recipientFrom(recipient)).toBeUndefined();
});

describe('a malformed email (D1)', () => {
	it.each(['a@', 42, 'a@b, c@d'])('%j is left out, and the reason kept', (email) => {
		const recipients = [
			recipientFrom({ messenger_number, email })!,
			...fromJson([{ messenger_number, email }]),
		];
		for (const { fields, leftOut } of recipients) {
			expect(fields).toEqual({ messenger_number });
			expect(leftOut?.(unmasked)).toEqual({ email: `isn't a valid email address: "${email}"` });
		}
	});
});

it('a body without recipients has none', () => {
	expect([recipientsOf(undefined), recipientsOf({ recipient: [{}] })]).toEqual([[], [{}]]);
});

describe('what is refused (I1, I2, I3, I4, I7)', () => {
	const good = { messengerNumber };
	const goodJson = { messenger_number };
	const rows: Array<[string, () => unknown]> = [
		['bad number', () => recipientFrom({ messenger_number: '1' })],
		['email no text', () => recipientFrom({ ...goodJson, email: {} })],
		['first name no text', () => recipientFrom({ ...goodJson, first_name: {} })],
		['name no text', () => recipientFrom({ ...goodJson, name: [] })],
		['no form', () => fromFields()],
		['no forms', () => recipientsFrom()],
		['second form without a number', () => fromFields(good, {})],
		['second form, email no text', () => fromFields(good, { ...good, email: true })],
		...['[]', '', '{}'].map((json): [string, () => unknown] => [
			`JSON ${JSON.stringify(json)}`,
			() => fromJson(json),
		]),
		['second in JSON no object', () => fromJson([goodJson, 1])],
		['no number in JSON', () => fromJson([{ phone: '+14155550123' }])],
		['second number in JSON no text', () => fromJson([goodJson, { messenger_number: 1415 }])],
		['second email in JSON', () => fromJson([goodJson, { ...goodJson, email: ['a@b'] }])],
		['a choice that is none', () => recipientsFrom({ recipientsInput: 'list' } as RecipientParams)],
	];

	it('and where, in the words of the label', () => {
		const said = rows.map(([what, check]) => {
			const { parameter, message, advice } = refusalOf(check);
			const place = /^'.*?'( (at ".*" )?of recipient \d)?/.exec(message)?.[0];
			const own = advice.startsWith('Add') ? `${message} | ${advice}` : place;
			return `${what} (${parameter}): ${own}`;
		});
		expect(said.join('\n')).toMatchSnapshot();
	});
});

it('a recipient in JSON without a number names the keys that came', () => {
	const recipients = [{ phone: '+14155550123', first_name: 'Ana', name: '' }, {}];
	const said = recipients.map((recipient) => {
		const { message, advice } = refusalOf(() => fromJson([recipient]));
		return `${message} | ${advice}`;
	});
	expect(said.join('\n')).toMatchSnapshot();
});
