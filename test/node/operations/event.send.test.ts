import type { INodeParameters } from 'n8n-workflow';

import { runIntercepted } from '../../support/interceptedService';
import { caseOf } from '../cases';

const contact = { email: 'nathan@example.com' };
const { answer: sent } = caseOf('event: send');
const no = '={{ $json.no }}';

/** Sends with the parameters given, and gives the bodies that arrived with what came of it. */
async function send(parameters: INodeParameters) {
	return await runIntercepted('event: send', { items: [contact], parameters }, { body: sent });
}

it.each<[string, INodeParameters, object]>([
	['an email', { contactEmail: 'a@b.co' }, { email: 'a@b.co' }],
	['a number', { contactMessengerNumber: '+14155550123' }, { messenger_number: '+14155550123' }],
	[
		'a local number, with its country',
		{ contactMessengerNumber: '(415) 555-0123', options: { defaultCountry: 'US' } },
		{ messenger_number: '+14155550123' },
	],
])('needs no more of the contact than %s (I8)', async (_, parameters, expected) => {
	for (const empty of ['', '={{ false }}']) {
		const none = { contactEmail: empty, contactMessengerNumber: empty, contactName: empty };
		const { bodies } = await send({ ...none, ...parameters });
		expect(bodies).toEqual([{ contact: expected, event: { code: 'order_placed' } }]);
	}
});

const badNumber = "'Contact Number' isn't a valid phone number (no country code): \"0176 1234567\"";
const local = { contactMessengerNumber: '0176 1234567' };
const number = { contactMessengerNumber: '+14155550123' };
const code = { event_code: 'order_placed' };
it.each<[INodeParameters, sent: object, leftOut: object, own: object]>([
	[local, contact, { messenger_number: badNumber }, { contact_email: contact.email, ...code }],
	[
		{ ...number, contactEmail: 'a@b.co, c@d', contactName: 'Ana', eventName: 'undefined' },
		{ name: 'Ana', messenger_number: '+14155550123' },
		{
			email: "'Contact Email' isn't a valid email address: \"a@b.co, c@d\"",
			event_name: expect.stringContaining('"undefined"'),
		},
		{ messenger_number: '+14155550123', ...code },
	],
])('sends without what is malformed where the other one is valid: %j (D1)', async (...row) => {
	const [parameters, person, left_out, own] = row;
	const { bodies, json } = await send(parameters);
	expect(bodies).toEqual([{ contact: person, event: { code: 'order_placed' } }]);
	expect(json).toEqual([{ ...own, ...sent, left_out }]);
});

it('sends each its own data, though an expression returns the same object, changed, for each item', async () => {
	const items = [1, 2].map((id) => ({ ...contact, id, base: {} }));
	const value = "={{ Object.assign($('Items').first().json.base, { id: $json.id }) }}";
	const parameters = { dataInput: 'fields', data: { field: [{ name: 'of', value }] } };
	const answers = [{ body: sent }, { body: sent }];
	const { bodies } = await runIntercepted('event: send', { items, parameters }, ...answers);
	expect(bodies).toMatchObject([1, 2].map((id) => ({ event: { data: { of: { id } } } })));
});

it('names the contact in an error by the email, which people know it by', async () => {
	const settings = { items: [contact], parameters: number };
	const { error } = await runIntercepted('event: send', settings, { status: 400 });
	expect(error?.message).toContain('"nathan@example.com"');
});

it.each<[parameter: string, parameters: INodeParameters]>([
	['contactEmail', { contactEmail: no, contactMessengerNumber: no, contactName: 'Nathan' }],
	['contactEmail', { ...local, contactEmail: 'a@' }],
	['contactMessengerNumber', { ...local, contactEmail: '' }],
	['contactName', { contactName: '={{ [1] }}' }],
	['eventCode', { eventCode: '={{ "" }}' }],
	['eventName', { eventName: '={{ [1] }}' }],
])('a bad %s costs no request: %j (I2, I3, I4)', async (parameter, parameters) => {
	const { error, bodies } = await send(parameters);
	expect(error?.context).toMatchObject({ parameter, itemIndex: 0 });
	expect(bodies).toEqual([]);
});
