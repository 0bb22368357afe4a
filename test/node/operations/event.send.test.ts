import type { INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, expectRefused, runMessenger, type RunChanges } from '../../support/messengerRun';

const accepted = { success: true, id: 'b7a1a1d2-5f0e-4c39-9a57-6c2c0a1a7d10' };

/** Sends with the parameters given, and gives the bodies that arrived with what came of it. */
async function send(parameters: INodeParameters, changes: RunChanges = {}) {
	const service = interceptService(baseUrl, { body: accepted });
	const items = [{ email: 'nathan@example.com' }];
	const run = await runMessenger('event: send', { items, ...changes, parameters });
	return { ...run, bodies: service.requests.map(({ body }) => body) };
}

const contact = { email: 'nathan@example.com' };

afterEach(releaseNetwork);

describe('the request', () => {
	it('holds all that was filled in, in the field names of the service', async () => {
		const { bodies, output } = await send({
			contactMessengerNumber: '+1 415 555 0123',
			contactName: ' Nathan Li ',
			eventName: 'Order placed',
			data: {
				field: [
					{ name: 'order_id', value: '1042' },
					{ name: 'total', value: '={{ 12.5 }}' },
					{ name: 'note', value: '' },
				],
			},
		});
		expect(bodies).toEqual([
			{
				contact: {
					name: 'Nathan Li',
					email: 'nathan@example.com',
					messenger_number: '+14155550123',
				},
				event: {
					code: 'order_placed',
					name: 'Order placed',
					data: { order_id: '1042', total: 12.5 },
				},
			},
		]);
		expect(output).toEqual([{ json: accepted, pairedItem: { item: 0 } }]);
	});

	it.each<[string, INodeParameters, object]>([
		['an email', { contactEmail: 'a@b' }, { email: 'a@b' }],
		[
			'a number',
			{ contactEmail: '', contactMessengerNumber: '+14155550123' },
			{ messenger_number: '+14155550123' },
		],
		['a name', { contactEmail: '', contactName: 'Nathan' }, { name: 'Nathan' }],
	])('needs no more of the contact than %s', async (_, parameters, expected) => {
		const { bodies } = await send(parameters);
		expect(bodies).toEqual([{ contact: expected, event: { code: 'order_placed' } }]);
	});

	it.each([
		['text', '{ "order": { "id": 1042 }, "items": ["A1"] }'],
		['an object from an expression', '={{ $json.data }}'],
		['text from an expression', '={{ JSON.stringify($json.data) }}'],
	])('takes data as JSON: %s', async (_, dataJson) => {
		const data = { order: { id: 1042 }, items: ['A1'] };
		const { bodies } = await send(
			{ dataInput: 'json', dataJson },
			{ items: [{ email: 'nathan@example.com', data }] },
		);
		expect(bodies).toEqual([{ contact, event: { code: 'order_placed', data } }]);
	});

	it.each([
		['fields', { plan: 'pro' }],
		['json', { plan: 'free' }],
	])('takes the data that an expression chooses: %s', async (chosen, data) => {
		const { bodies } = await send(
			{
				dataInput: '={{ $json.chosen }}',
				data: { field: [{ name: 'plan', value: 'pro' }] },
				dataJson: '{ "plan": "free" }',
			},
			{ items: [{ email: 'nathan@example.com', chosen }] },
		);
		expect(bodies).toEqual([{ contact, event: { code: 'order_placed', data } }]);
	});

	it.each([
		['data', { data: { field: [{ name: 'due', value: '={{ DateTime.fromISO("x") }}' }] } }],
		['dataJson', { dataInput: 'json', dataJson: '={{ ({ due: DateTime.fromISO("x") }) }}' }],
	])('refuses an invalid date in %s', async (parameter, parameters) => {
		const { error, bodies } = await send(parameters);
		expect(error?.message).toContain('Invalid DateTime');
		expect(error?.context.parameter).toBe(parameter);
		expect(bodies).toEqual([]);
	});

	it.each(['new Set(["a"])', 'new Map([["a", 1]])', '/a/', 'Symbol("a")', '(() => 1)'])(
		'refuses data in which %s would be lost without a word',
		async (value) => {
			const dataJson = `={{ ({ tags: ${value} }) }}`;
			const { error, bodies } = await send({ dataInput: 'json', dataJson });
			expect(error?.message).toContain("'Data (JSON)' can't be sent as JSON");
			expect(bodies).toEqual([]);
		},
	);

	it.each(['{}', '', '={{ $json.missing }}'])('has no data for the JSON %j', async (dataJson) => {
		const { bodies } = await send({ dataInput: 'json', dataJson });
		expect(bodies).toEqual([{ contact, event: { code: 'order_placed' } }]);
	});
});

describe('bad input costs no request, and the error names it:', () => {
	const noContact = "'Contact Email' is empty, and so are 'Contact Number' and 'Contact Name'";
	const no = '={{ $json.no }}';
	const ofNone = { contactEmail: no, contactMessengerNumber: no, contactName: no };
	const badNumber = `'Contact Number' isn't a valid phone number (no country code): "123"`;
	it.each<[parameter: string, parameters: INodeParameters, message: string]>([
		['contactEmail', { contactEmail: ' ' }, noContact],
		['contactEmail', ofNone, noContact],
		['contactEmail', { contactEmail: 'a@' }, `'Contact Email' isn't a valid email address: "a@"`],
		['contactMessengerNumber', { contactMessengerNumber: '123' }, badNumber],
		['contactName', { contactName: '={{ [1] }}' }, "'Contact Name' isn't text"],
		['eventCode', { eventCode: '={{ "" }}' }, "'Event Code' is empty"],
		['eventCode', { eventCode: no, eventName: no, data: no }, "'Event Code' is empty"],
		['eventName', { eventName: '={{ [1] }}' }, "'Event Name' isn't text"],
		['data', { data: { field: [{ name: '', value: 'a' }] } }, "'Name' of data field 1 is empty"],
		['dataInput', { dataInput: no }, `'Specify Data' isn't a valid choice: "undefined"`],
		['dataJson', { dataInput: 'json', dataJson: '{' }, "'Data (JSON)' isn't valid JSON"],
	])('%s of %j', async (parameter, parameters, message) => {
		const { error, bodies } = await send(parameters);
		expectRefused(error, parameter, message);
		expect(bodies).toEqual([]);
	});
});

it('says which fields may tell the contact', async () => {
	const { error } = await send({ contactEmail: '' });
	expect(error).toMatchObject({
		message: "'Contact Email' is empty, and so are 'Contact Number' and 'Contact Name' [item 0]",
		description:
			'Enter at least one of the three, or check what their expressions return.<br>Nothing was sent.',
	});
});
