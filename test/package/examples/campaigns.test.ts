import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';
import { example, exampleRuns } from './exampleRuns';

const { run, sandbox, start } = exampleRuns();

const [anna, claire, oliver] = ['+491713920001', '+33639980112', '+447700900123'];
describe('once-per-contact', () => {
	const contacts = [
		['+49 171 3920001', 'de'],
		['+49 171-3920001', 'fr'],
		['+33 6 39 98 01 12', 'fr'],
		['+44 (7700) 900123', 'en'],
		['0171 3920014', 'de'],
		[undefined, 'de'],
		[undefined, 'fr'],
	].map(([messenger_number, language]) => ({ messenger_number, language }));

	it.each([
		['manual' as const, []],
		['trigger' as const, [anna, claire, oliver]],
	])('in a run of mode %s sends once to each of %j, and marks no other', async (mode, sent) => {
		const { json } = await start('once-per-contact', { 'One Item for Each': contacts }, mode);

		for (const node of ['Only New Numbers', 'Mark as Sent']) {
			expect(json(node)).toMatchObject(sent.map((messenger_number) => ({ messenger_number })));
		}
		expect(json('Numbers to Correct')).toHaveLength(3);
		const { campaigns } = await sandbox().accepted();
		expect(campaigns).toHaveLength(sent.length);
	});
});

describe('"Never to people who opted out"', () => {
	const startWith = async (optOuts: unknown[], contacts: unknown[]) => {
		const items = (numbers: unknown[]) =>
			numbers.map((messenger_number) => ({
				messenger_number,
				first_name: 'Someone',
				language: 'de',
			}));
		const [optOut, contact] = [optOuts, contacts].map(items);
		const pinned = {
			'One Item for Each Opt-Out': optOut!,
			'One Item for Each Contact': contact!,
		};
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

describe('"Space out a campaign"', () => {
	const rounds = async (mode: WorkflowExecuteMode) => {
		const contacts = [anna, '0171 3920014', claire, '+49 (171) 392-0001', oliver, anna];
		const paced = example('space-out');
		for (const node of paced.nodes) {
			if (node.name === '100 at a Time') node.parameters.batchSize = 2;
			if (node.name === 'Wait') node.parameters.amount = 0;
		}
		const json = contacts.map((messenger_number) => ({
			json: { messenger_number, language: 'de' },
		}));
		const pinData = { 'One Item for Each': json };
		return await run({ ...paced, pinData }, 'One Item for Each', mode);
	};

	it('sends once to each number in its rounds, marks in each of them, and goes on after a bad row', async () => {
		const { run: ended } = await rounds('trigger');
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

	it('previews every round, and marks nobody', async () => {
		const { run: ended } = await rounds('manual');
		const { runData } = ended.data.resultData;
		expect(runData['Send Campaign']).toHaveLength(3);
		expect(runData).not.toHaveProperty('Mark as Sent');
		expect((await sandbox().accepted()).campaigns).toEqual([]);
	});
});

it.each([
	['manual' as const, []],
	['trigger' as const, [2, 3, 4]],
])('"A list you already have" in mode %s marks the rows %j of its sheet', async (mode, marked) => {
	const sheet = example('existing-list').pinData!['Read Sheet']!.map(({ json }) => json);
	const { json } = await start('existing-list', { 'Read Sheet': sheet }, mode);

	// The node has the number as it was sent; an expression gets the row.
	const rowOf = ({ messenger_number }: IDataObject) =>
		sheet.find(({ Phone }) =>
			String(messenger_number).endsWith(String(Phone).replace(/\D/g, '').slice(-6)),
		)?.row_number;
	expect((json('Mark as Sent') as IDataObject[]).map(rowOf)).toEqual(marked);
	expect(json('To Look After')).toMatchObject([{ 'First Name': 'Lukas' }]);
});
