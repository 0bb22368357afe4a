import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isTool } from '../../../nodes/runtime/engine/caller';
import { errorItem, nodeErrorOf } from '../../../nodes/runtime/run/nodeError';
import type { Failure } from '../../../nodes/runtime/run/outcome';

const node = { name: 'Messenger', type: 'n8n-nodes-messenger.messenger' } as INode;
const tool = { ...node, type: 'n8n-nodes-messenger.messengerTool' };
const said = { message: 'Bad request', description: 'Check Email. Then retry.', httpCode: '400' };
const refused: Failure = { ...said, state: 'failed', itemIndex: 7 };
const malformed: Failure = {
	isInput: true,
	state: 'not sent',
	message: 'It is empty',
	description: 'Enter a value.',
	parameter: 'email',
	itemIndex: 7,
};
const uncertain: Failure = { ...refused, state: 'uncertain' };

describe('the error of a failure', () => {
	it('by the service or the network says what happened, what to do, and for which item', () => {
		const error = nodeErrorOf(node, refused);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ ...said, context: { itemIndex: 7 }, node });
		// n8n writes into the one that it gets; and the client's own error has the key.
		expect(nodeErrorOf(node, refused)).not.toBe(error);
		expect(error).not.toHaveProperty('cause', expect.anything());
	});

	it('by bad input names the parameter and has no status', () => {
		const error = nodeErrorOf(node, malformed);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ description: 'Enter a value.', context: { parameter: 'email' } });
		expect(error.context.itemIndex).toBe(7);
		expect(error).not.toHaveProperty('httpCode');
		const { context } = nodeErrorOf(node, { ...malformed, parameter: undefined });
		expect(context).not.toHaveProperty('parameter');
	});

	it.each(['429', '500', 'ECONNREFUSED', 'ETIMEDOUT', 'none'])(
		'keeps its own words under %s, where n8n has others',
		(httpCode) => {
			const own = { message: `The connection broke (${httpCode})`, httpCode };
			expect(nodeErrorOf(node, { ...refused, ...own })).toMatchObject(own);
			const doubt = `May have been sent, do not call again: ${own.message}`;
			expect(nodeErrorOf(tool, { ...uncertain, ...own }).message).toContain(doubt);
		},
	);
});

it('the titles of errors and items say of a doubt first that it is one (E2)', () => {
	const long = 'x'.repeat(300);
	const rows: Array<[INode, Failure]> = [
		[node, { ...refused, message: 'Bad request.' }],
		[node, uncertain],
		[tool, uncertain],
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

const throttled = { ...refused, httpCode: '429', retryAfterMs: 3000 };
const heldBack: Failure = {
	state: 'not sent',
	message: 'Bad request',
	description: '',
};
const message = refused.description;

it.each<[Failure, object]>([
	[throttled, { message, details: { state: 'failed', httpCode: '429', retryAfterMs: 3000 } }],
	[heldBack, { details: { state: 'not sent' } }],
])(
	'what stands for a failed item has the keys that n8n knows, and details to be routed by (E1): %#',
	(failure, keys) => {
		const json = { error: 'Bad request', ...keys };
		expect(errorItem(node, failure, 9)).toStrictEqual({ json, pairedItem: { item: 9 } });
	},
);

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
