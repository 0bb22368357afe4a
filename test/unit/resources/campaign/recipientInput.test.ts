import type { IDataObject } from 'n8n-workflow';

import {
	customFieldsFrom,
	recipientFrom,
	recipientsFrom,
} from '../../../../nodes/Messenger/resources/campaign/recipientInput';
import { unmasked } from '../../../../nodes/runtime/input/keyMask';
import { outcomes, refusalOf } from '../../../support/refusal';

const messenger_number = '+14155550123';
const formOf = (...field: IDataObject[]) => ({ field });
const fromJson = (...recipientsJson: unknown[]) =>
	recipientsFrom({ body: {}, recipientsInput: 'json', recipientsJson });

describe('custom fields of a recipient', () => {
	it('have the names and the values of the form, without the empty ones', () => {
		const values = { city: 'Berlin', visits: 3, isMember: false, tags: ['a'], __proto__: 1 };
		const rows = Object.entries(values).map(([name, value]) => ({ name: ` ${name} `, value }));
		const empty = ['', null, undefined].map((value, index) => ({ name: `empty${index}`, value }));
		expect(customFieldsFrom(formOf(...rows, ...(empty as IDataObject[])))).toEqual(values);
		for (const none of [undefined, null, {}, formOf()]) expect(customFieldsFrom(none)).toEqual({});
		expect(Object.keys(customFieldsFrom(formOf({ name: '__proto__', value: 1 })))).toEqual([
			'__proto__',
		]);
	});

	it('have a name each, which no other field has', () => {
		const city = { name: 'city', value: 'Berlin' };
		const bad = ['', 'null', 'city\n', 'email', 'first_name', 'name', 'messenger_number'];
		const check = (name: string) => customFieldsFrom(formOf(city, { name, value: 1 }));
		expect(outcomes(check, bad)).toMatchSnapshot();
	});

	it('travel with the recipient of each row', () => {
		const customFields = formOf({ name: 'city', value: 'Berlin' }, { name: 'note', value: 'NaN' });
		const [first, second] = recipientsFrom({
			body: { recipient: [{ messenger_number }, { messenger_number, name: 'Ana' }] },
			recipients: { recipient: [{}, { customFields }] },
		});
		expect(first?.fields).toEqual({ messenger_number });
		expect(second?.fields).toEqual({ city: 'Berlin', messenger_number, name: 'Ana' });
		expect(second?.leftOut?.(unmasked)).toEqual({ note: expect.stringContaining('"NaN"') });
	});
});

const given = { first_name: 'Anna undefined', name: NaN, email: 'NaN', plan: 'null', seats: NaN };

it('what a failed expression leaves is left out of a recipient, and told (D1)', () => {
	const recipients = [
		recipientFrom({ messenger_number, ...given }),
		...fromJson({ messenger_number, ...given }),
	];
	for (const recipient of recipients) {
		expect(recipient?.fields).toEqual({ messenger_number });
		expect(recipient?.leftOut?.(unmasked)).toMatchSnapshot();
	}
});

it('what a failed expression leaves is nothing else: other keys pass through unchanged (D1)', () => {
	const others = { plan: { name: 'undefined' }, seats: 0, note: '', vip: null, text: ' Null ' };
	const [recipient] = fromJson({ messenger_number, first_name: '', ...others });
	expect(recipient?.fields).toEqual({ messenger_number, ...others });
	expect(recipient?.leftOut).toBeUndefined();
});

it('a value that JSON would lose is refused, with its key and the place (I4)', () => {
	const lost = [new Map(), Infinity, { a: NaN }, 'Invalid DateTime'];
	const check = (value: unknown) =>
		fromJson({ messenger_number }, { messenger_number, due: value });
	expect(outcomes(check, lost)).toMatchSnapshot();
	for (const field of ['first_name', 'email', 'messenger_number']) {
		const place = `at "${field}" of recipient 1`;
		expect(refusalOf(() => fromJson({ messenger_number, [field]: {} })).message).toContain(place);
	}
});

it.each([
	[{}, 'Recipient Number', 'messenger_number'],
	[{ messenger_number, email: [] }, 'Email', 'email'],
])('%j is refused with its place, as fields and as JSON (I1)', (bad, label, field) => {
	const recipient = [{ messenger_number }, bad];
	const given = { body: { recipient }, recipientsJson: recipient };
	const said = (recipientsInput: string) =>
		refusalOf(() => recipientsFrom({ ...given, recipientsInput } as never)).message;
	expect(said('fields')).toContain(`'${label}' of recipient 2`);
	expect(said('json')).toContain(`'Recipients (JSON)' at "${field}" of recipient 2`);
});

it.each([
	[{ phone: '+14155550123', first_name: 'Ana', name: '' }, 'phone, first_name'],
	[{}, 'nothing'],
])('of %j without a number the keys that came are named: %s (I1)', (recipient, keys) => {
	const json = { recipientsInput: 'json', recipientsJson: [recipient] };
	const { message } = refusalOf(() => recipientsFrom(json as never));
	expect(message).toContain(`The recipient has: ${keys}`);
});
