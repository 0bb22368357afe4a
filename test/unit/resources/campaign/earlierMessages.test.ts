import type { IDataObject } from 'n8n-workflow';

import {
	changes,
	inEditor,
	people,
	planOf,
	reachedBy,
	rowsOf,
	send,
	settings,
	testNumber,
	to,
} from './campaigns';

const [a, b, c, d] = people;
const { german, preview, test, each, atMost, at } = changes;

describe('what earlier runs of the execution have sent (R12)', () => {
	const sentTo = (number = a, more: IDataObject = {}): IDataObject => ({
		send_status: 'sent',
		messenger_number: number,
		...settings,
		...more,
	});
	const unsure = (subject = a): IDataObject => ({
		error: 'May have been sent: status 503',
		message: 'Check it.',
		details: { state: 'uncertain', subject, ...settings },
	});
	const repeat = { send_status: 'duplicate' };

	it('is not sent again, whatever its tags and time; another campaign is', async () => {
		const earlier = [
			...[sentTo(a), sentTo(b, { language: 'de' }), sentTo(c, { send_status: 'scheduled' })],
			sentTo(c, { send_status: 'preview', template: 'other' }),
		];
		const items = [to(a), to(b), to(c, at('12:00'))];
		expect(reachedBy(await planOf([...items, to(d)], { earlier }))).toEqual([[b, d]]);
		expect(await rowsOf(items, { earlier })).toMatchObject([
			{ ...repeat, messenger_number: a, ...settings },
			{ send_status: 'sent' },
			{ ...repeat, messenger_number: c },
		]);
	});

	it('is sent again only if Duplicates says so', async () => {
		const reached = async (options = {}) =>
			reachedBy(
				await planOf(
					[a, a, b].map((n) => to(n, options)),
					{ earlier: [sentTo(a)] },
				),
			);
		expect([await reached(), await reached(each)]).toEqual([[[b]], [[a, a, b]]]);
	});

	it('stays uncertain, if it is', async () => {
		const plan = await planOf([to(b), to(a)], { earlier: [unsure(a)] });
		expect(reachedBy(plan)).toEqual([[b]]);
		expect(plan.ended?.get(1)).toMatchObject({ state: 'uncertain', itemIndex: 1 });
	});

	it('is not what a preview has shown; what was tested is not sent to the test number again', async () => {
		const earlier = [sentTo(a, { send_status: 'preview' })];
		for (const item of [to(a), to(a, preview)])
			expect(await rowsOf([item], { earlier })).not.toMatchObject([repeat]);
		const tested = [sentTo(testNumber, { send_status: 'test' })];
		const items = [to(a, test), to(b, { ...test, ...german })];
		for (const operation of [{}, send]) {
			const plan = await planOf(items, { ...operation, ...inEditor, earlier: tested });
			expect(plan.requests.map(({ members }) => members[0]?.itemIndex)).toEqual([1]);
		}
	});

	it('counts for Maximum Recipients, by message', async () => {
		const several = { send_status: 'sent', recipients: 3, ...settings };
		const earlier = [sentTo(a), sentTo(a), unsure(b), several];
		for (const operation of [{}, send]) {
			const planned = async (max: number) =>
				await planOf([to(c, atMost(max))], { ...operation, earlier });
			await expect(planned(7)).resolves.toBeDefined();
			await expect(planned(6)).rejects.toMatchObject({ parameter: 'maxRecipients' });
		}
	});

	it.each<[IDataObject]>([
		[{ details: { state: 'uncertain' }, recipients: 0, error: null }],
		[{ error: '', details: { batch: 7 } }],
		[{ error: 'none', details: {} }],
		[{ error: '', details: { state: 'queued' } }],
		[{ messenger_number: '+14155550199', recipients: 1 }],
		[{ recipients: [], messenger_number: null, subject: '+14155550199' }],
	])('is not what the service says by fields of its own: %j', async (answer) => {
		const earlier = await rowsOf([to(a), to(b)], {}, answer);
		expect((await planOf([to(a)], { earlier })).requests).toEqual([]);
		for (const rows of [earlier, await rowsOf([to([a, b])], send, answer)]) {
			const planned = async (max: number) => await planOf([to(c, atMost(max))], { earlier: rows });
			await expect(planned(3)).resolves.toBeDefined();
			await expect(planned(2)).rejects.toMatchObject({ parameter: 'maxRecipients' });
		}
	});

	it('counts once for Maximum Recipients if its duplicates are as uncertain, and never refuses to send nothing', async () => {
		const items = [to(a, atMost(2)), to(b, atMost(2))];
		expect(reachedBy(await planOf(items, { earlier: [unsure(a), unsure(a)] }))).toEqual([[b]]);
		const { requests } = await planOf([to(a, atMost(1))], { earlier: [sentTo(a), sentTo(b)] });
		expect(requests).toEqual([]);
	});
});
