import type { INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../support/interceptedService';
import {
	baseUrl,
	expectRefused,
	runMessenger,
	shown,
	type RunChanges,
} from '../support/messengerRun';

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
					messenger_number: '+1 415 555 0123',
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

	it.each(['{}', '', '={{ $json.missing }}'])('has no data for the JSON %j', async (dataJson) => {
		const { bodies } = await send({ dataInput: 'json', dataJson });
		expect(bodies).toEqual([{ contact, event: { code: 'order_placed' } }]);
	});

	it('keeps a key named __proto__ as a key', async () => {
		const { bodies } = await send({ dataInput: 'json', dataJson: '{"__proto__":{"admin":true}}' });
		expect(JSON.stringify(bodies[0])).toContain('"data":{"__proto__":{"admin":true}}');
	});
});

describe('bad input costs no request, and the error names it:', () => {
	it.each<[string, INodeParameters, string, string]>([
		[
			'no contact at all',
			{ contactEmail: ' ' },
			'contactEmail',
			"'Contact Email' is empty, and so are 'Contact Messenger Number' and 'Contact Name'",
		],
		[
			'expressions that give nothing',
			{
				contactEmail: '={{ $json.no }}',
				contactMessengerNumber: '={{ $json.no }}',
				contactName: '={{ $json.no }}',
			},
			'contactEmail',
			"'Contact Email' is empty, and so are 'Contact Messenger Number' and 'Contact Name'",
		],
		[
			'an event of expressions that give nothing',
			{ eventCode: '={{ $json.no }}', eventName: '={{ $json.no }}', data: '={{ $json.no }}' },
			'eventCode',
			"'Event Code' is empty",
		],
		[
			'a malformed email',
			{ contactEmail: 'a@' },
			'contactEmail',
			"'Contact Email' isn't a valid email address: \"a@\"",
		],
		[
			'a malformed number',
			{ contactMessengerNumber: '123' },
			'contactMessengerNumber',
			"'Contact Messenger Number' isn't a valid phone number: \"123\"",
		],
		[
			'a name that is no text',
			{ contactName: '={{ [1] }}' },
			'contactName',
			"'Contact Name' isn't text",
		],
		['no code', { eventCode: '={{ "" }}' }, 'eventCode', "'Event Code' is empty"],
		[
			'an event name that is no text',
			{ eventName: '={{ [1] }}' },
			'eventName',
			"'Event Name' isn't text",
		],
		[
			'a field without a name',
			{ data: { field: [{ name: '', value: 'a' }] } },
			'data',
			"'Name' of data field 1 is empty",
		],
		[
			'JSON that does not parse',
			{ dataInput: 'json', dataJson: '{' },
			'dataJson',
			"'Data (JSON)' isn't valid JSON",
		],
		[
			'JSON that is no object',
			{ dataInput: 'json', dataJson: '[]' },
			'dataJson',
			"'Data (JSON)' isn't a JSON object",
		],
	])('%s', async (_, parameters, parameter, message) => {
		const { error, bodies } = await send(parameters);
		expectRefused(error, parameter, message);
		expect(bodies).toEqual([]);
	});
});

it('says which fields may tell the contact', async () => {
	const { error } = await send({ contactEmail: '' });
	expect(error).toMatchObject({
		message:
			"'Contact Email' is empty, and so are 'Contact Messenger Number' and 'Contact Name' [item 0]",
		description: 'Enter at least one of the three.<br>Nothing was sent.',
	});
});

it('an event that may have been processed is not sent again, and the error says so', async () => {
	const service = interceptService(baseUrl, {
		status: 500,
		body: { message: 'Internal server error' },
	});
	const { error } = await runMessenger('event: send', { node: { executeOnce: true } });
	expect(shown(error)).toEqual({
		name: 'NodeApiError',
		message: 'Internal server error',
		description:
			'The service has a problem. It may have been processed, so it was not sent again. Check in the service before you resend it.',
		httpCode: '500',
		itemIndex: 0,
	});
	expect(error?.context.run).toEqual({ accepted: [], uncertain: [0], failed: [], notSent: [] });
	expect(service.requests).toHaveLength(1);
});

describe('with several bad items', () => {
	const addresses = ['a@b', 'one', 'c@d', 'two', 'three@', '@four', 'five', 'six', 'seven'];
	const stopAt = async (count: number) => {
		const service = interceptService(baseUrl, { body: accepted });
		const items = addresses.slice(0, count).map((email) => ({ email }));
		const { error } = await runMessenger('event: send', { items });
		expect(service.requests).toEqual([]);
		expect(error?.message).toBe("'Contact Email' isn't a valid email address: \"one\" [item 1]");
		return error?.description;
	};

	it.each([
		[
			4,
			/<br>Also to correct:<br>'Contact Email' isn't a valid email address: "two" \[item 3\]<br>Nothing was sent\.$/,
		],
		[
			7,
			/<br>Also to correct:<br>[^<]+"two" \[item 3\]<br>[^<]+"three@" \[item 4\]<br>[^<]+"@four" \[item 5\]<br>[^<]+"five" \[item 6\]<br>Nothing was sent\.$/,
		],
		[8, /"five" \[item 6\]<br>and 1 more item<br>Nothing was sent\.$/],
		[9, /"five" \[item 6\]<br>and 2 more items<br>Nothing was sent\.$/],
	])('of %i items, the error names the first five and counts the others', async (count, text) => {
		const description = await stopAt(count);
		expect(description).toMatch(text);
		expect(description).not.toMatch(/"(six|seven)"/);
	});
});

it.each([['false'], [0], [null], ['true'], [1]])(
	'an answer whose success is %j is a refusal',
	async (success) => {
		const service = interceptService(baseUrl, { body: { ...accepted, success } });
		const { error, output } = await runMessenger('event: send', { node: { executeOnce: true } });
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '200' });
		expect(error?.context.run).toMatchObject({ accepted: [], failed: [0] });
		expect(output).toEqual([]);
		expect(service.requests).toHaveLength(1);
	},
);
