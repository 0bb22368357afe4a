import type { INode } from 'n8n-workflow';

import { isTool } from '../../../nodes/runtime/engine/caller';
import { errorItem, nodeErrorOf } from '../../../nodes/runtime/report/nodeError';
import type { Failure } from '../../../nodes/runtime/run/outcome';

const node = { name: 'Messenger', type: 'n8n-nodes-messenger.messenger' } as INode;
const tool = { ...node, type: 'n8n-nodes-messenger.messengerTool' };
const refused: Failure = {
	state: 'failed',
	message: 'Bad request',
	description: 'Check Email. Then retry.',
	httpCode: '400',
	itemIndex: 7,
};
const malformed: Failure = {
	isInput: true,
	state: 'not sent',
	message: 'It is empty',
	description: 'Enter a value.',
	parameter: 'email',
	itemIndex: 7,
};
const uncertain: Failure = { ...refused, state: 'uncertain' };

it('the titles of errors and items say of a doubt first that it is one (E2)', () => {
	const long = 'x'.repeat(300);
	const rows: Array<[INode, Failure]> = [
		[node, { ...refused, message: 'Bad request.' }],
		[node, uncertain],
		[tool, uncertain],
		// Under these codes n8n has words of its own.
		[tool, { ...uncertain, httpCode: '429' }],
		[node, { ...refused, httpCode: 'ECONNREFUSED' }],
		[tool, refused],
		[tool, { ...refused, state: 'not sent' }],
		[node, { ...uncertain, message: 'v2.1 is down.', about: { subject: 'ana' } }],
		[node, { ...uncertain, message: 'ana is down.', about: { subject: 'ana' } }],
		[node, { ...uncertain, message: long, about: { subject: 'ana' } }],
		// Of several people nobody knows which one it was.
		[node, { ...uncertain, itemIndex: undefined, about: { subject: 'ana' } }],
		[node, malformed],
		[node, { ...malformed, message: long }],
		[node, { ...malformed, message: 'No such node [item 17]' }],
		[node, { ...malformed, message: 'No [item 7] here' }],
		[node, { ...malformed, itemIndex: undefined }],
	];
	const titles = rows.map(([of, failure]) => {
		const title = nodeErrorOf(of, failure).message;
		expect(errorItem(of, failure, 0).json.error).toBe(title);
		return title;
	});
	expect(titles.join('\n')).toMatchSnapshot();
	expect([node, tool].map(isTool)).toEqual([false, true]);
});

it('no title has a word that n8n takes for a cancelled execution, whosever word it is', () => {
	const message = 'No order_canceled';
	const titles = [
		nodeErrorOf(node, { ...refused, message, about: { subject: 'canceled@a.b' } }).message,
		nodeErrorOf(node, { ...malformed, message }).message,
	];
	expect(titles.join()).not.toContain('canceled');
	expect(titles.map((title) => title.replaceAll('\u2060', ''))).toEqual([
		...['No order_canceled for "canceled@a.b"', 'No order_canceled [item 7]'],
	]);
});

it('what stands for a failed item has no key without a value (E1)', () => {
	const heldBack: Failure = { state: 'not sent', message: 'Bad request', description: '' };
	const json = { error: 'Bad request', details: { state: 'not sent' } };
	expect(errorItem(node, heldBack, 9)).toStrictEqual({ json, pairedItem: { item: 9 } });
});

it('the error of a run with bad items is that of the first, names five and counts the others (R1)', () => {
	const errorOf = (count: number, description = 'Enter a value.') => {
		const [first, ...others] = Array.from({ length: count }, (_, itemIndex): Failure => ({
			...malformed,
			itemIndex,
			message: `It is empty in ${itemIndex}`,
			description,
		}));
		return nodeErrorOf(node, first!, others);
	};
	const errors = [errorOf(1), errorOf(2, ''), errorOf(5), errorOf(6), errorOf(1000)];
	for (const { context } of errors) expect(context).toMatchObject({ itemIndex: 0 });
	const texts = errors.map(({ message, description }) => `${message}\n  ${description}`);
	expect(texts.join('\n')).toMatchSnapshot();
});
