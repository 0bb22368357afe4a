import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { interceptService, releaseNetwork } from '../../support/interceptedService';
import { baseUrl, continues, runNode } from '../../support/runNode';
import { caseOf } from '../cases';
import numbers from './numbers.json';
import texts from './texts.json';

/** Values as people have them, and what should be sent: a value, or that it is "refused" or "left out". */
interface Row {
	field: string;
	given: unknown;
	want: unknown;
}

/** The operation and the parameters that take `$json.value` for a field; its path in the body, and its name in `left_out`. */
interface Place {
	operation: string;
	parameters: INodeParameters;
	path: string;
	leftOut?: string;
}

const value = '={{ $json.value }}';
const field = [{ name: 'note', value }];
const recipient = { messengerNumber: '+14155550123', customFields: { field } };

function toItems(parameters: INodeParameters, path: string, leftOut?: string): Place {
	return { operation: 'campaign: sendToItems', parameters, path, leftOut };
}

function inEvent(parameters: INodeParameters, path: string, leftOut?: string): Place {
	return { operation: 'event: send', parameters, path, leftOut };
}

function inJson(name: string): Place {
	const json = `={{ [{ messenger_number: "+14155550123", ${name}: $json.value }] }}`;
	const parameters = { recipientsInput: 'json', recipientsJson: json };
	return { operation: 'campaign: send', parameters, path: `recipient.0.${name}`, leftOut: name };
}

const fields = (recipientFields: INodeParameters) => ({ recipientFields });

const places: Record<string, Place[]> = {
	first_name: [
		toItems(fields({ firstName: value }), 'recipient.0.first_name', 'first_name'),
		toItems(fields({ name: value }), 'recipient.0.name', 'name'),
		inEvent({ contactName: value }, 'contact.name', 'name'),
		inJson('first_name'),
	],
	template_name: [
		toItems({ templateName: value }, 'content.template_name'),
		toItems({ templateLanguage: value }, 'content.template_language'),
		inEvent({ eventCode: value }, 'event.code'),
	],
	tags: [toItems({ additionalFields: { tags: value } }, 'tags')],
	'event.code': [inEvent({ eventCode: value }, 'event.code')],
	'event.name': [inEvent({ eventName: value }, 'event.name', 'event_name')],
	dataJson: [inEvent({ dataInput: 'json', dataJson: value }, 'event.data')],
	data: [inEvent({ data: { field: [] } }, 'event.data')],
	'email (Email: Verify)': [
		{ operation: 'email: verify', parameters: { email: value }, path: 'email' },
	],
	'email (recipient)': [toItems(fields({ email: value }), 'recipient.0.email', 'email')],
	'custom field': [
		toItems(fields({ customFields: { field } }), 'recipient.0.note', 'note'),
		{
			operation: 'campaign: send',
			parameters: { recipients: { recipient: [recipient] } },
			path: 'recipient.0.note',
			leftOut: 'note',
		},
		inJson('note'),
	],
};

afterEach(releaseNetwork);

/** Sends a value in a place, and returns what arrived there, or that it was refused or left out. */
async function sent({ operation, parameters, path, leftOut }: Place, given: unknown) {
	const service = interceptService(baseUrl, { body: caseOf(operation).answer });
	const items = [{ number: '+14155550123', email: 'nathan@example.com', value: given }];
	const run = await runNode(operation, {
		items: items as IDataObject[],
		parameters,
		node: continues,
	});
	const [body] = service.requests.map((request) => request.body as IDataObject);
	if (body === undefined) return run.failed.length === 1 ? 'refused' : 'lost';
	const [told] = [run.output[0]?.json.left_out].flat() as Array<IDataObject | undefined>;
	if (leftOut !== undefined && told && leftOut in told) return 'left out';
	return path.split('.').reduce<unknown>((at, name) => (at as IDataObject)[name], body);
}

const otherTexts: Row[] = [
	{ field: 'first_name', given: NaN, want: 'left out' },
	{ field: 'first_name', given: 'NaN', want: 'left out' },
	{ field: 'first_name', given: 'undefined', want: 'left out' },
	{ field: 'first_name', given: '(undefined) Li', want: 'left out' },
	{ field: 'first_name', given: 'Undefined', want: 'Undefined' },
	{ field: 'first_name', given: 'Nan', want: 'Nan' },
	{ field: 'template_name', given: 'undefined_welcome', want: 'refused' },
	{ field: 'template_name', given: 'null', want: 'refused' },
	{ field: 'template_name', given: NaN, want: 'refused' },
	{ field: 'template_name', given: 'null_offer', want: 'null_offer' },
	{ field: 'template_name', given: 'undefinedness', want: 'undefinedness' },
	{ field: 'template_name', given: '\ufeffwel\u00adcome\u2060\u200e ', want: 'welcome' },
	{ field: 'tags', given: 'vip, undefined', want: 'refused' },
	{ field: 'tags', given: ['vip', 'null'], want: 'refused' },
	{ field: 'tags', given: '[vip, spring]', want: 'refused' },
	{ field: 'tags', given: 'vip\u200b;\u200bspring', want: ['vip', 'spring'] },
	{ field: 'custom field', given: 7, want: 7 },
	{ field: 'custom field', given: NaN, want: 'left out' },
	{ field: 'custom field', given: ' Berlin ', want: ' Berlin ' },
	{ field: 'dataJson', given: '{"a": "undefined"}', want: { a: 'undefined' } },
	{ field: 'dataJson', given: '{"a": {"b": [1, -12345678901234567890]}}', want: 'refused' },
	{
		field: 'dataJson',
		given: '{"a": 0.1234567890123456, "b": 1e21}',
		want: { a: 0.1234567890123456, b: 1e21 },
	},
];

it.each([...(texts as Row[]), ...otherTexts])(
	'$field with $given is $want (D1, I2, I4)',
	async ({ field: name, given, want }) => {
		for (const place of places[name]!) {
			releaseNetwork();
			const rows = given as Array<[string, string]>;
			const form = {
				data: { field: name === 'data' ? rows.map(([name, value]) => ({ name, value })) : [] },
			};
			const parameters = name === 'data' ? form : place.parameters;
			expect(await sent({ ...place, parameters }, given)).toEqual(want);
		}
	},
);

it.each(numbers as Array<{ given: string; country?: string; want: string }>)(
	'the number $given in $country is $want (I1)',
	async ({ given, country, want }) => {
		const parameters = { messengerNumber: value, options: { defaultCountry: country ?? '' } };
		const place = toItems(parameters, 'recipient.0.messenger_number');
		expect(await sent(place, given)).toBe(want);
	},
);
