import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { releaseNetwork, runIntercepted } from '../../support/interceptedService';
import { baseUrl, continues } from '../../support/runNode';
import { caseOf } from '../cases';
import numbers from './numbers.json';
import texts from './texts.json';

/** Values as people have them, and what should be sent: a value, or that it is "refused" or "left out". */
interface Row {
	field: string;
	given: unknown;
	want: unknown;
	/** Local Number Country. */
	country?: string;
	/** The workflow's. */
	timezone?: string;
}

const value = '={{ $json.value }}';
const ofEvent = 'event: send';
const ofItem = 'campaign: sendToItems';
const localNumber = { messengerNumber: value, options: { defaultCountry: '={{ $json.country }}' } };
const contactNumber = {
	contactMessengerNumber: value,
	options: { defaultCountry: '={{ $json.country }}' },
};
/** It has half a character, as the texts may have. */
const halfName = { parameter: [{ name: 'na\ud83cme', value }] };
const noted = { field: [{ name: 'note', value }] };

/** For each field its operation, the parameters that take the value, and its place in the body. */
const places: Record<string, [operation: string, parameters: INodeParameters, path: string]> = {
	messenger_number: [ofItem, localNumber, 'recipient.0.messenger_number'],
	first_name: [ofItem, { recipientFields: { firstName: value } }, 'recipient.0.first_name'],
	name: [ofItem, { recipientFields: { name: value } }, 'recipient.0.name'],
	'email (recipient)': [ofItem, { recipientFields: { email: value } }, 'recipient.0.email'],
	template_name: [ofItem, { templateName: value }, 'content.template_name'],
	template_language: [ofItem, { templateLanguage: value }, 'content.template_language'],
	from_number: [ofItem, { fromNumber: value }, 'from_number'],
	tags: [ofItem, { additionalFields: { tags: value } }, 'tags'],
	scheduledAt: [ofItem, { additionalFields: { scheduledAt: value } }, 'scheduled_at'],
	'contact.name': [ofEvent, { contactName: value }, 'contact.name'],
	'contact.email': [ofEvent, { contactEmail: value }, 'contact.email'],
	'contact.messenger_number': [ofEvent, contactNumber, 'contact.messenger_number'],
	'contact.messenger_number in Germny': [
		ofEvent,
		{ ...contactNumber, options: { defaultCountry: 'Germny' } },
		'contact.messenger_number',
	],
	'event.code': [ofEvent, { eventCode: value }, 'event.code'],
	'event.name': [ofEvent, { eventName: value }, 'event.name'],
	dataJson: [ofEvent, { dataInput: 'json', dataJson: value }, 'event.data'],
	data: [ofEvent, { data: { field: [] } }, 'event.data'],
	'event.data value': [ofEvent, { data: noted }, 'event.data.note'],
	query: ['contact: find', { options: { queryParameters: halfName } }, 'name'],
	'email (Email: Verify)': ['email: verify', { email: value }, 'email'],
};

afterEach(releaseNetwork);

const rows: Row[] = [...texts, ...numbers.map((row) => ({ field: 'messenger_number', ...row }))];

it.each(rows)('$field with $given is $want (D1, I1, I2, I4)', async (row) => {
	const [operation, parameters, path] = places[row.field]!;
	const fields = row.given as Array<[string, string]>;
	const form = { data: { field: fields.map?.(([name, value]) => ({ name, value })) } };
	const { given, country } = row as { given: string; country?: string };
	const { requests, output, failed, hints } = await runIntercepted(
		operation,
		{
			items: [{ number: '+14155550123', email: 'nathan@example.com', value: given, country }],
			parameters: row.field === 'data' ? form : parameters,
			node: continues,
			settings: { timezone: row.timezone ?? 'Europe/Berlin' },
		},
		{ body: caseOf(operation).answer },
	);
	if (row.want === 'refused') return expect([requests, failed]).toMatchObject([[], [{}]]);
	if (row.timezone) expect(hints).toEqual([expect.stringContaining('at 2090-01-31 08:30 (UTC)')]);
	const [request] = requests;
	const query = Object.fromEntries(new URL(request!.path, baseUrl).searchParams);
	const sent = path
		.split('.')
		.reduce<unknown>((at, name) => (at as IDataObject)?.[name], request!.body ?? query);
	if (row.want !== 'left out') return expect(sent).toEqual(row.want);
	const name = path === 'event.name' ? 'event_name' : path.replace(/^.*\./, '');
	expect([sent, output[0]?.json.left_out]).toEqual([
		undefined,
		expect.objectContaining({ [name]: expect.any(String) }),
	]);
});
