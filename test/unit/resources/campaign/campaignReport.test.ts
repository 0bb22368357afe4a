import { sentRow } from '../../../../nodes/Messenger/resources/campaign/campaignReport';
import type {
	CampaignRequest,
	Item,
} from '../../../../nodes/Messenger/resources/campaign/campaignRequest';
import type { Failure, Outcome } from '../../../../nodes/runtime/run/outcome';
import {
	changes,
	type Circumstances,
	type Given,
	inEditor,
	people,
	planOf,
	send,
	settings,
	to,
} from './campaigns';

const [a, b, c, d] = people;
const { german, preview, previewByHand, test, each, requestsOf, at } = changes;

const failures = {
	refused: { state: 'failed', message: 'Bad request' },
	doubtful: { state: 'uncertain', message: 'No answer' },
	kept: { state: 'not sent', message: 'Not sent, because it failed before' },
	bad: { isInput: true, state: 'not sent', message: "'Recipient Number' is empty" },
} satisfies Record<string, Partial<Failure>>;

type End = 'accepted' | keyof typeof failures;

const outcomeOf = (end: End, isTest?: boolean): Outcome =>
	end === 'accepted'
		? { state: 'accepted', items: [], isTest }
		: { ...failures[end], description: '', isTest };

/**
 * The editor's hint after a run of these items.
 *
 * @param items one that had no part in the plan has its end in its place
 * @param ends of its requests, in order: accepted unless they are given
 */
async function hintOf(
	items: Array<Given | End>,
	given: Circumstances,
	ends: End[],
): Promise<string> {
	const planned = items.map((item) => (typeof item === 'string' ? undefined : item));
	const { requests, ended, hint } = await planOf(planned, given);
	const outcomes = new Map<number, Outcome>();
	for (const [itemIndex, item] of items.entries())
		if (typeof item === 'string') outcomes.set(itemIndex, outcomeOf(item));
	for (const [itemIndex, end] of ended!) {
		const items = 'fields' in end ? [end.fields] : [];
		outcomes.set(itemIndex, 'fields' in end ? { state: 'nothing to send', items } : end);
	}
	requests.forEach((request, position) => {
		const end = outcomeOf(ends[position] ?? 'accepted', request.isTest);
		for (const member of request.members) {
			const items = [sentRow(member as Item, request as CampaignRequest)];
			const isDuplicate = member.isDuplicate && end.state === 'accepted';
			const state = isDuplicate ? 'duplicate' : end.state;
			outcomes.set(member.itemIndex, {
				...end,
				state,
				...('items' in end && { items }),
			} as Outcome);
		}
	});
	const account = '"Shop A" (api.example.com)';
	const { message, type } = await hint!({ account, outcomes });
	const said = message.replace(/(?<=now, at )\d\d:\d\d/, '09:12');
	return type === 'warning' ? `(warning) ${said}` : said;
}

const earlier = [{ send_status: 'sent', messenger_number: a, ...settings }];
const malformed = { email: 'a@' };
const [french, italian] = ['fr', 'it'].map((templateLanguage) => ({ templateLanguage }));
/** Each person in a request of its own. */
const eachInOne = (...numbers: Given['numbers']) =>
	numbers.map((number) => to(number, requestsOf(1)));
const asTest = ({ changes, ...item }: Given) => ({ ...item, changes: { ...changes, ...test } });
const threeTimes = [to(a, at('10:30')), to(b, at('11:30')), to(c, at('12:30'))];
const noTime = { additionalFields: { scheduledAt: '' } };

type Row = [title: string, items: Array<Given | End>, given?: Circumstances, ...ends: End[]];

const rows: Record<string, Row[]> = {
	'Send to All Items': [
		['two people', [to(a), to(b)]],
		['two campaigns', [to(a), to(b, german)]],
		['at a time', [to(a, at('12:00'))]],
		['at a time in Tokyo', [to(a, at('12:00'))], { timezone: 'Asia/Tokyo' }],
		['at three times', threeTimes],
		['at four times', [...threeTimes, to(d, at('13:30'))]],
		['an empty time, a time and none', [to(a, noTime), to(b, at('12:00')), to(c)]],
		['a duplicate', [to(a), to(b), to(a)]],
		['a duplicate that is sent', [to(a, each), to(a, each)]],
		['two campaigns, one person of both', [to(a), to(a, german), to(b, german)]],
		['two bad items', ['bad', to(a), 'bad']],
		['refused, and the rest kept back', eachInOne(a, b, c), {}, 'refused', 'kept', 'kept'],
		['one of two in doubt', eachInOne(a, b), {}, 'accepted', 'doubtful'],
		['both in doubt', [to(a), to(b)], {}, 'doubtful'],
		[
			'four ends of four campaigns, and a duplicate',
			[to(a), to(b, german), to(c, french), to(d, italian), to(a)],
			{},
			'accepted',
			'doubtful',
			'refused',
			'kept',
		],
		['one accepted by an earlier try', ['accepted', to(b)]],
		['one accepted by an earlier try, by hand', ['accepted', to(b)], inEditor],
		['in doubt since an earlier try', ['doubtful']],
		['two emails left out', [to(a, {}, malformed), to(b, {}, malformed), to(c)]],
		['an email left out of a duplicate, too', [to(a, {}, malformed), to(a, {}, malformed), 'bad']],
		['two people, by hand', [to(a), to(b)], inEditor],
		['one person, by hand', [to(a)], inEditor],
		['one of two sent by an earlier run', [to(a), to(b)], { earlier }],
		['all sent by an earlier run', [to(a)], { earlier }],
	],
	'Send to All Items, preview': [
		['of any run', [to(a, preview), to(b, preview)]],
		['of a run by hand', [to(a, previewByHand), to(b, previewByHand)], inEditor],
		['of both kinds', [to(a, preview), to(b, previewByHand)], inEditor],
		['a duplicate and a bad item', [to(a, preview), to(a, preview), 'bad']],
		['at a time', [to(a, { ...preview, ...at('12:00') })]],
		['one of two sent by an earlier run', [to(a, preview), to(b, preview)], { earlier }],
		['one of two is sent', [to(a, preview), to(b)]],
		['an email left out', [to(a, preview), to(b, preview, malformed)]],
	],
	'Send to All Items, test': [
		['of a campaign, with a duplicate', eachInOne(a, b, a).map(asTest), inEditor],
		['of two campaigns', [to(a), to(b, german)].map(asTest), inEditor],
		['of two times', [to(a, noTime), to(b, at('12:00'))].map(asTest), inEditor],
		['one of two is sent', [to(a, test), to(b)], inEditor],
		['refused', [to(a, test), to(b, test)], inEditor, 'refused'],
		['refused, and kept back', [to(a), to(b, german)].map(asTest), inEditor, 'refused', 'kept'],
		['in doubt', [to(a, test)], inEditor, 'doubtful'],
	],
	Send: [
		['two campaigns', [to(a), to(b)], send],
		['three campaigns, two to the same person', [to(a), to(b), to(a)], send],
		['three recipients, two of them the same', [to([a, b, a])], send],
		['two campaigns to the same person', [to(a), to(a, german)], send],
		['twice to a person, in a minute', [to(a, at('12:00')), to(a, at('12:00:59'))], send],
		['one of two refused', [to(a), to(a)], send, 'refused', 'accepted'],
		['a preview', [to(a, preview), to(a, preview)], send],
		['a test', [to(a, test), to(a, test)], { ...send, ...inEditor }],
	],
};

it.each(Object.keys(rows))('%s says after a run (M5)', async (operation) => {
	const said = rows[operation]!.map(async ([title, items, given = {}, ...ends]) => {
		return `${title}\n\t${await hintOf(items, given, ends)}`;
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
});
