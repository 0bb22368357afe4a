import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { errorItem, isTool, nodeErrorOf } from '../../../nodes/Messenger/run/nodeError';
import type { Failure } from '../../../nodes/Messenger/run/outcome';
import { declared, keepsFailure } from '../../support/declaredFailure';

const node = { name: 'Messenger', type: 'n8n-nodes-messenger.messenger' } as INode;
const tool = { ...node, type: 'n8n-nodes-messenger.messengerTool' };
const refused: Failure = {
	state: 'failed',
	message: 'Bad request',
	description: 'Check the Email. Then try again.',
	httpCode: '400',
	itemIndex: 7,
};
const malformed: Failure = {
	state: 'not sent',
	message: "'Email' is empty",
	description: 'Fill it in.',
	parameter: 'email',
	itemIndex: 7,
};
const errorOf = (changes: Partial<Failure> = {}) =>
	nodeErrorOf(node, { ...refused, ...changes }) as NodeApiError;

describe('the error of an item that the service or the network failed', () => {
	it('says what happened, what to do, under which status and for which item', () => {
		const error = errorOf();
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Bad request');
		expect(error.description).toBe('Check the Email. Then try again.');
		expect(error.httpCode).toBe('400');
		expect(error.context.itemIndex).toBe(7);
		expect(error.node).toBe(node);
	});

	it('has no title that n8n takes for a cancelled execution, whosever word it is', () => {
		const { message } = errorOf({ message: 'No event order_canceled', subject: '"canceled@a.b"' });
		expect(message).not.toContain('canceled');
		expect(message.replaceAll('\u2060', '')).toBe('No event order_canceled for "canceled@a.b"');
		const input = nodeErrorOf(node, { ...malformed, message: '"canceled" is bad' });
		expect(input.message).toBe('"cancel\u2060ed" is bad [item 7]');
	});

	it.each(['429', '500', 'ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'none'])(
		'keeps its own words under %s, where n8n has others',
		(httpCode) => {
			const message = `The connection broke (${httpCode})`;
			expect(errorOf({ message, httpCode })).toMatchObject({ message, httpCode });
		},
	);

	it.each([
		['rate-limited' as const, { cause: 'rate-limited', retryAfterMs: 3000 }],
		['temporarily-unavailable' as const, { cause: 'temporarily-unavailable', retryAfterMs: 3000 }],
		['credential-invalid' as const, { cause: 'credential-invalid' }],
		['configuration-invalid' as const, { cause: 'configuration-invalid' }],
	])('tells n8n in its own vocabulary that it is %s', (cause, failure) => {
		const retryAfterMs = 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
		const error = errorOf({ cause, retryAfterMs }) as { failure?: unknown };
		expect(error.failure).toEqual(declared(failure));
	});

	it('tells n8n nothing where the failure proves nothing', () => {
		expect((errorOf() as { failure?: unknown }).failure).toBeUndefined();
	});

	it('carries no cause, in which the key could be', () => {
		expect(errorOf()).not.toHaveProperty('cause', expect.anything());
	});

	it('is a new one each time, because n8n writes into it', () => {
		expect(errorOf()).not.toBe(errorOf());
	});
});

it('the error of an item that is not in order names the parameter and has no status', () => {
	const error = nodeErrorOf(node, malformed);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe("'Email' is empty [item 7]");
	expect(error.description).toBe('Fill it in.');
	expect(error.context).toMatchObject({ itemIndex: 7, parameter: 'email' });
	expect(error).not.toHaveProperty('httpCode');
});

describe('a title, of an error and of an item alike,', () => {
	const uncertain: Failure = { ...refused, state: 'uncertain' };
	const earlier = { ...uncertain, isOfEarlierTry: true };

	it.each<[string, INode, Failure, string]>([
		['says of a doubt first that it is one', node, uncertain, 'May have been sent: Bad request'],
		[
			"forbids an agent's model to call again",
			tool,
			uncertain,
			'May have been sent, do not call again: Bad request',
		],
		['names an earlier try', node, earlier, 'May have been sent by an earlier try: Bad request'],
		['is plain after a failure', node, refused, 'Bad request'],
		['is plain to a model after a failure', tool, refused, 'Bad request'],
		['is plain where nothing was sent', tool, { ...refused, state: 'not sent' }, 'Bad request'],
		[
			'names whom it is about at the end',
			node,
			{ ...uncertain, message: 'Down.', subject: '"ana"' },
			'May have been sent: Down for "ana"',
		],
		[
			'is cut before whom it is about',
			node,
			{ ...uncertain, message: 'x'.repeat(300), subject: '"ana"' },
			`May have been sent: ${'x'.repeat(170)}… for "ana"`,
		],
		['names the item of a malformed value', node, malformed, "'Email' is empty [item 7]"],
		[
			'is cut before its item',
			node,
			{ ...malformed, message: 'x'.repeat(300) },
			`${'x'.repeat(191)}… [item 7]`,
		],
		[
			'names the item once',
			node,
			{ ...malformed, message: 'No such node [item 7]' },
			'No such node [item 7]',
		],
		[
			'names no item of what is wrong for all',
			node,
			{ ...malformed, itemIndex: undefined },
			"'Email' is empty",
		],
	])('%s', (_, given, failure, title) => {
		expect(nodeErrorOf(given, failure).message).toBe(title);
		expect(errorItem(given, failure, 0).json.error).toBe(title);
	});

	it('knows a tool by its type', () => {
		expect([node, tool].map(isTool)).toEqual([false, true]);
	});
});

describe('what stands for a failed item where the node goes on', () => {
	it('says what happened and what to do, and belongs to its input item', () => {
		expect(errorItem(node, refused, 7)).toMatchObject({
			json: { error: 'Bad request', message: 'Check the Email. Then try again.' },
			pairedItem: { item: 7 },
		});
	});

	it.each([
		['Add a ?, e.g. my_var?.first', 'Add a ?, e.g. my_var?.first. Nothing was sent for this item.'],
		['Fill it in.', 'Fill it in. Nothing was sent for this item.'],
		['', 'Nothing was sent for this item.'],
	])('says in a sentence of its own that nothing was sent, after "%s"', (description, message) => {
		expect(errorItem(node, { ...malformed, description }, 7).json).toMatchObject({ message });
	});

	it('has no message where there is nothing to do', () => {
		expect(errorItem(node, { ...refused, description: '' }, 7).json).not.toHaveProperty('message');
	});

	it.each<[string, Failure, object]>([
		['a refusal', refused, { state: 'failed', httpCode: '400' }],
		[
			'a throttled request',
			{ ...refused, httpCode: '429', cause: 'rate-limited', retryAfterMs: 3000 },
			{ state: 'failed', httpCode: '429', retryAfterMs: 3000 },
		],
		[
			'a lost answer',
			{ ...refused, state: 'uncertain', httpCode: 'ECONNRESET' },
			{ state: 'uncertain', httpCode: 'ECONNRESET' },
		],
		['a malformed value', malformed, { state: 'not sent', parameter: 'email' }],
		[
			'what was held back',
			{ ...refused, state: 'not sent', httpCode: 'none' },
			{ state: 'not sent' },
		],
	])('can be routed after %s by its details', (_, failure, details) => {
		const { json } = errorItem(node, failure, 0);
		expect(json.details).toEqual(keepsFailure ? details : undefined);
		// n8n 1.x's error output recognises no third key.
		expect(Object.keys(json)).toEqual(['error', 'message', ...(keepsFailure ? ['details'] : [])]);
	});
});

describe('the error of a run with bad items', () => {
	const said = (item: number) => `'Email' of ${item} is empty [item ${item}]`;
	/** So many items are bad, from item 3 on. */
	const errorOfItems = (count: number, description = 'Fill it in.') => {
		const [first, ...others] = Array.from({ length: count }, (_, index): Failure => ({
			...malformed,
			...{ itemIndex: index + 3, message: `'Email' of ${index + 3} is empty`, description },
		}));
		return nodeErrorOf(node, first!, others);
	};

	it('is that of the first one', () => {
		const error = errorOfItems(2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(said(3));
		expect(error.context).toMatchObject({ itemIndex: 3, parameter: 'email' });
	});

	const others = ['Also to correct:', ...[4, 5, 6, 7].map(said)];

	it.each<[string, number, string[], string | undefined]>([
		['no other where there is none', 1, ['Fill it in.'], undefined],
		['five', 5, ['Fill it in.', ...others], undefined],
		['five, and counts one more', 6, ['Fill it in.', ...others, 'and 1 more item'], undefined],
		[
			'five, and counts the others',
			1000,
			['Fill it in.', ...others, 'and 995 more items'],
			undefined,
		],
		['others where there is no advice', 2, others.slice(0, 2), ''],
	])('names %s', (_, count, lines, advice) => {
		expect(errorOfItems(count, advice).description).toBe(lines.join('<br>'));
	});
});
