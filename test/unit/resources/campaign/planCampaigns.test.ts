import type { IDataObject } from 'n8n-workflow';

import { refusalOf } from '../../../support/refusal';
import { lettersOf, numberOf, planOf, type Circumstances } from './campaigns';

const [a, b, c] = ['a', 'b', 'c'].map(numberOf);
const inEditor = { isManual: true };
const send = { operation: 'send' } as const;

/** The output rows of an answer for each item, and the rows of the items that are not sent. */
async function rowsOf(text: string, given: Circumstances = {}, answer: IDataObject = {}) {
	const { requests, ended } = await planOf(text, given);
	const rows: IDataObject[] = [];
	for (const [itemIndex, end] of ended!) {
		rows[itemIndex] = 'fields' in end ? end.fields : { state: end.state, message: end.message };
	}
	for (const { members, memberFields } of requests) {
		for (const member of members) rows[member.itemIndex] = { ...answer, ...memberFields!(member) };
	}
	return rows;
}

const settings = { from_number: '+14155550100', template: 'welcome', language: 'en' };
const previewOf = (row: IDataObject) => ({ send_status: 'preview', ...settings, ...row });
const time = { scheduled_at: '2030-07-31T10:00:00.000Z' };

it('each item may have another send mode (M1, M3)', async () => {
	const items = 'a send, b preview, c testManual, d previewManual, e send';
	expect(lettersOf((await planOf(items, inEditor)).requests)).toBe('ae test');
	expect(lettersOf((await planOf(items)).requests)).toBe('ae c d');
	expect(lettersOf((await planOf(items, { ...send, ...inEditor })).requests)).toBe('a e test');
	const toSeveral = await planOf('abc testManual', { ...send, ...inEditor });
	expect(lettersOf(toSeveral.requests)).toBe('test');
});

it('a test is one request for equal settings, with the fields of the first recipient (M1, M3)', async () => {
	const items = 'a Ana testManual by1, b Ben testManual by1, c Eva testManual de';
	for (const operation of [{}, send]) {
		const { requests } = await planOf(items, { ...operation, ...inEditor });
		expect(requests.map(({ isTest, parts }) => [isTest, parts.body?.recipient])).toEqual([
			[true, [{ messenger_number: '+14155550199', first_name: 'Ana' }]],
			[true, [{ messenger_number: '+14155550199', first_name: 'Eva' }]],
		]);
		expect(requests.map(({ members }) => members[0]?.itemIndex)).toEqual([0, 2]);
	}
});

it.each([
	['a en, b de, c en, d fr, e de', 'ac be d'],
	['a 09:30:59, b 09:30:00, c 09:31:00', 'ab c'],
	['a by2, b by2, c by2, d by2', 'ab cd'],
	// The smallest size counts, in each campaign.
	['a by3, b by1, c by3, d de by2, e de by2, f de', 'a b c de f'],
	['a en, a de, a en', 'a a'],
	['b, a, a by1', 'ba'],
	// One person, one message, whatever its tag and time; what is only shown is none.
	['a #fair, b #web, a #web, a 12:00', 'a b'],
	['a #fair each, a #web each', 'a a'],
	['a preview, a, a preview', 'a'],
	['a each, a, a each, a', 'aa'],
	['a, a each, a', 'aa'],
])('%s become the requests %s (I1, R12)', async (items, requests) => {
	expect(lettersOf((await planOf(items)).requests)).toBe(requests);
});

describe('the output of each item (M2, M3, M4)', () => {
	it('of real runs is the answer, in which the names of the node win', async () => {
		const answer = { messenger_number: 1, recipients: 2, send_status: 3, template: 4 };
		const row = (fields: IDataObject) => ({ ...answer, ...settings, ...fields });
		const items = 'a, A, b 12:00, c 12:00:59';
		const rows = await rowsOf(items, {}, { ...answer, scheduled_at: 4 });
		expect(rows).toEqual([
			row({ messenger_number: a, send_status: 'sent', scheduled_at: 4 }),
			row({ messenger_number: a, send_status: 'duplicate', scheduled_at: 4 }),
			row({ messenger_number: b, send_status: 'scheduled', ...time }),
			// The time of the request that it went with.
			row({ messenger_number: c, send_status: 'scheduled', ...time }),
		]);
		expect(await rowsOf('abA, a 12:00', send, answer)).toEqual([
			row({ recipients: 3, send_status: 'sent' }),
			row({ recipients: 1, send_status: 'scheduled', ...time }),
		]);
	});

	it('of a preview has the same columns', async () => {
		const items = 'b preview by2, a preview by2, A preview by2, c preview by2, d preview 12:00';
		const rows = await rowsOf(items);
		expect(rows).toEqual([
			previewOf({ messenger_number: b }),
			previewOf({ messenger_number: a }),
			previewOf({ messenger_number: a, send_status: 'duplicate' }),
			previewOf({ messenger_number: c }),
			previewOf({ messenger_number: numberOf('d'), ...time }),
		]);
		const columns = 'messenger_number send_status scheduled_at from_number template language';
		expect(Object.keys(rows[4]!).join(' ')).toBe(columns);
		expect(await rowsOf('ab preview', send)).toEqual([previewOf({ recipients: 2 })]);
	});

	it('of a test is the answer for the first item of a campaign, and a preview for the others', async () => {
		const items = 'a testManual 12:00, b testManual 12:00, A testManual 12:00';
		const preview = previewOf({ messenger_number: b, ...time });
		expect(await rowsOf(items, inEditor, { success: true })).toEqual([
			// It is sent now.
			{ success: true, ...settings, messenger_number: '+14155550199', send_status: 'test' },
			preview,
			{ ...preview, messenger_number: a, send_status: 'duplicate' },
		]);
		const test = await rowsOf('ab testManual', { ...send, ...inEditor });
		expect(test).toMatchObject([{ messenger_number: '+14155550199', send_status: 'test' }]);
	});

	it("of a tool's preview says that nothing was sent, and names the only recipient (E2)", async () => {
		const tool = { ...send, isTool: true };
		const message = expect.stringContaining('Nothing was sent') as string;
		expect(await rowsOf('a preview, ab preview', tool)).toMatchObject([
			{ messenger_number: a, template: 'welcome', message },
			{ recipients: 2, message },
		]);
		expect(await rowsOf('a', tool)).toMatchObject([{ messenger_number: a, send_status: 'sent' }]);
	});
});

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
		const plan = await planOf('a, b, c 12:00, d', { earlier });
		expect(lettersOf(plan.requests)).toBe('bd');
		expect(await rowsOf('a, b, c 12:00', { earlier })).toMatchObject([
			{ ...repeat, messenger_number: a, ...settings },
			{ send_status: 'sent' },
			{ ...repeat, messenger_number: c },
		]);
	});

	it.each([
		['skip', 'b'],
		['send', 'aab'],
	])('with Duplicates %s, of a, a and b it sends %s', async (duplicates, sent) => {
		const earlier = [sentTo(a)];
		const plan = await planOf('a, a, b', { earlier, options: { duplicates } });
		expect(lettersOf(plan.requests)).toBe(sent);
	});

	it('stays uncertain, if it is', async () => {
		const { requests, ended } = await planOf('b, a', { earlier: [unsure(a)] });
		expect(lettersOf(requests)).toBe('b');
		expect(ended?.get(1)).toMatchObject({ state: 'uncertain', itemIndex: 1 });
	});

	it('is not what a preview has shown; what was tested is not sent to the test number again', async () => {
		const shown = [sentTo(a, { send_status: 'preview' })];
		for (const items of ['a', 'a preview'])
			expect(await rowsOf(items, { earlier: shown })).not.toMatchObject([repeat]);
		const tested = [sentTo('+14155550199', { send_status: 'test' })];
		const items = 'a testManual, b testManual de';
		for (const operation of [{}, send]) {
			const plan = await planOf(items, { ...operation, ...inEditor, earlier: tested });
			expect(plan.requests.map(({ members }) => members[0]?.itemIndex)).toEqual([1]);
		}
	});

	it('counts for Maximum Recipients, by message', async () => {
		const several = { send_status: 'sent', recipients: 3, ...settings };
		const earlier = [sentTo(a), sentTo(a), unsure(b), several];
		const planned = async (maxRecipients: number, given: Circumstances = {}) =>
			await planOf('c', { earlier, ...given, options: { maxRecipients } });
		for (const operation of [{}, send]) {
			await expect(planned(7, operation)).resolves.toBeDefined();
			await expect(planned(6, operation)).rejects.toMatchObject({ parameter: 'maxRecipients' });
		}
	});

	it('is not what the service says by fields of its own', async () => {
		const answer = { details: { state: 'uncertain' }, recipients: 0, error: null };
		const earlier = [sentTo(a, answer), sentTo(b, answer)];
		expect((await planOf('a', { earlier })).requests).toEqual([]);
		const most = planOf('c', { earlier, options: { maxRecipients: 2 } });
		await expect(most).rejects.toMatchObject({ parameter: 'maxRecipients' });
	});

	it('counts once for Maximum Recipients if its duplicates are as uncertain, and never refuses to send nothing', async () => {
		const uncertain = { earlier: [unsure(a), unsure(a)], options: { maxRecipients: 2 } };
		expect(lettersOf((await planOf('a, b', uncertain)).requests)).toBe('b');
		const reached = { earlier: [sentTo(a), sentTo(b)], options: { maxRecipients: 1 } };
		expect((await planOf('a', reached)).requests).toEqual([]);
	});
});

it.each([
	['a preview, b preview, c preview', {}, 3],
	['a testManual, b testManual, c testManual de', inEditor, 2],
	['a, a, b', {}, 2],
	['ab, c', send, 3],
])(
	'Maximum Recipients counts whom a run of %s with %j would reach: %i',
	async (items, given, reached) => {
		const planned = async (maxRecipients: number) =>
			await planOf(items, { ...given, options: { maxRecipients } });
		await expect(planned(reached)).resolves.toBeDefined();
		await expect(planned(reached - 1)).rejects.toMatchObject({ parameter: 'maxRecipients' });
	},
);

it('Maximum Recipients is the smallest of several, and says how many there would be', async () => {
	await expect(planOf('a max1, b max2')).rejects.toMatchObject({ parameter: 'maxRecipients' });
	const error: unknown = await planOf('a max2, b max1').catch((error: unknown) => error);
	const { message, advice } = refusalOf(() => {
		throw error;
	});
	expect(`${message} | ${advice}`).toMatchSnapshot();
});
