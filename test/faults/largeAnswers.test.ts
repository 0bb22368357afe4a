import { caseOf } from '../node/cases';
import { answers } from '../support/conducts';
import { ended, run, service, writing } from './scripted';

/** A campaign of 500 recipients in one request. */
const campaign = caseOf('campaign: sendToItems').parameters;

it('a campaign whose answer tells of each recipient is accepted, and its first row has all of it (Q6)', async () => {
	const results = Array.from({ length: 500 }, (_, index) => ({ index, text: 'x'.repeat(3_000) }));
	const body = { success: true, count: 500, note: 'x'.repeat(1_001), results };
	service.fate = () => answers(200, body);
	const { error, output } = await run(campaign, { items: 500 });
	expect([error, output.length, service.requests.length]).toEqual([undefined, 500, 1]);
	const [first, ...others] = output.map(({ json }) => json);
	expect(first).toMatchObject(body);
	for (const json of others) {
		expect(json).toMatchObject({ success: true, count: 500, send_status: 'sent' });
		expect(json).not.toHaveProperty('results');
		expect(json).not.toHaveProperty('note');
	}
});

it('an answer of 15 MB proves that a write was accepted, one of more than 16 MB proves nothing (Q6)', async () => {
	const answerOf = (megabytes: number) =>
		answers(200, { success: true, text: 'x'.repeat(megabytes * 1024 * 1024) });
	service.fate = () => answerOf(15);
	expect((await run(writing, { items: 1 })).error).toBeUndefined();
	service.fate = () => answerOf(16);
	expect(ended(await run(writing, { items: 1 })).uncertain).toEqual([0]);
});
