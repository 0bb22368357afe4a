import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { example, exampleRuns, outputs } from './exampleRuns';

const { run, sandbox, start } = exampleRuns();

interface Payload {
	items: Array<{ json: IDataObject }>;
	wanted: Array<{ messenger_number: string | null; also_right?: string[]; first_name?: string }>;
}

const folder = join(__dirname, '../../node/crm/payloads');
const payload = (name: string) =>
	JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Payload;

/** Each CRM's row in "Start from your CRM": its trigger, the node that gives the contact, its payload. */
const rows = [
	['HubSpot', 'HubSpot Contact Created', 'Get HubSpot Contact', 'hubspot-get'],
	['Pipedrive', 'Pipedrive Person Created', 'Pipedrive Person Created', 'pipedrive-v2'],
	['Shopify', 'Shopify Order Created', 'Shopify Order Created', 'shopify-orders'],
	['Google Sheets', 'Google Sheets Row Added', 'Google Sheets Row Added', 'google-sheets'],
	['Salesforce', 'Salesforce Contact Created', 'Get Salesforce Contact', 'salesforce'],
] as const;

const acceptedRecipients = async () =>
	(await sandbox().accepted()).campaigns.flatMap(
		({ content }) => (content as { recipient: IDataObject[] }).recipient,
	);

describe.each(rows)('"Start from your CRM": %s', (_, trigger, source, file) => {
	it('shows by a click what the sample would get, and sends it in a real run', async () => {
		const sample = [{ send_status: 'preview', messenger_number: expect.stringMatching(/^\+\d+$/) }];
		const workflow = example('crm-triggers');
		const clicked = await run(workflow, trigger);
		expect(clicked.json('Send Campaign', outputs.preview)).toMatchObject(sample);
		expect(await acceptedRecipients()).toEqual([]);

		const { json } = await run(workflow, trigger, 'trigger');
		expect(json('Send Campaign')).toMatchObject([{ ...sample[0], send_status: 'sent' }]);
		const [recipient] = await acceptedRecipients();
		expect(recipient).toMatchObject({ first_name: expect.any(String), name: expect.any(String) });
	});

	it('reaches each contact of a run that should be, and nobody else', async () => {
		const { items, wanted } = payload(file);
		const pinned = { [source]: items.map((item) => item.json) };
		const { json } = await start('crm-triggers', pinned, 'trigger');

		const recipients = await acceptedRecipients();
		const numbers = recipients.map(({ messenger_number }) => messenger_number);
		expect(new Set(numbers).size).toBe(numbers.length);
		const right = (contacts: Payload['wanted']) =>
			contacts.flatMap(({ messenger_number }) => messenger_number ?? []);
		expect(right(wanted)).toEqual(expect.arrayContaining(numbers));
		const must = wanted.filter(({ also_right }) => !also_right?.includes('refused'));
		expect(numbers).toEqual(expect.arrayContaining(right(must)));
		expect(json('To Look After').length + json('Send Campaign').length).toBe(items.length);
	});
});
