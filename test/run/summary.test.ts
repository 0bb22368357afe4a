import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { Outcome } from '../../nodes/Messenger/run/outcome';
import { summaryOf } from '../../nodes/Messenger/run/outcome';
import { ranges, withRunSummary } from '../../nodes/Messenger/run/summary';

const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;
const accepted: Outcome = { state: 'accepted', items: [] };
const nothingToSend: Outcome = { state: 'nothing to send', items: [] };
const failure = (state: 'uncertain' | 'failed' | 'not sent'): Outcome => ({
	state,
	message: 'No',
	description: 'Wait.',
});
const uncertain = failure('uncertain');
const failed = failure('failed');
const notSent = failure('not sent');

function summarized(
	outcomes: Array<Outcome | undefined>,
	{ readOnly = false, away = 0, description = 'Wait.', keptBack = 0 } = {},
): NodeApiError {
	const itemIndex = outcomes.length === 1 ? 0 : undefined;
	const error = new NodeApiError(node, { message: 'x' }, { message: 'x', description, itemIndex });
	const history = { throttled: 0, away };
	return withRunSummary(error, outcomes, { readOnly, keptBack, history }) as NodeApiError;
}

describe('the item numbers of a run', () => {
	it('are told by how the items ended; one without an outcome was not sent', () => {
		const outcomes = [accepted, uncertain, failed, notSent, undefined, nothingToSend, accepted];
		expect(summaryOf(outcomes)).toEqual({
			accepted: [0, 6],
			uncertain: [1],
			failed: [2],
			notSent: [3, 4],
		});
	});
});

describe('an error that stops the node', () => {
	it('says what became of the other items, group by group, after what to do', () => {
		const outcomes = [accepted, accepted, accepted, uncertain, failed, nothingToSend, failed];
		expect(summarized([...outcomes, notSent, undefined]).description).toBe(
			'Wait.<br>' +
				'3 of 9 items were accepted (0 to 2). Use Retry for the rest: a new execution would send them again.<br>' +
				'1 item may have been processed (3).<br>' +
				'2 items failed (4, 6).<br>' +
				'2 items were not sent (7 to 8).',
		);
	});

	it('leaves out groups without items, and promises nothing where none was accepted', () => {
		expect(summarized([failed, failed]).description).toBe('Wait.<br>2 items failed (0 to 1).');
	});

	it('has all item numbers in its context, whatever its words say', () => {
		const run = { accepted: [0], uncertain: [], failed: [1], notSent: [] };
		expect(summarized([accepted, failed]).context.run).toEqual(run);
		expect(summarized([accepted, failed], { readOnly: true }).context.run).toEqual(run);
		expect(summarized([uncertain]).context.run).toEqual({ ...run, ...noItems, uncertain: [0] });
	});

	it('says nothing of other items where there are none', () => {
		expect(summarized([uncertain]).description).toBe('Wait.');
	});

	it.each([
		[uncertain, 'Canceled.<br>1 item may have been processed (0).'],
		[accepted, /^Canceled\.<br>1 of 1 items was accepted \(0\)\./],
		[failed, 'Canceled.<br>1 item failed (0).'],
		[notSent, 'Canceled.<br>Nothing was sent.'],
	])(
		'says what became of the only item where that is not the error itself: %#',
		(outcome, words) => {
			const error = new NodeOperationError(node, 'x', { itemIndex: 0, description: 'Canceled.' });
			const { description } = withRunSummary(error, [outcome], { readOnly: false });
			expect(description).toEqual(
				typeof words === 'string' ? words : (expect.stringMatching(words) as string),
			);
		},
	);

	it('says nothing of other items where the operation only reads', () => {
		expect(summarized([accepted, failed], { readOnly: true }).description).toBe('Wait.');
	});

	it.each([
		['leaves it to the title to say', 'a single request', 1, 'Wait.'],
		['says', 'many', 2, 'Wait.<br>Nothing was sent.'],
	])('%s that nothing was sent of %s', (_, __, count, description) => {
		expect(summarized(Array<Outcome>(count).fill(notSent)).description).toBe(description);
	});

	it('says that nothing was sent where the input is wrong, of one item too', () => {
		const error = new NodeOperationError(node, 'x', { description: 'Correct it.' });
		const { description } = withRunSummary(error, [notSent], { readOnly: false });
		expect(description).toBe('Correct it.<br>Nothing was sent.');
	});

	it.each([
		['a part of a run that only sends', [failed, notSent], false],
		['a part of a run that only reads', [accepted, failed, notSent], true],
		['a whole run', [notSent, notSent], false],
	])('says how many requests a block of the key kept back: %s', (_, outcomes, readOnly) => {
		const lines = (keptBack: number) =>
			summarized(outcomes, { readOnly, keptBack }).description?.split('<br>');
		expect(lines(1)?.at(-1)).toBe('1 request was not sent.');
		expect(lines(2)?.at(-1)).toBe('2 requests were not sent.');
		expect(lines(2)).not.toContain('Nothing was sent.');
	});

	it('says that one item was accepted, and counts one that may have been processed as sent', () => {
		expect(summarized([accepted, failed]).description).toBe(
			'Wait.<br>1 of 2 items was accepted (0). Use Retry for the rest: a new execution would send it again.<br>1 item failed (1).',
		);
		expect(summarized([accepted, uncertain]).description).not.toContain('Nothing was sent.');
	});

	it.each([[[failed]], [[failed, failed]]])(
		'says how long the service was away, before what became of the items: %#',
		(outcomes) => {
			const { description } = summarized(outcomes, { away: 12_340 });
			expect(description).toMatch(
				/^Wait\.<br>This run waited 12\.3 s because the service was unavailable\.(<br>2 items failed|$)/,
			);
		},
	);

	it('does not say that the service was away for 0 s', () => {
		expect(summarized([failed], { away: 49 }).description).toBe('Wait.');
		expect(summarized([failed], { away: 50 }).description).toContain('This run waited 0.1 s');
	});
});

const noItems = { accepted: [], uncertain: [], failed: [], notSent: [] };

describe('item numbers', () => {
	it.each([
		[[], ''],
		[[5], '5'],
		[[0, 1], '0 to 1'],
		[[0, 1, 2, 3, 7], '0 to 3, 7'],
		[[0, 2, 4, 5], '0, 2, 4 to 5'],
	])('%j are written as %j', (items, text) => {
		expect(ranges(items)).toBe(text);
	});

	it('name at most ten ranges', () => {
		const items = Array.from({ length: 11 }, (_, index) => index * 2);
		expect(ranges(items.slice(0, 10))).toBe('0, 2, 4, 6, 8, 10, 12, 14, 16, 18');
		expect(ranges(items)).toBe('0, 2, 4, 6, 8, 10, 12, 14, 16, 18, …');
	});
});
