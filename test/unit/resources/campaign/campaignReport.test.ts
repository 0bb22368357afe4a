import type { Failure, Outcome } from '../../../../nodes/runtime/run/outcome';
import { numberOf, planOf, type Circumstances } from './campaigns';

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
 * Returns the editor's hint after a run of these items.
 *
 * @param ends of its requests, in order: accepted unless they are given. An item in brackets ended as these say.
 */
async function hintOf(text: string, given: Circumstances, ends: string): Promise<string> {
	const { requests, ended, hint } = await planOf(text, given);
	const endOf = ends.split(' ') as End[];
	const outcomes = new Map<number, Outcome>();
	text.split(', ').forEach((words, itemIndex) => {
		const end = /\((\w+)\)/.exec(words)?.[1];
		if (end) outcomes.set(itemIndex, outcomeOf(end as End));
	});
	for (const [itemIndex, end] of ended!) {
		const items = 'fields' in end ? [end.fields] : [];
		outcomes.set(itemIndex, 'fields' in end ? { state: 'nothing to send', items } : end);
	}
	requests.forEach(({ members, isTest, memberFields }, position) => {
		const end = outcomeOf(endOf[position] || 'accepted', isTest);
		for (const member of members) {
			const items = [memberFields!(member)];
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
	return await hint!({ account, outcomes });
}

const earlier = [
	{
		send_status: 'sent',
		messenger_number: numberOf('a'),
		from_number: '+14155550100',
		template: 'welcome',
		language: 'en',
	},
];

type Row = [items: string, ends?: string, given?: Circumstances];

const inEditor = { isManual: true };
const rows: Record<string, Row[]> = {
	'Send to All Items': [
		['a, b'],
		['a en, b de'],
		['a 12:00'],
		['a 12:00', '', { timezone: 'Asia/Tokyo' }],
		['a 10:30, b 11:30, c 12:30'],
		['a 10:30, b 11:30, c 12:30, d 13:30'],
		['a -, b 12:00, c'],
		['a, b, a'],
		['a each, a each'],
		['a, a de, b de'],
		['(bad), a, (bad)'],
		['a by1, b by1, c by1', 'refused kept kept'],
		['a by1, b by1', 'accepted doubtful'],
		['a, b', 'doubtful'],
		['a en, b de, c fr, d it, a en', 'accepted doubtful refused kept'],
		['(accepted), b'],
		['(accepted), b', '', inEditor],
		['(doubtful)'],
		['a malformed, b malformed, c'],
		['a malformed, a malformed, (bad)'],
		['a, b', '', { isManual: true }],
		['a', '', { isManual: true }],
		['a, b', '', { earlier }],
		['a', '', { earlier }],
	],
	'Send to All Items, preview': [
		['a preview, b preview'],
		['a previewManual, b previewManual', '', inEditor],
		['a preview, b previewManual', '', inEditor],
		['a preview, a preview, (bad)'],
		['a preview 12:00'],
		['a preview, b preview', '', { earlier }],
		['a preview, b send'],
		['a preview, b malformed preview'],
	],
	'Send to All Items, test': [
		['a testManual by1, b testManual by1, a testManual by1', '', inEditor],
		['a testManual en, b testManual de', '', inEditor],
		['a testManual -, b testManual 12:00', '', inEditor],
		['a testManual, b send', '', inEditor],
		['a testManual, b testManual', 'refused', inEditor],
		['a testManual en, b testManual de', 'refused kept', inEditor],
		['a testManual', 'doubtful', inEditor],
	],
	Send: [
		['a, b'],
		['a, b, a'],
		['abA'],
		['a en, a de'],
		['a 12:00, a 12:00:59'],
		['a, a', 'refused accepted'],
		['a preview, a preview'],
		['a testManual, a testManual', '', inEditor],
	],
};

it.each(Object.keys(rows))('%s says after a run (M5)', async (operation) => {
	const said = rows[operation]!.map(async ([items, ends = '', given = {}]) => {
		const of = operation === 'Send' ? { ...given, operation: 'send' as const } : given;
		const circumstances = [
			items,
			given.timezone && ` in ${given.timezone}`,
			given.isManual && ' by hand',
			given.earlier && ' after an earlier run',
		];
		const told = await hintOf(items, of, ends);
		return `${circumstances.filter(Boolean).join('')}${ends && ` → ${ends}`}\n\t${told}`;
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
});
