import type { INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, runNode } from '../../support/runNode';
import { caseOf } from '../cases';

const contact = { email: 'nathan@example.com' };
const no = '={{ $json.no }}';
const data = { order: { id: 1042 }, items: ['A1'] };

afterEach(releaseNetwork);

/** Sends with the parameters given, and gives the bodies that arrived with what came of it. */
async function send(parameters: INodeParameters) {
	const service = interceptService(baseUrl, { body: caseOf('event: send').answer });
	const items = [{ ...contact, data, json: 'json', fields: 'fields' }];
	const run = await runNode('event: send', { items, parameters });
	return { ...run, bodies: service.requests.map(({ body }) => body) };
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
		releaseNetwork();
		const none = { contactEmail: empty, contactMessengerNumber: empty, contactName: empty };
		const { bodies } = await send({ ...none, ...parameters });
		expect(bodies).toEqual([{ contact: expected, event: { code: 'order_placed' } }]);
	}
});

const both = {
	data: { field: [{ name: 'plan', value: 'pro' }] },
	dataJson: '{ "plan": "free" }',
};
it.each<[string, INodeParameters, object | undefined]>([
	['an object', { dataInput: 'json', dataJson: '={{ $json.data }}' }, data],
	['chosen fields', { ...both, dataInput: '={{ $json.fields }}' }, { plan: 'pro' }],
	['chosen JSON', { ...both, dataInput: '={{ $json.json }}' }, { plan: 'free' }],
	['nothing', { dataInput: 'json', dataJson: '={{ null }}' }, undefined],
	['an empty text', { dataInput: 'json', dataJson: '={{ "" }}' }, undefined],
])('takes data as %s (I6, I8)', async (_, parameters, expected) => {
	const { bodies } = await send(parameters);
	expect(bodies).toEqual([{ contact, event: { code: 'order_placed', data: expected } }]);
});

const badNumber = 'isn\'t a valid phone number (no country code): "0176 1234567"';
const local = { contactMessengerNumber: '0176 1234567' };
const number = { contactMessengerNumber: '+14155550123' };
it.each<[INodeParameters, sent: object, leftOut: object]>([
	[local, contact, { messenger_number: badNumber }],
	[{ contactMessengerNumber: '={{ 42 }}' }, contact, { messenger_number: expect.any(String) }],
	[
		{ ...number, contactEmail: 'a@b.co, c@d', contactName: 'Ana' },
		{ name: 'Ana', messenger_number: '+14155550123' },
		{ email: 'isn\'t a valid email address: "a@b.co, c@d"' },
	],
])('sends without what is malformed where the other one is valid: %j (D1)', async (...row) => {
	const [parameters, sent, left_out] = row;
	const { bodies, output } = await send(parameters);
	expect(bodies).toEqual([{ contact: sent, event: { code: 'order_placed' } }]);
	expect(output.map(({ json }) => json)).toEqual([{ ...caseOf('event: send').answer, left_out }]);
});

it('names the contact in an error by the email, which people know it by', async () => {
	interceptService(baseUrl, { status: 400, body: { message: 'No such event' } });
	const { error } = await runNode('event: send', { items: [contact], parameters: number });
	expect(error?.message).toContain('"nathan@example.com"');
});

it.each<[parameter: string, parameters: INodeParameters]>([
	['contactEmail', { contactEmail: ' ' }],
	['contactEmail', { contactEmail: no, contactMessengerNumber: no, contactName: 'Nathan' }],
	['contactEmail', { ...local, contactEmail: 'a@' }],
	['contactMessengerNumber', { ...local, contactEmail: '' }],
	['contactMessengerNumber', { contactMessengerNumber: '={{ ["+14155550123"] }}' }],
	['contactMessengerNumber', { contactMessengerNumber: '={{ NaN }}' }],
	['contactMessengerNumber', { contactMessengerNumber: '={{ true }}' }],
	['contactEmail', { ...number, contactEmail: '={{ ({ value: "a@b.co" }) }}' }],
	['defaultCountry', { ...local, options: { defaultCountry: 'Nowhere' } }],
	['dataJson', { dataInput: 'json', dataJson: no }],
	['contactName', { contactName: '={{ [1] }}' }],
	['eventCode', { eventCode: '={{ "" }}' }],
	['eventName', { eventName: '={{ [1] }}' }],
	['dataInput', { dataInput: no }],
	['dataJson', { dataInput: 'json', dataJson: '={{ ({ tags: new Set(["a"]) }) }}' }],
])('a bad %s costs no request: %j (D1, I2, I3, I4, I6, I7)', async (parameter, parameters) => {
	const { error, bodies } = await send(parameters);
	expect(error?.context).toMatchObject({ parameter, itemIndex: 0 });
	expect(bodies).toEqual([]);
});
