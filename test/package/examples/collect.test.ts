import type { IDataObject } from 'n8n-workflow';
import { skipPauses } from '../../support/pauses';
import { exampleRuns, outputs } from './exampleRuns';

const { rows, sandbox, start } = exampleRuns();

const id = 'collect-crm-webhooks';
const click = async () => await start(id, { 'When clicking ‘Execute workflow’': [{}] });
const everyMinute = async () => await start(id, { 'Every Minute': [{}] }, 'trigger');
const call = async (...contacts: IDataObject[]) => {
	const bodies = contacts.map((contact) => ({ body: { consent: true, ...contact } }));
	return await start(id, { 'CRM Webhook': bodies }, 'webhook');
};

const states = () => rows().map(({ state }) => state);

/** The numbers of each campaign that was accepted. */
async function campaigns() {
	const { campaigns } = await sandbox().accepted();
	return campaigns.map(({ content }) =>
		(content as { recipient: IDataObject[] }).recipient.map((it) => it.messenger_number),
	);
}

const people = Array.from({ length: 40 }, (_, person) => `+4917139200${10 + person}`);
const [anna = ''] = people;

it('a click makes the table once, shows what is open, and sends nothing', async () => {
	await click();
	await call({ phone: anna });
	const { json } = await click();

	expect(json('Check Campaign', outputs.preview)).toMatchObject([{ messenger_number: anna }]);
	expect(states()).toEqual(['turn', 'open']);
	expect(await campaigns()).toEqual([]);
});

it('120 calls for 40 people are one message for each, however often it runs', async () => {
	await click();
	const calls = Array.from({ length: 120 }, (_, index) => people[(index * 7) % people.length]);
	await call(...calls.map((phone) => ({ phone })));
	for (let minutes = 0; minutes < 3; minutes += 1) await everyMinute();

	expect((await campaigns()).map((numbers) => numbers.toSorted())).toEqual([people]);
	const count = (state: string) => states().filter((it) => it === state).length;
	expect([count('sent'), count('sent before')]).toEqual([40, 80]);
});

it('of runs at the same time only one works, and the next can', async () => {
	await click();
	await call({ phone: anna });
	await Promise.all([everyMinute(), everyMinute(), everyMinute()]);
	await call({ phone: anna });
	await call({ phone: people[1] });
	await everyMinute();

	expect(await campaigns()).toEqual([[anna], [people[1]]]);
	expect(states()).toEqual(['turn', 'sent', 'sent before', 'sent']);
});

it('after a crash the next run begins ten minutes later, and what was being sent is uncertain', async () => {
	await click();
	await call({ phone: anna });
	await call({ phone: people[1] });
	const now = Date.now();
	const [turn, row] = rows();
	turn!.until = new Date(now + 600_000);
	Object.assign(row!, { state: 'sending', sent_to: anna });
	const later = jest.spyOn(Date, 'now');
	for (const [minutes, seen] of [
		[9, ['turn', 'sending', 'open']],
		[11, ['turn', 'uncertain', 'sent']],
	] as const) {
		later.mockReturnValue(now + minutes * 60_000);
		await everyMinute();
		expect(states()).toEqual(seen);
	}
	jest.restoreAllMocks();
	expect(await campaigns()).toEqual([[people[1]]]);
});

it('in an outage a row becomes uncertain, and nobody gets it again', async () => {
	skipPauses();
	await click();
	await call({ phone: anna });
	await sandbox().outage({ kind: '503', seconds: 60 });
	await everyMinute();
	expect(rows()[1]).toMatchObject({
		state: 'uncertain',
		sent_to: anna,
		result: expect.any(String),
	});

	await sandbox().outage({ seconds: 0 });
	await call({ phone: anna });
	await everyMinute();
	await everyMinute();
	expect(states().slice(1)).toEqual(['uncertain', 'sent before']);
	expect(await campaigns()).toEqual([]);
	jest.restoreAllMocks();
});

it('where nobody listens, a row stays open', async () => {
	skipPauses();
	await click();
	await call({ phone: anna });
	await sandbox().close();
	await everyMinute();
	expect(rows()[1]).toMatchObject({ state: 'open', sent_to: '' });
	jest.restoreAllMocks();
});

it('says in a row what is wrong with its number, and goes on with the others', async () => {
	await click();
	await call({ phone: '0171 3920001' }, { phone: anna }, { phone: undefined });
	await everyMinute();
	expect(rows().slice(1)).toMatchObject([
		{ state: 'failed', result: expect.stringContaining('no country code') },
		{ state: 'sent' },
		{ state: 'failed', result: expect.stringContaining('is empty') },
	]);
});

it('adds no row without consent', async () => {
	await click();
	await call(...[false, 'false', '', null, undefined].map((consent) => ({ phone: anna, consent })));
	expect(states()).toEqual(['turn']);
});
