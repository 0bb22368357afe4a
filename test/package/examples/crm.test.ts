import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { exampleRuns } from './exampleRuns';

const { sandbox, start } = exampleRuns();

interface Payload {
	items: Array<{ json: IDataObject }>;
	wanted: Array<{ messenger_number: string | null; also_right?: string[] }>;
}

const folder = join(__dirname, '../../node/crm/payloads');
const payload = (name: string) =>
	JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Payload;

/** For each CRM in "Start from your CRM" the node that gives the contact, and its payload. */
it.each([
	['Get HubSpot Contact', 'hubspot-get'],
	['Pipedrive Person Created', 'pipedrive-v2'],
	['Shopify Order Created', 'shopify-orders'],
	['Google Sheets Row Added', 'google-sheets'],
	['Get Salesforce Contact', 'salesforce'],
])(
	'"Start from your CRM" reaches each contact of "%s" that should be, and nobody else',
	async (source, file) => {
		const { items, wanted } = payload(file);
		const pinned = { [source]: items.map((item) => item.json) };
		const { json } = await start('crm-triggers', pinned, 'trigger');

		const { campaigns } = await sandbox().accepted();
		const recipients = campaigns.flatMap(
			({ content }) => (content as { recipient: IDataObject[] }).recipient,
		);
		const named = { first_name: expect.any(String), name: expect.any(String) };
		expect(recipients[0]).toMatchObject(named);
		const numbers = recipients.map(({ messenger_number }) => messenger_number);
		expect(new Set(numbers).size).toBe(numbers.length);
		const right = (contacts: Payload['wanted']) =>
			contacts.flatMap(({ messenger_number }) => messenger_number ?? []);
		expect(right(wanted)).toEqual(expect.arrayContaining(numbers));
		const must = wanted.filter(({ also_right }) => !also_right?.includes('refused'));
		expect(numbers).toEqual(expect.arrayContaining(right(must)));
		expect(json('To Look After').length + json('Send Campaign').length).toBe(items.length);
	},
);
