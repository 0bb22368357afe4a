import type { IDataObject } from 'n8n-workflow';

import { recipientsFrom } from '../../../../nodes/Messenger/resources/campaign/recipientInput';
import { refusalOf } from '../../../support/refusal';

const good = { messenger_number: '+14155550123' };

it.each<[object[], string, string]>([
	[
		[good, {}],
		"'Recipient Number' of recipient 2",
		`'Recipients (JSON)' at "messenger_number" of recipient 2`,
	],
	[
		[good, { ...good, email: [] }],
		"'Email' of recipient 2",
		`'Recipients (JSON)' at "email" of recipient 2`,
	],
])('%j is refused with its place, as fields and as JSON (I1)', (recipients, field, json) => {
	const given = { body: { recipient: recipients as IDataObject[] } };
	const asFields = refusalOf(() =>
		recipientsFrom({ ...given, recipientsInput: 'fields' } as never),
	);
	const asJson = refusalOf(() =>
		recipientsFrom({ recipientsInput: 'json', recipientsJson: recipients } as never),
	);
	expect(asFields.message).toContain(field);
	expect(asJson.message).toContain(json);
});

it.each([
	[{ phone: '+14155550123', first_name: 'Ana', name: '' }, 'phone, first_name'],
	[{}, 'nothing'],
])('of %j without a number the keys that came are named: %s (I1)', (recipient, keys) => {
	const json = { recipientsInput: 'json', recipientsJson: [recipient] };
	const { message } = refusalOf(() => recipientsFrom(json as never));
	expect(message).toContain(`The recipient has: ${keys}`);
});
