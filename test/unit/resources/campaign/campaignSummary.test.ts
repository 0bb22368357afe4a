import { keyMask, unmasked } from '../../../../nodes/runtime/input/keyMask';
import type { Failure } from '../../../../nodes/runtime/response/Failure';
import type { Outcome } from '../../../../nodes/runtime/run/outcome';
import { planOf, type Circumstances } from './campaigns';

const failures = {
	refused: { kind: 'answered', state: 'failed' },
	doubtful: { kind: 'answered', state: 'uncertain' },
	kept: { kind: 'not sent', state: 'not sent' },
	bad: { kind: 'input', state: 'not sent' },
} satisfies Record<string, Partial<Failure>>;

type End = 'accepted' | keyof typeof failures;

const outcomeOf = (end: End, isTest?: boolean): Outcome =>
	end === 'accepted'
		? { state: 'accepted', items: [], isTest }
		: { ...failures[end], message: '', description: '', isTest };

const withoutNumber: Outcome = {
	state: 'nothing to send',
	items: [{ send_status: 'no_number' }],
};

/**
 * Returns the editor's hint after a run of these items.
 *
 * @param ends of its requests, in order: accepted unless they are given. An item in brackets ended as these say, or
 * has no number (`none`).
 */
async function hintOf(text: string, given: Circumstances, ends: string): Promise<string> {
	const { requests, outputs, duplicates, summary } = await planOf(text, given);
	const endOf = ends.split(' ') as End[];
	const outcomes = new Map<number, Outcome>();
	text.split(', ').forEach((words, itemIndex) => {
		const end = /\((\w+)\)/.exec(words)?.[1];
		if (end === 'none') outcomes.set(itemIndex, withoutNumber);
		else if (end) outcomes.set(itemIndex, outcomeOf(end as End));
	});
	for (const [itemIndex, json] of outputs!) {
		outcomes.set(itemIndex, { state: 'nothing to send', items: [json] });
	}
	requests.forEach(({ members, isTest }, position) => {
		const end = outcomeOf(endOf[position] || 'accepted', isTest);
		for (const { itemIndex } of members) outcomes.set(itemIndex, end);
	});
	for (const { itemIndex, firstItem, output: json } of duplicates!) {
		const first = outcomes.get(firstItem)!;
		const isSent = first.state === 'accepted';
		const kept: Outcome = { ...(first as Failure), state: 'not sent' };
		outcomes.set(itemIndex, isSent ? { state: 'duplicate', items: [json] } : kept);
	}
	return await summary!(outcomes, unmasked);
}

type Row = [items: string, ends?: string, given?: Circumstances];

const inEditor = { isManual: true };
const rows: Record<string, Row[]> = {
	'Send to All Items': [
		['a'],
		['a, b'],
		['a by1, b by1'],
		['a en, b de'],
		['a 12:00'],
		['a 12:00 en, b 12:00 de'],
		['a 12:00', '', { timezone: 'Asia/Tokyo' }],
		['a 10:30, b 11:30, c 12:30'],
		['a 10:30, b 11:30, c 12:30, d 13:30'],
		['a -'],
		['a -, b 12:00, c'],
		['a, b, a'],
		['a, a, a'],
		['a each, a each'],
		['a, a de, b de'],
		['(bad), a, (bad)'],
		['(bad)'],
		['a by1, b by1', 'accepted refused'],
		['a, a', 'refused'],
		['a by1, b by1, c by1', 'refused kept kept'],
		['a by1, b by1', 'accepted doubtful'],
		['a, b', 'doubtful'],
		['a en, b de, c fr, d it, a en', 'accepted doubtful refused kept'],
		['(accepted), b'],
		['(accepted)'],
		['(doubtful)'],
		['a local'],
		['a local, A local, b, c local, d local'],
		['a malformed, b malformed, c'],
		['(none), a, (none)'],
		['(none), a local malformed, a local malformed, (bad)'],
	],
	'Send to All Items, preview': [
		['a preview, b preview'],
		['a previewManual, b previewManual', '', inEditor],
		['a preview, b previewManual', '', inEditor],
		['a preview, a preview, (bad)'],
		['a preview 12:00'],
		['a preview -'],
		['a preview, b send'],
		['a send, a preview'],
		['a local preview, b malformed preview, (none)'],
	],
	'Send to All Items, test': [
		['a testManual by1, b testManual by1, a testManual by1', '', inEditor],
		['a testManual en, b testManual de', '', inEditor],
		['a testManual 12:00', '', inEditor],
		['a testManual -, b testManual 12:00', '', inEditor],
		['a testManual, b send', '', inEditor],
		['a testManual, b testManual', 'refused', inEditor],
		['a testManual en, b testManual de', 'refused kept', inEditor],
		['a testManual', 'doubtful', inEditor],
	],
	Send: [
		['a'],
		['a, b'],
		['ab'],
		['a, b, a'],
		['a, a, a'],
		['abA'],
		['ab, ab'],
		['abc local, de local malformed'],
		['a en, a de'],
		['a en, a de, a en, a de'],
		['a 12:00, a 12:00:59'],
		['a, a', 'refused accepted'],
		['a preview, a preview'],
		['a testManual, a testManual', '', inEditor],
	],
};

it.each(Object.keys(rows))('%s says after a run (M5)', async (operation) => {
	const said = rows[operation]!.map(async ([items, ends = '', given = {}]) => {
		const of = operation === 'Send' ? { ...given, operation: 'send' as const } : given;
		const where = given.timezone ? ` in ${given.timezone}` : '';
		return `${items}${where}${ends && ` → ${ends}`}\n\t${await hintOf(items, of, ends)}`;
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
});

it('the key is hidden in the numbers that it names (C5)', async () => {
	const { summary } = await planOf('a local');
	expect(await summary!(new Map(), keyMask('4155550110'))).not.toContain('4155550110');
});
