import type { IDataObject } from 'n8n-workflow';

import {
	aWrittenOtherwise,
	changes,
	type Circumstances,
	type Given,
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

const [a, b, c, d, e, f] = people;
const { german, preview, previewByHand, test, each, requestsOf, atMost, at } = changes;

const previewOf = (row: IDataObject) => ({ send_status: 'preview', ...settings, ...row });
const time = { scheduled_at: '2030-07-31T10:00:00.000Z' };

it('each item may have another send mode (M1, M3)', async () => {
	const items = [to(a), to(b, preview), to(c, test), to(d, previewByHand), to(e)];
	expect(reachedBy(await planOf(items, inEditor))).toEqual([[a, e], [testNumber]]);
	expect(reachedBy(await planOf(items))).toEqual([[a, e], [c], [d]]);
	const sent = await planOf(items, { ...send, ...inEditor });
	expect(reachedBy(sent)).toEqual([[a], [e], [testNumber]]);
	const toSeveral = await planOf([to([a, b, c], test)], { ...send, ...inEditor });
	expect(reachedBy(toSeveral)).toEqual([[testNumber]]);
});

it('a test is one request for equal settings, with the fields of the first recipient (M1, M3)', async () => {
	const items = [
		to(a, { ...test, ...requestsOf(1) }, { firstName: 'Ana' }),
		to(b, { ...test, ...requestsOf(1) }, { firstName: 'Ben' }),
		to(c, { ...test, ...german }, { firstName: 'Eva' }),
	];
	for (const operation of [{}, send]) {
		const { requests } = await planOf(items, { ...operation, ...inEditor });
		expect(requests.map(({ isTest, parts }) => [isTest, parts.body?.recipient])).toEqual([
			[true, [{ messenger_number: testNumber, first_name: 'Ana' }]],
			[true, [{ messenger_number: testNumber, first_name: 'Eva' }]],
		]);
		expect(requests.map(({ members }) => members[0]?.itemIndex)).toEqual([0, 2]);
	}
});

const byTwo = requestsOf(2);
const tagged = (tags: string) => ({ additionalFields: { tags } });
it.each<[string, Given[], unknown[]]>([
	[
		'by language',
		[to(a), to(b, german), to(c), to(d, german)],
		[
			[a, c],
			[b, d],
		],
	],
	[
		'of local numbers',
		[to(a), to('(415) 555-0101', { options: { defaultCountry: 'US' } })],
		[[a, b]],
	],
	['by minute', [to(a, at('09:30:59')), to(b, at('09:30')), to(c, at('09:31'))], [[a, b], [c]]],
	['of two recipients', [to(a, byTwo), to(b, byTwo), to(c, byTwo)], [[a, b], [c]]],
	[
		'of the smallest size in each campaign',
		[
			...[to(a, requestsOf(3)), to(b, requestsOf(1)), to(c, requestsOf(3))],
			...[to(d, { ...german, ...byTwo }), to(e, { ...german, ...byTwo }), to(f, german)],
		],
		[[a], [b], [c], [d, e], [f]],
	],
	['to a number in each campaign', [to(a), to(a, german), to(a)], [[a], [a]]],
	['in the order of first items', [to(b), to(a), to(a, requestsOf(1))], [[b, a]]],
	[
		'once to a number, whatever its tag and time',
		[to(a, tagged('fair')), to(b, tagged('web')), to(a, tagged('web')), to(a, at('12:00'))],
		[[a], [b]],
	],
	['once, though it was shown', [to(a, preview), to(a), to(a, preview)], [[a]]],
	['each of those that are to be sent each', [to(a, each), to(a), to(a, each), to(a)], [[a, a]]],
	['each after one of the others', [to(a), to(a, each), to(a)], [[a, a]]],
])('items become requests %s (I1, R12)', async (_, items, requests) => {
	expect(reachedBy(await planOf(items))).toEqual(requests);
});

describe('the output of each item (M2, M3, M4)', () => {
	it('of real runs is the answer, in which the names of the node win', async () => {
		const answer = { messenger_number: 1, recipients: 2, send_status: 3, template: 4 };
		const row = (fields: IDataObject) => ({ ...answer, ...settings, ...fields });
		const items = [to(a), to(aWrittenOtherwise), to(b, at('12:00')), to(c, at('12:00:59'))];
		expect(await rowsOf(items, {}, { ...answer, scheduled_at: 4 })).toEqual([
			row({ messenger_number: a, send_status: 'sent', scheduled_at: 4 }),
			row({ messenger_number: a, send_status: 'duplicate', scheduled_at: 4 }),
			row({ messenger_number: b, send_status: 'scheduled', ...time }),
			// The time of the request that it went with.
			row({ messenger_number: c, send_status: 'scheduled', ...time }),
		]);
		const campaigns = [to([a, b, aWrittenOtherwise]), to(a, at('12:00'))];
		expect(await rowsOf(campaigns, send, answer)).toEqual([
			row({ recipients: 3, send_status: 'sent' }),
			row({ recipients: 1, send_status: 'scheduled', ...time }),
		]);
	});

	it('of a preview has the same columns', async () => {
		const shown = { ...preview, ...byTwo };
		const items = [to(b, shown), to(a, shown), to(aWrittenOtherwise, shown), to(c, shown)];
		const rows = await rowsOf([...items, to(d, { ...preview, ...at('12:00') })]);
		expect(rows).toEqual([
			previewOf({ messenger_number: b }),
			previewOf({ messenger_number: a }),
			previewOf({ messenger_number: a, send_status: 'duplicate' }),
			previewOf({ messenger_number: c }),
			previewOf({ messenger_number: d, ...time }),
		]);
		const columns = 'messenger_number send_status from_number template language scheduled_at';
		expect(Object.keys(rows[4]!).join(' ')).toBe(columns);
		expect(await rowsOf([to([a, b], preview)], send)).toEqual([previewOf({ recipients: 2 })]);
	});

	it('of a test is the answer for the first item of a campaign, and a preview for the others', async () => {
		const items = [a, b, aWrittenOtherwise].map((number) =>
			to(number, { ...test, ...at('12:00') }),
		);
		const shown = previewOf({ messenger_number: b, ...time });
		const tested = { messenger_number: testNumber, send_status: 'test' };
		expect(await rowsOf(items, inEditor, { success: true })).toEqual([
			// It is sent now.
			{ success: true, ...settings, ...tested },
			shown,
			{ ...shown, messenger_number: a, send_status: 'duplicate' },
		]);
		const ofSend = await rowsOf([to([a, b], test)], { ...send, ...inEditor });
		expect(ofSend).toMatchObject([{ recipients: 1, send_status: 'test' }]);
	});

	it("of a tool's preview says that nothing was sent, and names the only recipient (E2)", async () => {
		const tool = { ...send, isTool: true };
		const message = expect.stringContaining('Nothing was sent') as string;
		expect(await rowsOf([to(a, preview), to([a, b], preview)], tool)).toMatchObject([
			{ messenger_number: a, template: 'welcome', message },
			{ recipients: 2, message },
		]);
		expect(await rowsOf([to(a)], tool)).toMatchObject([
			{ messenger_number: a, send_status: 'sent' },
		]);
	});
});

describe('Maximum Recipients', () => {
	it.each<[string, Given[], Circumstances, reached: number]>([
		['of a preview', [to(a, preview), to(b, preview), to(c, preview)], {}, 3],
		['of two tests', [to(a, test), to(b, test), to(c, { ...test, ...german })], inEditor, 2],
		['without duplicates', [to(a), to(a), to(b)], {}, 2],
		['of campaigns', [to([a, b]), to(c)], send, 3],
	])('counts those whom a run would reach: %s', async (_, items, given, reached) => {
		const planned = async (most: number) =>
			await planOf(
				items.map((item) => ({ ...item, changes: { ...item.changes, ...atMost(most) } })),
				given,
			);
		await expect(planned(reached)).resolves.toBeDefined();
		await expect(planned(reached - 1)).rejects.toMatchObject({ parameter: 'maxRecipients' });
	});

	it.each([
		[1, 2],
		[2, 1],
	])('is the smallest of %d and %d, and says how many there would be', async (first, second) => {
		await expect(planOf([to(a, atMost(first)), to(b, atMost(second))])).rejects.toMatchObject({
			parameter: 'maxRecipients',
			problem: "'Maximum Recipients' is 1, and this run would reach 2 recipients",
			advice: "Check the input items, or raise 'Maximum Recipients' in the options.",
		});
	});
});
