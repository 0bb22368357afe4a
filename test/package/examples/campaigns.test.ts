import type { IDataObject } from 'n8n-workflow';
import { example, exampleRuns, outputs } from './exampleRuns';

const { run, sandbox, start } = exampleRuns();

const [anna, claire, oliver] = ['+491713920001', '+33639980112', '+447700900123'];

describe('"First campaign"', () => {
	const people = [
		{ messenger_number: anna, first_name: 'Anna' },
		{ messenger_number: claire, first_name: 'Claire' },
		{ messenger_number: oliver, first_name: 'Oliver' },
	];
	const contacts = example('first-campaign').pinData!.Contacts!.map(({ json }) => json);

	it('shows by a click who would get it, and sends nothing', async () => {
		const { json } = await start('first-campaign', { Contacts: contacts });

		expect(json('Send Campaign', outputs.preview)).toMatchObject(people);
		expect(await sandbox().requests()).toEqual([]);
	});

	it('sends to the same people in a real run', async () => {
		await start('first-campaign', { Contacts: contacts }, 'trigger');

		expect((await sandbox().accepted()).campaigns).toMatchObject([
			{ content: { recipient: people } },
		]);
	});
});

describe('"Never to people who opted out"', () => {
	const startWith = async (optOuts: unknown[], contacts: unknown[]) => {
		const someone = { first_name: 'Someone', language: 'de' };
		const items = (numbers: unknown[]) =>
			numbers.map((messenger_number) => ({ messenger_number, ...someone }));
		const [optOut, contact] = [optOuts, contacts].map(items);
		const pinned = { 'One Item for Each Opt-Out': optOut!, 'One Item for Each Contact': contact! };
		const { json } = await start('opt-outs', pinned, 'trigger');
		return json;
	};
	const lukas = [
		'+491713920014',
		'+49 (171) 392-0014',
		'\u202a+49\u00a0171\u20093920014\u200e',
		'+49 (0) 171 3920014',
	];
	const malformed = ['0171 3920014', '+49171', 1713920014, undefined];

	it.each(lukas)('sends to no way of writing a number that is listed as %j', async (optOut) => {
		const json = await startWith([optOut], [...lukas, anna]);

		expect(json('Mark as Sent')).toMatchObject([{ messenger_number: anna }]);
		expect(json('To Look After')).toEqual([]);
	});

	it('sends once to a number, in its own words, and looks after what it cannot read', async () => {
		const json = await startWith([anna], [...lukas, ...malformed]);

		const marked = lukas.map(() => ({ messenger_number: '+491713920014' }));
		expect(json('Mark as Sent')).toMatchObject(marked);
		expect(json('To Look After')).toHaveLength(malformed.length);
		expect((await sandbox().accepted()).campaigns).toMatchObject([
			{ content: { recipient: [{ first_name: 'Someone' }] } },
		]);
	});

	it.each(malformed)('stops before it sends anything where an opt-out is %j', async (optOut) => {
		const stopped = startWith([lukas[0], optOut], [anna]);

		const message = expect.stringContaining("'Recipient Number'") as string;
		await expect(stopped).rejects.toMatchObject({ message });
		expect(await sandbox().requests()).toEqual([]);
	});

	it('sends nothing where the list of opt-outs is empty', async () => {
		await startWith([], [anna]);
		expect(await sandbox().requests()).toEqual([]);
	});
});

it('"Space out a campaign" sends once to each number in its rounds, marks in each, and goes on after a bad row', async () => {
	const contacts = [anna, '0171 3920014', claire, '+49 (171) 392-0001', oliver, anna];
	const paced = example('space-out');
	for (const node of paced.nodes) {
		if (node.name === '100 at a Time') node.parameters.batchSize = 2;
		if (node.name === 'Wait') node.parameters.amount = 0;
	}
	const items = contacts.map((messenger_number) => ({
		json: { messenger_number, language: 'de' },
	}));
	const pinData = { 'One Item for Each': items };
	const { run: ended } = await run({ ...paced, pinData }, 'One Item for Each', 'trigger');
	const rowsOf = (name: string) =>
		ended.data.resultData.runData[name]?.flatMap(({ data }) => data?.main?.[0] ?? []) ?? [];
	expect(rowsOf('Mark as Sent').map(({ json }) => json.send_status)).toEqual([
		...['sent', 'sent', 'duplicate', 'sent', 'duplicate'],
	]);
	expect(rowsOf('To Look After')).toMatchObject([{ json: { error: expect.any(String) } }]);
	const { campaigns } = await sandbox().accepted();
	const sent = campaigns.flatMap(({ content }) => (content as { recipient: object[] }).recipient);
	expect(sent).toEqual([anna, claire, oliver].map((messenger_number) => ({ messenger_number })));
});

it('"A list you already have" marks the rows of its sheet that were sent', async () => {
	const sheet = example('existing-list').pinData!['Read Sheet']!.map(({ json }) => json);
	const { json } = await start('existing-list', { 'Read Sheet': sheet }, 'trigger');

	// The node has the number as it was sent; an expression gets the row.
	const rowOf = ({ messenger_number }: IDataObject) =>
		sheet.find(({ Phone }) =>
			String(messenger_number).endsWith(String(Phone).replace(/\D/g, '').slice(-6)),
		)?.row_number;
	expect((json('Mark as Sent') as IDataObject[]).map(rowOf)).toEqual([2, 3, 4]);
	expect(json('To Look After')).toMatchObject([{ 'First Name': 'Lukas' }]);
});
